import { setTimeout as delay } from "node:timers/promises";
import type { KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";

/** Kills a worker at random moments while it applies and undoes a change of many records. */

/** What a run of kills has done so far. */
export interface ChangeKillRun {
  kills: number;
  /** Kills that found a change in the middle: some of its chunks were done, and others not. */
  midway: number;
  applied: number;
  undone: number;
  records: number;
}

/** How many kills are still to come, and when. */
export interface KillPlan {
  run: ChangeKillRun;
  /** The number of kills after which the worker lives on. */
  kills: number;
  random(): number;
}

const MOST_MS_UNTIL_KILL = 2_500;
/** A fast machine has done a few chunks before a later kill, and would be asked again and again. */
const MS_UNTIL_KILL_A_RECORD = 0.3;
/** Few enough calls for the limit of a token. */
const WORK = { deadlineMs: 240_000, everyMs: 400 };

const CALLS = {
  apply: { busy: "applying", end: "applied" },
  undo: { busy: "undoing", end: "undone" },
} as const;

/** Applies or undoes a change under kills. Returns the change as it is afterwards. */
export async function carryOutUnderKills(
  worker: KillableWorker,
  id: string,
  call: keyof typeof CALLS,
  { run, kills, random }: KillPlan,
  body?: object,
) {
  const { busy, end } = CALLS[call];
  await worker.call("POST", `/changes/${id}/${call}`, body);
  while (run.kills < kills) {
    await delay(random() * Math.min(MOST_MS_UNTIL_KILL, MS_UNTIL_KILL_A_RECORD * run.records));
    const { state, progress } = await worker.call("GET", `/changes/${id}`);
    if (state !== busy) break;
    await killAndRestart(worker);
    run.kills++;
    if (progress.done > 0) run.midway++;
  }
  const change = await untilState(worker, id, end);
  run[end]++;
  return change;
}

export async function untilState(worker: KillableWorker, id: string, state: string) {
  return readUntil(
    () => worker.call("GET", `/changes/${id}`),
    (change) => change.state === state,
    WORK,
  );
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

/** Returns one row of the database on disk. */
export async function readRow(worker: KillableWorker, sql: string, ...parameters: (string | number)[]) {
  return withLocalDatabase(worker.folder, async (db) => ({ ...db.prepare(sql).get(...parameters) }));
}
