import { expect } from "vitest";
import type { KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { carryOutUnderKills, readRow, untilState, type ChangeKillRun } from "./kill-change.ts";
import { sweepAll } from "./sweep-all.ts";

const HOST = "go.example.com";
const DESTINATION = "https://example.com/page";

/**
 * Kills a worker while it applies and undoes edits of all records.
 * @param records at least some chunks of 250
 */
export async function runChangeKills(
  worker: KillableWorker,
  { kills, records }: { kills: number; records: number },
  random: () => number,
): Promise<ChangeKillRun> {
  const run: ChangeKillRun = { kills: 0, midway: 0, applied: 0, undone: 0, records };
  await worker.start();
  await worker.call("POST", "/host", { host: HOST });
  const rows = Array.from({ length: records }, (_, index) => ({
    host: HOST,
    alias: `r${index}`,
    destination: `${DESTINATION}/0/${index}`,
  }));
  const { meta } = await worker.call("POST", "/bulk/import", { rows });
  expect(meta).toMatchObject({ created: records });
  let version = 1;
  for (let round = 1; run.kills < kills; round++) {
    const id = await planMove(worker, round);
    for (const call of ["apply", "undo"] as const) {
      const change = await carryOutUnderKills(worker, id, call, { run, kills, random });
      version++;
      expect(change).toMatchObject({ counts: { changed: records, conflicts: 0 }, undo_conflicts: 0 });
      const target = call === "apply" ? `${DESTINATION}/${round}/` : `${DESTINATION}/0/`;
      await checkRecords(worker, { id, records, version, target, entries: call === "apply" ? 1 : 2 });
    }
  }
  expect(await sweepAll(worker)).toEqual([]);
  return run;
}

async function planMove(worker: KillableWorker, round: number): Promise<string> {
  const { id } = await worker.call("POST", "/changes", {
    filter: { host: HOST },
    destination_find: `${DESTINATION}/0/`,
    destination_replace: `${DESTINATION}/${round}/`,
  });
  await untilState(worker, id, "planned");
  return id;
}

interface Expected {
  id: string;
  records: number;
  version: number;
  target: string;
  /** Of the history of each record, by this change. */
  entries: number;
}

async function checkRecords(worker: KillableWorker, expected: Expected): Promise<void> {
  const { id, target, records, version, entries } = expected;
  const sql = `SELECT count(*) AS records, min(version) AS least, max(version) AS most,
      sum(instr(destinations, ?2) > 0) AS right,
      (SELECT count(*) FROM history WHERE change_id = ?1) AS entries,
      (SELECT record_count FROM workspaces) AS counted
    FROM records`;
  expect(await readRow(worker, sql, id, target)).toEqual({
    records,
    least: version,
    most: version,
    right: records,
    entries: entries * records,
    counted: records,
  });
}
