import { findTakedown, type TakedownTarget } from "../src/services/operator/find-takedown.ts";
import { takeDown } from "../src/services/operator/suspend-workspace.ts";
import { toUrlSuffix } from "../src/domain/source.ts";
import type { OwnedRecord } from "../src/storage/operator/record.ts";
import { runWithOptions } from "./support/command.ts";
import { asD1 } from "./support/d1.ts";
import { withInstallationDatabases } from "./support/installation-database.ts";
import { createProgress } from "./support/progress.ts";
import { parseTakedownOptions, takedownHelp, type TakedownOptions } from "./support/takedown-option.ts";
import { toTable } from "./support/table.ts";

/** Records that the preview lists; the counts are of all. */
const SAMPLE = 20;

async function run(db: D1Database, options: TakedownOptions): Promise<number> {
  const { target, isLifted, isConfirmed } = options;
  const found = await findAll(db, target, isLifted);
  if (found.length === 0) {
    console.log(`Found no record ${describe(target)} that ${isLifted ? "is" : "is not"} under takedown.`);
    return 1;
  }
  console.log(preview(found));
  const what = `${count(found.length, "record")} ${describe(target)}`;
  if (!isConfirmed) {
    console.log(`\nWould ${isLifted ? "lift the takedown of" : "take down"} ${what}. --yes does it.`);
    return 0;
  }
  const ids = found.map(({ record }) => record.id);
  await takeDown(db, ids, !isLifted, Date.now());
  const done = isLifted ? "Lifted the takedown of" : "Took down";
  console.log(`\n${done} ${what}. Visitors see it within about three minutes.`);
  return 0;
}

/** Finds the records that would change. */
async function findAll(db: D1Database, target: TakedownTarget, isLifted: boolean): Promise<OwnedRecord[]> {
  const found: OwnedRecord[] = [];
  const show = target.kind === "destination" ? createProgress(process.stderr) : () => {};
  for await (const records of findTakedown(db, target)) {
    found.push(...records.filter(({ record }) => record.pauses.includes("takedown") === isLifted));
    show(`${count(found.length, "record")} found so far`);
  }
  return found;
}

function preview(found: OwnedRecord[]): string {
  const counts = Map.groupBy(
    found,
    ({ record, workspaceName }) => `${workspaceName} (${record.workspaceId})`,
  );
  const rows = found
    .slice(0, SAMPLE)
    .map(({ record, workspaceName }) => [
      `${record.host}${toUrlSuffix(record.source)}`,
      record.destinations[0] ?? "",
      workspaceName,
    ]);
  const omitted = found.length > SAMPLE ? [`… and ${found.length - SAMPLE} more`] : [];
  const totals = [...counts].map(
    ([workspace, records]) => `${workspace}: ${count(records.length, "record")}`,
  );
  return [toTable(["record", "leads to", "workspace"], rows), ...omitted, "", ...totals].join("\n");
}

function describe(target: TakedownTarget): string {
  switch (target.kind) {
    case "url":
      return `answering ${target.url}`;
    case "host":
      return `on ${target.host}`;
    case "destination":
      return `leading to ${target.host}`;
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

await runWithOptions(takedownHelp, parseTakedownOptions, (options) =>
  withInstallationDatabases(options.isRemote, ([db]) => run(asD1(db), options)),
);
