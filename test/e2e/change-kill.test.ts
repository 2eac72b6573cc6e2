import { afterEach, expect, it } from "vitest";
import { createKillableWorker, type KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { runChangeKills } from "../support/change-kill-run.ts";
import { seededRandom } from "../support/random.ts";

/** Changes whose worker dies; test/long has the long form. */

let worker: KillableWorker;

afterEach(() => worker.close());

it("[28.7, 28.11] a worker that is killed twice applies and undoes each chunk once", async () => {
  const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 2 ** 32);
  console.log(`KILL_SEED=${seed}`);
  worker = await createKillableWorker();
  const run = await runChangeKills(worker, { kills: 2, records: 1_000 }, seededRandom(seed));
  console.log(JSON.stringify(run));
  expect(run).toMatchObject({ kills: 2 });
});
