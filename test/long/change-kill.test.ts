import { afterEach, expect, it } from "vitest";
import { createKillableWorker, type KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { runChangeKills } from "../support/change-kill-run.ts";
import { runMirrorKills } from "../support/mirror-kill-run.ts";
import { seededRandom } from "../support/random.ts";

/** The long form of test/e2e/change-kill.test.ts: 50 kills of each kind, unless KILLS says otherwise. */

const KILLS = Number(process.env["KILLS"] ?? 50);

let worker: KillableWorker;

afterEach(() => worker.close());

it.each([
  { what: "edits", runKills: runChangeKills, records: 5_000 },
  { what: "creates, edits and deletes", runKills: runMirrorKills, records: 3_000 },
])(
  "[28.7, 28.11] a worker that is killed at random moments applies and undoes each chunk of $what once",
  { timeout: 3_600_000 },
  async ({ runKills, records }) => {
    const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 2 ** 32);
    console.log(`KILL_SEED=${seed}`);
    worker = await createKillableWorker();
    const run = await runKills(worker, { kills: KILLS, records }, seededRandom(seed));
    console.log(JSON.stringify(run));
    expect(run.midway).toBeGreaterThan(0);
  },
);
