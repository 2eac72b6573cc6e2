import { afterEach, expect, it } from "vitest";
import { createKillableWorker, type KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { DATABASES, runMoveKills } from "../support/move-kill/run.ts";
import { seededRandom } from "../support/random.ts";

/** A workspace of 100,000 records and clicks moves, and its worker is killed 50 times. RECORDS and KILLS make it shorter. */

const KILLS = Number(process.env["KILLS"] ?? 50);
const RECORDS = Number(process.env["RECORDS"] ?? 100_000);

let worker: KillableWorker;

afterEach(() => worker.close());

it(
  "[39.8] a workspace that moves under kills, writes and visits is whole, and everything in it is counted once",
  { timeout: 7_200_000 },
  async () => {
    const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 2 ** 32);
    console.log(`KILL_SEED=${seed}`);
    worker = await createKillableWorker(1, DATABASES.length);
    const run = await runMoveKills(worker, { kills: KILLS, records: RECORDS }, seededRandom(seed));
    console.log(JSON.stringify(run));
    expect(run.refused).toBeGreaterThan(0);
  },
);
