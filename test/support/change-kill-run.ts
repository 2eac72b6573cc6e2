import { expect } from "vitest";
import { setTimeout as delay } from "node:timers/promises";
import type { KillableWorker } from "../../scripts/testbed/killable-worker.ts";
import { sweepAll } from "./sweep-all.ts";
import { readUntil } from "../../scripts/testbed/until.ts";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";

/** A worker that is killed at random moments while it applies and undoes changes of many records. */
export interface ChangeKillRun {
  kills: number;
  /** Kills that found a change in the middle: some of its chunks were done, and others not. */
  midway: number;
  applied: number;
  undone: number;
  records: number;
}

const HOST = "go.example.com";
const MOST_MS_UNTIL_KILL = 2_500;
const WORK = { deadlineMs: 240_000, everyMs: 200 };
const DESTINATION = "https://example.com/page";

/** @param records at least some chunks of 250 */
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
    for (const [call, busy, end] of [
      ["apply", "applying", "applied"],
      ["undo", "undoing", "undone"],
    ] as const) {
      await worker.call("POST", `/changes/${id}/${call}`);
      while (run.kills < kills) {
        await delay(random() * MOST_MS_UNTIL_KILL);
        const { state, progress } = await worker.call("GET", `/changes/${id}`);
        if (state !== busy) break;
        await killAndRestart(worker);
        run.kills++;
        if (progress.done > 0) run.midway++;
      }
      version++;
      const change = await finish(worker, id, end);
      expect(change).toMatchObject({ counts: { changed: records, conflicts: 0 }, undo_conflicts: 0 });
      run[end]++;
      const target = end === "applied" ? `${DESTINATION}/${round}/` : `${DESTINATION}/0/`;
      await checkRecords(worker, { id, records, version, target, entries: end === "applied" ? 1 : 2 });
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
  await finish(worker, id, "planned");
  return id;
}

/** Ends all runs and their leases, as the time that passes does. */
async function killAndRestart(worker: KillableWorker): Promise<void> {
  await worker.kill();
  await withLocalDatabase(worker.folder, async (db) => {
    db.prepare("UPDATE changes SET leased_until = 0").run();
  });
  await worker.start();
  await worker.sweep();
}

async function finish(worker: KillableWorker, id: string, end: string) {
  return readUntil(
    () => worker.call("GET", `/changes/${id}`),
    ({ state }) => state === end,
    WORK,
  );
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
  const { id, target, ...sums } = expected;
  const sql = `SELECT count(*) AS records, min(version) AS least, max(version) AS most,
      sum(instr(destinations, ?2) > 0) AS right,
      (SELECT count(*) FROM history WHERE change_id = ?1) AS entries,
      (SELECT record_count FROM workspaces) AS counted
    FROM records`;
  const found = await withLocalDatabase(worker.folder, async (db) => db.prepare(sql).get(id, target));
  const { records, version, entries } = sums;
  expect({ ...found }).toEqual({
    records,
    least: version,
    most: version,
    right: records,
    entries: entries * records,
    counted: records,
  });
}
