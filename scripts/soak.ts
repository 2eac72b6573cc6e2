import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { BreakableName } from "../test/support/fault.ts";
import { KillLedger } from "../test/support/kill-ledger.ts";
import { createKillableWorker, type KillableWorker } from "../test/support/killable-worker.ts";
import { readUntil } from "../test/support/until.ts";
import { HOST, Load, PASSWORD, type Target } from "./soak/load.ts";
import { isFlat, readMemory, summarize } from "./soak/memory.ts";
import { ALL_PHASES, phaseAt } from "./soak/phase.ts";
import { closeConnections, send } from "./soak/send.ts";
import { runCommand, UsageError } from "./support/command.ts";

/**
 * Minutes of mixed load on the running worker while one binding after the other fails:
 * `npm run soak -- --minutes 1`. Ends with 1 unless every failure is explained by a fault, every click
 * counted, everything written there, and memory flat.
 */

const TARGETS = 50;
const MEMORY_EVERY_MS = 500;
/** Phases are no longer than this, and in a short run short enough for all of them. */
const MOST_PHASE_MS = 5_000;
const DRAIN = { deadlineMs: 60_000, everyMs: 200 };

await runCommand(async () => {
  const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 1_440)) throw new UsageError("--minutes is a number from 0 to 1440");
  const worker = await createKillableWorker();
  try {
    const problems = await soak(worker, minutes * 60_000);
    for (const problem of problems) console.error(`✗ ${problem}`);
    console.log(
      problems.length === 0 ? "Nothing that the faults do not explain." : `${problems.length} problems.`,
    );
    return problems.length === 0 ? 0 : 1;
  } finally {
    closeConnections();
    await worker.close();
  }
});

async function soak(worker: KillableWorker, durationMs: number): Promise<string[]> {
  await worker.start();
  const { plain, locked } = await prepare(worker);
  const ledger = new KillLedger();
  const load = new Load(worker, ledger, plain, locked);
  const memory: number[] = [];
  const sampling = setInterval(() => {
    void readMemory(worker.processGroup()).then((bytes) => memory.push(bytes));
  }, MEMORY_EVERY_MS);
  load.start();
  await runPhases(worker, load, { durationMs, memory });
  await load.stop();
  clearInterval(sampling);
  return [...load.problems, ...(await settle(worker, load, ledger)), ...judgeMemory(memory, load)];
}

/** Records to visit, each visited once, so that memory has them whatever fails afterwards. */
async function prepare(worker: KillableWorker): Promise<{ plain: Target[]; locked: Target }> {
  await worker.call("POST", "/host", { host: HOST });
  const create = async (alias: string, fields: object = {}): Promise<Target> => {
    const body = { host: HOST, alias, destination: `https://example.com/${alias}`, ...fields };
    const { data } = await worker.call("POST", "/link", body);
    await send(worker.port, { host: HOST, path: `/${alias}`, method: "HEAD" });
    return { id: data[0].id as string, alias };
  };
  const plain: Target[] = [];
  for (let index = 0; index < TARGETS; index++) plain.push(await create(`plain-${index}`));
  return { plain, locked: await create("locked", { password: PASSWORD }) };
}

async function runPhases(
  worker: KillableWorker,
  load: Load,
  { durationMs, memory }: { durationMs: number; memory: number[] },
): Promise<void> {
  const phaseMs = Math.min(MOST_PHASE_MS, durationMs / ALL_PHASES);
  const phases = Math.round(durationMs / phaseMs);
  for (let index = 0; index < phases; index++) {
    const { name, faults } = phaseAt(index);
    const names = Object.keys(faults) as BreakableName[];
    // What breaks is blamed from before it does, and until what was under way has gone on.
    load.setBroken([...names, ...(Object.keys(phaseAt(index - 1).faults) as BreakableName[])]);
    await worker.breakBindings(faults);
    const requests = sumOf(Object.values(load.counts));
    console.log(`${index + 1}/${phases} ${requests} requests, ${megabytes(memory.at(-1) ?? 0)}: ${name}`);
    // Cron runs in the worst of times, too.
    void worker.sweep().catch(() => undefined);
    await delay(phaseMs);
  }
  load.setBroken(Object.keys(phaseAt(phases - 1).faults) as BreakableName[]);
  await worker.mend();
}

/** Repairs nothing but by cron and queue, and looks at what is left. */
async function settle(worker: KillableWorker, load: Load, ledger: KillLedger): Promise<string[]> {
  await worker.sweep();
  const expected = sumOf(load.clicks.values());
  const counted = await readUntil(
    () => readClicks(worker),
    (clicks) => sumOf(clicks.values()) >= expected,
    DRAIN,
  ).catch(() => readClicks(worker));
  const miscounted = [...load.clicks].flatMap(([id, clicks]) =>
    counted.get(id) === clicks ? [] : [`${id} had ${clicks} clicks, ${counted.get(id)} are counted`],
  );
  console.log(
    `${expected} clicks, ${sumOf(counted.values())} counted; ${ledger.acknowledged} writes acknowledged`,
  );
  return [...miscounted, ...(await ledger.check(worker, worker.token)), ...(await worker.audit())];
}

async function readClicks(worker: KillableWorker): Promise<Map<string, number>> {
  const { data } = await worker.call("GET", "/links?per_page=1000&sort=-total_clicks");
  return new Map(
    (data as { id: string; total_clicks: number }[]).map(({ id, total_clicks }) => [id, total_clicks]),
  );
}

function sumOf(counts: Iterable<number>): number {
  return [...counts].reduce((sum, count) => sum + count, 0);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function judgeMemory(samples: number[], load: Load): string[] {
  const { warm, last } = summarize(samples);
  console.log(`memory ${megabytes(warm)} warm, ${megabytes(last)} at the end`);
  console.log(`${load.explained} failures that the faults explain`);
  const problems = isFlat(samples) ? [] : [`memory grew from ${megabytes(warm)} to ${megabytes(last)}`];
  if (load.explained === 0) problems.push("no fault was felt: the soak shows nothing");
  return problems;
}
