import { afterEach, expect, it } from "vitest";
import { MAX_CLICKS } from "../../src/clicks/buffer.ts";
import { runClicks } from "../support/click-run.ts";
import { runKills } from "../support/kill-run.ts";
import { createKillableWorker, type KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { seededRandom } from "../support/random.ts";

/** What a worker that dies loses, and what it does not. test/long has the long form. */

let worker: KillableWorker;

afterEach(() => worker.close());

it("[8.5] a worker that is killed under load loses at most a buffer, and nothing that the queue had taken", async () => {
  worker = await createKillableWorker();
  const run = await runClicks(worker, { visits: 2_000, kills: 1 });
  console.log(JSON.stringify(run));
  expect(run.counted).toBe(run.accepted);
  for (const lost of run.lost) expect(lost).toBeLessThanOrEqual(MAX_CLICKS);
  expect(run.lost.at(-1)).toBe(0);
});

it("[20.11] a worker that is killed at four random moments keeps every write that it acknowledged, and nothing by halves", async () => {
  const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 2 ** 32);
  console.log(`KILL_SEED=${seed}`);
  worker = await createKillableWorker();
  const run = await runKills(worker, 4, seededRandom(seed));
  console.log(JSON.stringify(run));
  expect(run.acknowledged).toBeGreaterThan(0);
  expect(run.counted).toBeGreaterThan(0);
});
