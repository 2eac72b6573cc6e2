import type { Bindings } from "../src/env.ts";
import { readSeveral } from "../src/visitor/read-several.ts";
import { findTakedown, type TakedownTarget } from "../src/services/operator/find-takedown.ts";
import { takeDown } from "../src/services/operator/suspend-workspace.ts";
import { toUrlSuffix } from "../src/domain/source.ts";
import type { OwnedRecord } from "../src/storage/operator/record.ts";
import { runWithOptions } from "./support/command.ts";
import { asD1 } from "./support/d1.ts";
import { withInstallationDatabases, type InstallationDatabases } from "./support/installation-database.ts";
import { createProgress } from "./support/progress.ts";
import { parseTakedownOptions, takedownHelp, type TakedownOptions } from "./support/takedown-option.ts";
import { toTable } from "./support/table.ts";

/** Records that the preview lists; the counts are of all. */
const SAMPLE = 20;

async function run(databases: InstallationDatabases, options: TakedownOptions): Promise<number> {
  const { target, isLifted, isConfirmed } = options;
  const parts = await findAll(databases, target, isLifted);
  const found = parts.flatMap(({ records }) => records);
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
  for (const { db, records } of parts) {
    const ids = records.map(({ record }) => record.id);
    await takeDown(db, ids, !isLifted, Date.now());
  }
  const done = isLifted ? "Lifted the takedown of" : "Took down";
  console.log(`\n${done} ${what}. Visitors see it within about three minutes.`);
  return 0;
}

/** Finds the records that would change, by their database. */
async function findAll(
  databases: InstallationDatabases,
  target: TakedownTarget,
  isLifted: boolean,
): Promise<{ db: D1Database; records: OwnedRecord[] }[]> {
  const parts = databases.map((database) => ({ db: asD1(database), records: [] as OwnedRecord[] }));
  const bound = databases.map(({ binding }, index) => [binding, parts[index]?.db]);
  const bindings = { ...Object.fromEntries(bound), DATABASES: String(databases.length) } as Bindings;
  const show = target.kind === "destination" ? createProgress(process.stderr) : () => {};
  let found = 0;
  for (const { db, records } of parts) {
    for await (const some of findTakedown(db, target, (...visited) => readSeveral(bindings, ...visited))) {
      records.push(...some.filter(({ record }) => record.pauses.includes("takedown") === isLifted));
      show(`${count(found + records.length, "record")} found so far`);
    }
    found += records.length;
  }
  return parts;
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
  withInstallationDatabases(options.isRemote, (databases) => run(databases, options)),
);
