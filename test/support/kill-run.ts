import { expect } from "vitest";
import { setTimeout as delay } from "node:timers/promises";
import { totalClicks } from "./click-run.ts";
import { KillLedger, readInTurn } from "../../scripts/lab/testbed/kill-ledger.ts";
import type { KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
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
const IMPORT_ROWS = 40;
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

/** Several, since each has its limit of calls. */
async function createTokens(worker: KillableWorker, count: number): Promise<string[]> {
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
    write({ worker, ledger, token, name: `${life}-${writer}`, random, isImporter: writer === 0 }),
  );
  const targets = [{ host: HOST, path: "/clicked" }];
  const { port } = worker;
  const visited = await sendVisits({ port, targets, connections: CLICK_CONNECTIONS, first, count: Infinity });
  await Promise.all(writing);
  return visited.length;
}

interface Writer {
  worker: KillableWorker;
  ledger: KillLedger;
  token: string;
  /** Unique in the run. */
  name: string;
  random: () => number;
  isImporter: boolean;
}

/** Writes to records of its own, one write after the other, until the worker is gone. */
async function write(writer: Writer): Promise<void> {
  const mine: string[] = [];
  try {
    for (let turn = 0; ; turn++) {
      const { random, isImporter } = writer;
      const id = mine[Math.floor(random() * mine.length)];
      const chance = random();
      if (isImporter) await importRows(writer, turn);
      else if (id === undefined || chance < 0.3) mine.push(await create(writer, turn));
      else if (chance < 0.9) await change(writer, id, turn);
      else {
        await remove(writer, id);
        mine.splice(mine.indexOf(id), 1);
      }
    }
  } catch (error) {
    // Fetch fails so where the worker is gone; whatever the worker itself says is no reason to stop.
    if (!(error instanceof TypeError)) throw error;
  }
}

const destinationOf = ({ name }: Writer, turn: number) => `https://example.com/${name}/${turn}`;

async function create(writer: Writer, turn: number): Promise<string> {
  const { worker, ledger, token, name } = writer;
  const destination = destinationOf(writer, turn);
  const body = { host: HOST, alias: `c${name}-${turn}`, destination, tags: [`t${turn % 3}`] };
  const { data } = await worker.call("POST", "/link", body, token);
  ledger.noteCreated(data[0].id, destination);
  return data[0].id;
}

async function change(writer: Writer, id: string, turn: number): Promise<void> {
  const { worker, ledger, token } = writer;
  const destination = destinationOf(writer, turn);
  ledger.noteChanging(id, destination);
  await worker.call("PUT", `/link/${id}`, { destination, title: `turn ${turn}` }, token);
  ledger.noteChanged(id);
}

async function remove({ worker, ledger, token }: Writer, id: string): Promise<void> {
  ledger.noteChanging(id, null);
  await worker.call("DELETE", `/link/${id}`, undefined, token);
  ledger.noteChanged(id);
}

async function importRows(writer: Writer, turn: number): Promise<void> {
  const { worker, ledger, token, name } = writer;
  const prefix = `i${name}-${turn}-`;
  const destination = destinationOf(writer, turn);
  const rows = Array.from({ length: IMPORT_ROWS }, (_, row) => ({
    host: HOST,
    alias: prefix + row,
    destination,
  }));
  try {
    const { data } = await worker.call("POST", "/bulk/import", { rows }, token);
    for (const { id } of data) ledger.noteCreated(id, destination);
  } catch (error) {
    ledger.noteOpenImport(prefix, IMPORT_ROWS);
    throw error;
  }
}
