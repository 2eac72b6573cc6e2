import { expect } from "vitest";
import type { KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { carryOutUnderKills, readRow, untilState, type ChangeKillRun } from "./kill-change.ts";
import { sweepAll } from "./sweep-all.ts";

const HOST = "go.example.com";
const OWNER = "list.csv";
const DESTINATION = "https://example.com/page";
const TAGS = 5;

/**
 * Kills a worker while it applies and undoes mirrors that create records, change half of the records before, and
 * delete the other half.
 * @param records the number of records before, an even one
 */
export async function runMirrorKills(
  worker: KillableWorker,
  { kills, records }: { kills: number; records: number },
  random: () => number,
): Promise<ChangeKillRun> {
  const run: ChangeKillRun = { kills: 0, midway: 0, applied: 0, undone: 0, records };
  const half = records / 2;
  await worker.start();
  await worker.call("POST", "/host", { host: HOST });
  const first = await planMirror(worker, rowsOf("a", records, 0));
  await worker.call("POST", `/changes/${first.id}/apply`);
  await untilState(worker, first.id, "applied");
  for (let round = 1; run.kills < kills; round++) {
    const plan = await planMirror(worker, [...rowsOf("a", half, round), ...rowsOf("b", records, round)]);
    const counts = { created: records, changed: half, deleted: half, invalid: 0, conflicts: 0 };
    expect(plan).toMatchObject({ counts });
    const kill = { run, kills, random };
    const applied = await carryOutUnderKills(worker, plan.id, "apply", kill, plan.confirm);
    expect(applied).toMatchObject({ counts, undo_conflicts: 0 });
    await check(worker, plan.id, { kept: half, made: records, round, aside: half, entries: half });
    const undone = await carryOutUnderKills(worker, plan.id, "undo", kill);
    expect(undone).toMatchObject({ counts, undo_conflicts: 0 });
    await check(worker, plan.id, { kept: records, made: 0, round: 0, aside: 0, entries: records });
  }
  expect(await sweepAll(worker)).toEqual([]);
  return run;
}

function rowsOf(prefix: string, count: number, round: number) {
  return Array.from({ length: count }, (_, index) => ({
    host: HOST,
    alias: `${prefix}${index}`,
    destination: `${DESTINATION}/${round}/${index}`,
    tags: [`tag ${index % TAGS}`],
  }));
}

async function planMirror(worker: KillableWorker, rows: object[]) {
  const { id } = await worker.call("POST", "/changes", { mode: "mirror", owner: OWNER, rows });
  return untilState(worker, id, "planned");
}

/** The state of the records after a change is applied or undone. */
interface Expected {
  /** Records from before the change, those that it made, and those that it has set aside. */
  kept: number;
  made: number;
  aside: number;
  /** The round in which their destinations were written; 0 for the first. */
  round: number;
  /** Entries of the history that the change wrote. */
  entries: number;
}

/** The records that each counter should count, and the records that it counts. */
const COUNTS = `WITH actual (kind, value, n) AS (
    SELECT kind, value, count(*) FROM record_entries GROUP BY kind, value
    UNION ALL SELECT 'tag', tag, count(*) FROM record_tags GROUP BY tag),
  kept (kind, value, n) AS (SELECT kind, value, count FROM record_counts WHERE kind <> 'sum')`;

async function check(worker: KillableWorker, id: string, expected: Expected): Promise<void> {
  const { kept, made, aside, round, entries } = expected;
  const sql = `${COUNTS}
    SELECT sum(source LIKE '/a%') AS kept, total(source LIKE '/b%') AS made, count(DISTINCT id) AS ids,
      sum(destinations = json_array(?2 || substr(source, 3))) AS right,
      (SELECT count(*) FROM records_aside) AS aside,
      (SELECT count(*) FROM history WHERE change_id = ?1) AS entries,
      (SELECT count(*) FROM history_aside WHERE change_id = ?1) AS entries_aside,
      (SELECT record_count FROM workspaces) AS counted,
      (SELECT short_urls FROM hosts WHERE host = '${HOST}') AS counted_of_host,
      (SELECT count(*) FROM (SELECT * FROM actual EXCEPT SELECT * FROM kept)) AS uncounted,
      (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM actual)) AS overcounted
    FROM records`;
  const records = kept + made;
  expect(await readRow(worker, sql, id, `${DESTINATION}/${round}/`)).toEqual({
    kept,
    made,
    ids: records,
    right: records,
    aside,
    entries,
    entries_aside: 0,
    counted: records,
    counted_of_host: records,
    uncounted: 0,
    overcounted: 0,
  });
}
