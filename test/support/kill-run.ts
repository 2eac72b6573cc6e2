import { expect } from "vitest";
import { setTimeout as delay } from "node:timers/promises";
import { totalClicks } from "./click-run.ts";
import { KillLedger, readInTurn } from "../../scripts/lab/testbed/kill-ledger.ts";
import type { KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { write } from "./kill-writer.ts";
import { sweepAll } from "./sweep-all.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { sendVisits } from "./visitors.ts";

/** A worker that is killed at random moments while many write to it, and what it is held to afterwards. */
export interface KillRun {
  kills: number;
  /** Writes that were acknowledged, over all lives. */
  acknowledged: number;
  /** Visits that were answered, and clicks that were counted of those the queue had taken. */
  answered: number;
  counted: number;
}

const HOST = "go.example.com";
const WRITERS = 6;
/** Tokens that look at what is there after a kill. */
const READERS = 6;
const CLICK_CONNECTIONS = 8;
const MOST_MS_UNTIL_KILL = 3_000;
const SHARE_OF_KILLED_SWEEPS = 0.2;
const MOST_MS_OF_SWEEP = 60;
const DRAIN = { everyMs: 50 };

export async function runKills(
  worker: KillableWorker,
  kills: number,
  random: () => number,
): Promise<KillRun> {
  const ledger = new KillLedger();
  const run: KillRun = { kills, acknowledged: 0, answered: 0, counted: 0 };
  await worker.start();
  await worker.call("POST", "/host", { host: HOST });
  const tokens = await createTokens(worker, WRITERS);
  const readers = await createTokens(worker, READERS);
  const read = readInTurn((path, token) => worker.call("GET", path, undefined, token), readers);
  await worker.call("POST", "/link", { host: HOST, alias: "clicked", destination: "https://example.org/" });
  let auditedSeq = 0;
  for (let life = 1; life <= kills; life++) {
    const load = startLoad(worker, ledger, tokens, { life, random, first: run.answered });
    // On a busy machine every moment could come before there is something to lose.
    if (life === 1) await untilSomethingIsTaken(worker, ledger);
    await delay(random() * MOST_MS_UNTIL_KILL);
    await worker.kill();
    run.answered += await load;
    await worker.start();
    if (random() < SHARE_OF_KILLED_SWEEPS) await killDuringSweep(worker, random);
    const problems = await sweepAll(worker, auditedSeq);
    expect(problems, `after kill ${life}`).toEqual([]);
    auditedSeq = await worker.lastSeq();
    expect(await ledger.check(read), `after kill ${life}`).toEqual([]);
    run.counted = await checkClicks(worker, life);
  }
  run.acknowledged = ledger.acknowledged;
  expect(await worker.audit()).toEqual([]);
  return run;
}

/** Waits for a write that was acknowledged, and for clicks that the queue has taken. */
async function untilSomethingIsTaken(worker: KillableWorker, ledger: KillLedger): Promise<void> {
  await readUntil(
    async () => ({ clicks: (await worker.queueState()).accepted, writes: ledger.acknowledged }),
    ({ clicks, writes }) => clicks > 0 && writes > 0,
  );
}

/** Several, since each has its limit of calls. */
export async function createTokens(worker: KillableWorker, count: number): Promise<string[]> {
  const tokens = [];
  for (let made = 0; made < count; made++) {
    tokens.push((await worker.call("POST", "/tokens", { name: `token ${made}` })).token as string);
  }
  return tokens;
}

async function killDuringSweep(worker: KillableWorker, random: () => number): Promise<void> {
  const sweep = worker.sweep().catch(() => undefined);
  await delay(random() * MOST_MS_OF_SWEEP);
  await worker.kill();
  await sweep;
  await worker.start();
}

/** Every message that the queue has taken is counted, and no message twice. */
async function checkClicks(worker: KillableWorker, life: number): Promise<number> {
  await readUntil(
    () => worker.queueState(),
    ({ waiting }) => waiting === 0,
    DRAIN,
  );
  const messages = await worker.acceptedMessages();
  const accepted = messages.reduce((sum, { clicks }) => sum + clicks.length, 0);
  await worker.sweep();
  const counted = await totalClicks((method, path) => worker.call(method, `${path}&filter[search]=/clicked`));
  expect(counted, `clicks after kill ${life}`).toBe(accepted);
  return counted;
}

interface Life {
  life: number;
  random: () => number;
  /** Number of the first visit. */
  first: number;
}

/** Writers and visitors until the worker is gone. @returns how many visits were answered */
async function startLoad(
  worker: KillableWorker,
  ledger: KillLedger,
  tokens: string[],
  { life, random, first }: Life,
): Promise<number> {
  const writing = tokens.map((token, writer) =>
    write({ worker, ledger, token, host: HOST, name: `${life}-${writer}`, random, isImporter: writer === 0 }),
  );
  const targets = [{ host: HOST, path: "/clicked" }];
  const { port } = worker;
  const visited = await sendVisits({ port, targets, connections: CLICK_CONNECTIONS, first, count: Infinity });
  await Promise.all(writing);
  return visited.length;
}
