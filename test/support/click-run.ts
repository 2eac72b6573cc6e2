import { MAX_CLICKS } from "../../src/clicks/buffer.ts";
import type { KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { sendVisits, visitNumberOf } from "./visitors.ts";

/** Clicks on a worker that is killed in between, and their results. */
export interface ClickRun {
  /** Visits that were answered. */
  answered: number;
  /** Clicks in the messages that the queue has taken. */
  accepted: number;
  /** Clicks in the API's answers, over all records. */
  counted: number;
  /** Answered visits without a message, for each life of the worker. */
  lost: number[];
  /** Messages that a kill cut off on their way to the queue, for each life of the worker. */
  cutOff: number[];
  messages: number;
  seconds: number;
  deliveries: number;
  failedDeliveries: number;
}

const HOST = "go.example.com";
const RECORDS = 5;
const CONNECTIONS = 16;
const DRAIN = { deadlineMs: 240_000, everyMs: 500 };

/** Visits one life of the worker after the other; each but the last ends by a kill under load. */
export async function runClicks(
  worker: KillableWorker,
  { visits, kills = 0 }: { visits: number; kills?: number },
): Promise<ClickRun> {
  await worker.start();
  const targets = await createRecords(worker);
  const startedMs = performance.now();
  const answered: number[][] = [];
  const cutOff: number[] = [];
  const perLife = Math.floor(visits / (kills + 1));
  for (let life = 0; life <= kills; life++) {
    if (life > 0) await worker.start();
    const options = { port: worker.port, targets, connections: CONNECTIONS, first: life * perLife };
    answered.push(
      life === kills
        ? await sendVisits({ ...options, count: visits - life * perLife })
        : await visitUntilKilled(worker, options, killPoint(perLife, life)),
    );
    const before = cutOff.reduce((sum, count) => sum + count, 0);
    cutOff.push((await worker.queueState()).cutOff - before);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const last = answered.at(-1) ?? [];
  const accepted = await readUntil(
    () => acceptedVisits(worker),
    (visits) => last.every((number) => visits.has(number)),
    DRAIN,
  );
  const state = await readUntil(
    () => worker.queueState(),
    ({ waiting }) => waiting === 0,
    DRAIN,
  );
  const messages = await worker.acceptedMessages();
  await worker.sweep();
  return {
    answered: answered.flat().length,
    accepted: messages.reduce((sum, { clicks }) => sum + clicks.length, 0),
    counted: await totalClicks(worker.call),
    lost: answered.map((numbers) => numbers.filter((number) => !accepted.has(number)).length),
    cutOff,
    messages: messages.length,
    seconds,
    deliveries: state.deliveries,
    failedDeliveries: state.failedDeliveries,
  };
}

/** Well into its visits, with the open buffer filled to a different mark each time. */
function killPoint(perLife: number, life: number): number {
  return Math.floor((perLife * 3) / (4 * MAX_CLICKS)) * MAX_CLICKS + 20 + ((life * 30) % 70);
}

async function visitUntilKilled(
  worker: KillableWorker,
  options: Omit<Parameters<typeof sendVisits>[0], "count">,
  killAfter: number,
): Promise<number[]> {
  let killed: Promise<void> | undefined;
  const answered = await sendVisits({
    ...options,
    count: Infinity,
    onAnswer(count) {
      if (count >= killAfter) killed ??= worker.kill();
    },
  });
  await killed;
  return answered;
}

async function createRecords(worker: KillableWorker): Promise<{ host: string; path: string }[]> {
  await worker.call("POST", "/host", { host: HOST });
  const targets = [];
  for (let record = 0; record < RECORDS; record++) {
    await worker.call("POST", "/link", {
      host: HOST,
      alias: `r${record}`,
      destination: "https://example.org/",
    });
    targets.push({ host: HOST, path: `/r${record}` });
  }
  return targets;
}

async function acceptedVisits(worker: KillableWorker): Promise<Set<number>> {
  const messages = await worker.acceptedMessages();
  return new Set(messages.flatMap(({ clicks }) => clicks.map((click) => visitNumberOf(click[5]))));
}

/** `total_clicks` of all records. */
export async function totalClicks(call: KillableWorker["call"]): Promise<number> {
  const { data } = (await call("GET", "/links?per_page=1000")) as { data: { total_clicks: number }[] };
  return data.reduce((sum, { total_clicks }) => sum + total_clicks, 0);
}
