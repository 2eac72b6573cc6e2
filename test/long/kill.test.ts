import { afterEach, expect, it } from "vitest";
import { runKills } from "../support/kill-run.ts";
import { createKillableWorker, type KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { seededRandom } from "../support/random.ts";

/** The long form of test/e2e/kill.test.ts: 200 kills, about half an hour, unless KILLS says otherwise. */

const KILLS = Number(process.env["KILLS"] ?? 200);

let worker: KillableWorker;

afterEach(() => worker.close());

it.each([1, 2])(
  "[20.11] a worker that is killed at random moments keeps every write that it acknowledged (messages delivered %i times)",
  { timeout: 3_600_000 },
  async (times) => {
    const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 2 ** 32);
    console.log(`KILL_SEED=${seed}`);
    worker = await createKillableWorker(times);
    const run = await runKills(worker, KILLS / 2, seededRandom(seed));
    console.log(JSON.stringify(run));
    expect(run.counted).toBeGreaterThan(0);
  },
);
