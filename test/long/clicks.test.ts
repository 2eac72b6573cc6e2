import { afterEach, beforeEach, expect, it } from "vitest";
import { MAX_CLICKS } from "../../src/clicks/buffer.ts";
import { runClicks, totalClicks, type ClickRun } from "../support/click-run.ts";
import { createKillableWorker, type KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { startWorker } from "../support/running-worker.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { sendVisits } from "../support/visitors.ts";

/** Counting in large numbers. `npm run test:long` runs it, `npm test` does not. */

const CLICKS = 100_000;
const COUNTED = { deadlineMs: 300_000, everyMs: 1_000 };

function tell(name: string, run: Partial<ClickRun>): void {
  console.log(`${name}: ${JSON.stringify(run)}`);
}

it("[8.6] 100,000 clicks through the real queue count 100,000, and stay so", async () => {
  const worker = await startWorker();
  try {
    const host = "go.example.com";
    const call = async (method: string, path: string, body?: unknown) =>
      (await worker.call(method, path, body)).body as unknown;
    await call("POST", "/host", { host });
    const targets = [];
    for (const alias of ["a", "b", "c", "d", "e"]) {
      await call("POST", "/link", { host, alias, destination: "https://example.org/" });
      targets.push({ host, path: `/${alias}` });
    }
    const startedMs = performance.now();
    const answered = await sendVisits({
      port: worker.port,
      targets,
      connections: 16,
      first: 0,
      count: CLICKS,
    });
    tell("sent", { answered: answered.length, seconds: (performance.now() - startedMs) / 1000 });
    expect(answered).toHaveLength(CLICKS);
    const counted = async () => {
      await worker.cron();
      return totalClicks(call);
    };
    await readUntil(counted, (clicks) => clicks >= CLICKS, COUNTED);
    tell("counted", { counted: await counted(), seconds: (performance.now() - startedMs) / 1000 });
    const later: number[] = [];
    await readUntil(
      async () => later.push(await counted()),
      (reads) => reads === 10,
      COUNTED,
    );
    expect(later).toEqual(later.map(() => CLICKS));
  } finally {
    await worker.close();
  }
});

let worker: KillableWorker | undefined;

beforeEach(() => (worker = undefined));
afterEach(() => worker?.close());

it("[8.6] 100,000 clicks count 100,000 though every message is delivered twice", async () => {
  worker = await createKillableWorker(2);
  const run = await runClicks(worker, { visits: CLICKS });
  tell("delivered twice", run);
  expect(run).toMatchObject({ answered: CLICKS, accepted: CLICKS, counted: CLICKS, lost: [0] });
});

it.each([1, 2])(
  "[8.5] a worker that is killed again and again loses at most its buffer and the messages on their way (each delivered %i times)",
  async (times) => {
    worker = await createKillableWorker(times);
    const run = await runClicks(worker, { visits: 40_000, kills: 8 });
    tell(`killed, delivered ${times} times`, run);
    expect(run.counted).toBe(run.accepted);
    for (const [life, lost] of run.lost.entries()) {
      // The open buffer, a message that was closed and has not reached the queue, and those that were cut off.
      expect(lost).toBeLessThanOrEqual(MAX_CLICKS * (2 + (run.cutOff[life] ?? 0)));
    }
    expect(run.lost.at(-1)).toBe(0);
  },
);
