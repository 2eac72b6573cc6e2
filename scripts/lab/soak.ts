import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { BreakableName } from "./testbed/fault.ts";
import { KillLedger, readInTurn } from "./testbed/kill-ledger.ts";
import { createKillableWorker, type KillableWorker } from "./testbed/killable-worker.ts";
import { readUntil } from "./testbed/until.ts";
import { HOST, Load, PASSWORD, type Target } from "./soak/load.ts";
import { ALL_PHASES, phaseAt } from "./soak/phase.ts";
import { send } from "../support/send.ts";
import { runCommand, UsageError } from "../support/command.ts";

/**
 * Runs mixed load on the worker for some minutes while one binding after the other fails: `npm run soak -- --minutes
 * 1`. Exits with 1 unless every failure is explained by a fault, every click counted, every write stored, and memory
 * flat.
 */

const TARGETS = 50;
/** The maximum duration of a phase; in a short run phases are shorter, so that all of them run. */
const MOST_PHASE_MS = 5_000;
const CALLS_OF_TOKEN = 150;
const DRAIN = { everyMs: 200 };
/** The accepted growth of the heap after it is warm, because the caches of an isolate still grow. */
const MOST_MORE_BYTES = 6e6;

const USAGE = `Runs mixed load on a worker while one binding after the other fails.

  npm run soak [-- --minutes N]

  --minutes N   how long, at most 1440 (10)`;

await runCommand(async () => {
  const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 1_440)) throw new UsageError("--minutes is a number from 0 to 1440");
  const worker = await createKillableWorker();
  try {
    await worker.start();
    const problems = await soak(worker, minutes * 60_000);
    for (const problem of problems) console.error(`✗ ${problem}`);
    console.log(
      problems.length === 0 ? "Nothing that the faults do not explain." : `${problems.length} problems.`,
    );
    return problems.length === 0 ? 0 : 1;
  } finally {
    await worker.close();
  }
}, USAGE);

async function soak(worker: KillableWorker, durationMs: number): Promise<string[]> {
  const { plain, locked } = await prepare(worker);
  const ledger = new KillLedger();
  const load = new Load(worker, ledger, plain, locked);
  load.start();
  const heap = await runPhases(worker, load, durationMs);
  await load.stop();
  return [...load.problems, ...(await settle(worker, load, ledger)), ...judge(heap, load)];
}

/** Records to visit, each visited once, so that memory has them whatever fails afterwards. */
async function prepare(worker: KillableWorker): Promise<{ plain: Target[]; locked: Target }> {
  await worker.call("POST", "/host", { host: HOST });
  const create = async (alias: string, fields: object = {}): Promise<Target> => {
    const body = { host: HOST, alias, destination: `https://example.com/${alias}`, ...fields };
    const { data } = await worker.call("POST", "/link", body);
    await send(worker.port, { host: HOST, path: `/${alias}`, method: "HEAD" });
    return { id: data[0].id, alias };
  };
  const plain: Target[] = [];
  for (let index = 0; index < TARGETS; index++) plain.push(await create(`plain-${index}`));
  return { plain, locked: await create("locked", { password: PASSWORD }) };
}

/** @returns the size of the worker's heap at the end of each phase, in bytes */
async function runPhases(worker: KillableWorker, load: Load, durationMs: number): Promise<number[]> {
  const heap: number[] = [];
  const phaseMs = Math.min(MOST_PHASE_MS, durationMs / ALL_PHASES);
  const phases = Math.round(durationMs / phaseMs);
  for (let index = 0; index < phases; index++) {
    const { name, faults } = phaseAt(index);
    const names = Object.keys(faults) as BreakableName[];
    // A fault may explain failures from before it begins until all requests that it affected have ended.
    load.setBroken([...names, ...(Object.keys(phaseAt(index - 1).faults) as BreakableName[])]);
    await worker.breakBindings(faults);
    const requests = sumOf(Object.values(load.counts));
    console.log(`${index + 1}/${phases} ${requests} requests, ${megabytes(heap.at(-1) ?? 0)}: ${name}`);
    // Cron also runs while bindings fail.
    void worker.sweep().catch(() => undefined);
    await delay(phaseMs);
    heap.push(await worker.liveHeap());
  }
  load.setBroken(Object.keys(phaseAt(phases - 1).faults) as BreakableName[]);
  await worker.mend();
  return heap;
}

/** Lets only cron and queue repair the stores, and checks them. */
async function settle(worker: KillableWorker, load: Load, ledger: KillLedger): Promise<string[]> {
  await worker.sweep();
  const expected = sumOf(load.clicks.values());
  const counted = await readUntil(
    async () => {
      await worker.sweep();
      return readClicks(worker);
    },
    (clicks) => sumOf(clicks.values()) >= expected,
    DRAIN,
  ).catch(() => readClicks(worker));
  const miscounted = [...load.clicks].flatMap(([id, clicks]) =>
    counted.get(id) === clicks ? [] : [`${id} had ${clicks} clicks, ${counted.get(id)} are counted`],
  );
  console.log(
    `${expected} clicks, ${sumOf(counted.values())} counted; ${ledger.acknowledged} writes acknowledged`,
  );
  return [...miscounted, ...(await checkLedger(worker, ledger)), ...(await worker.audit())];
}

/** Enough tokens for all calls, because each token has a rate limit. */
async function checkLedger(worker: KillableWorker, ledger: KillLedger): Promise<string[]> {
  const calls = ledger.size * 2;
  const tokens: string[] = [];
  for (let made = 0; made <= calls / CALLS_OF_TOKEN; made++) {
    tokens.push((await worker.call("POST", "/tokens", { name: `check ${made}` })).token);
  }
  return ledger.check(readInTurn((path, token) => worker.call("GET", path, undefined, token), tokens));
}

async function readClicks(worker: KillableWorker): Promise<Map<string, number>> {
  const path = "/links?per_page=1000&sort=-total_clicks";
  const { data } = (await worker.call("GET", path)) as { data: { id: string; total_clicks: number }[] };
  return new Map(data.map(({ id, total_clicks }) => [id, total_clicks]));
}

function sumOf(counts: Iterable<number>): number {
  return [...counts].reduce((sum, count) => sum + count, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function judge(heap: number[], load: Load): string[] {
  const { warm, last, isFlat } = judgeHeap(heap);
  console.log(`the heap holds ${megabytes(warm)} warm, ${megabytes(last)} at the end`);
  console.log(`${load.explained} failures that the faults explain`);
  const problems = isFlat ? [] : [`the heap grew from ${megabytes(warm)} to ${megabytes(last)}`];
  if (load.explained === 0) problems.push("no fault was felt: the soak shows nothing");
  return problems;
}

/**
 * Returns whether the live heap is flat after the first third of the time: compares the median of the second third of
 * the samples with that of the last third, in bytes.
 */
function judgeHeap(samples: number[]): { warm: number; last: number; isFlat: boolean } {
  const third = Math.floor(samples.length / 3);
  const warm = medianOf(samples.slice(third, 2 * third));
  const last = medianOf(samples.slice(2 * third));
  return { warm, last, isFlat: last <= warm + MOST_MORE_BYTES };
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
