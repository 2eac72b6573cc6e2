import { cpus } from "node:os";
import { joinSamples, load, measure, type Sample } from "./measure.ts";
import { isNoisy } from "./report.ts";
import type { Results } from "./results.ts";
import type { Target } from "./target.ts";
import { serveCommand, serveConfig, type RunningTarget } from "./workerd.ts";

/** A machine that is not quiet gets more rounds: as many again, and again. */
const MAX_SITTINGS = 3;
/** The turns of a target in a round. A machine that changes its speed within a round changes it for all targets. */
const TURNS = 8;

/** Measures targets in rounds, each of which has all of them in turn. */
export async function measureRounds(
  targets: Record<string, Target>,
  { rounds, requests, singles }: { rounds: number; requests: number; singles: number },
): Promise<Results> {
  const results: Results = {
    date: new Date().toISOString(),
    cores: cpus().length,
    rounds: [],
    single: [],
    messagesPer1000: Number.NaN,
    coldStart: [],
    compose: null,
    memory: null,
    targets: Object.fromEntries(Object.entries(targets).map(([key, { name }]) => [key, name])),
  };
  // A process may be slower than its twin for as long as it runs: more rounds are run by others.
  for (let sitting = 0; sitting === 0 || (isNoisy(results.rounds) && sitting < MAX_SITTINGS); sitting++) {
    const { many, single } = await sit(targets, { rounds, requests, singles }, async (running) => {
      if (targets["full"] !== undefined)
        results.messagesPer1000 = await countMessages(targets, running, requests);
    });
    results.rounds.push(...many);
    results.single.push(...single);
    process.stderr.write(`${results.rounds.length} rounds\n`);
  }
  return results;
}

/** Rounds of the same processes, with 16 connections and with one. */
interface Sitting {
  many: Record<string, Sample>[];
  single: Record<string, Sample>[];
}

/**
 * Starts a process for each target, and runs rounds of them.
 * @param singles requests of a round with one connection; no such rounds if 0
 * @param then runs before the processes are stopped
 */
export async function sit(
  targets: Record<string, Target>,
  { rounds, requests, singles }: { rounds: number; requests: number; singles: number },
  then: (running: Record<string, RunningTarget>) => Promise<void> = async () => {},
): Promise<Sitting> {
  const running = await startAll(targets);
  const keys = Object.keys(targets);
  const sitting: Sitting = { many: [], single: [] };
  try {
    // All of them have every alias in memory and are compiled before anything counts.
    for (const key of keys) await load(at(targets, key), at(running, key), { requests, connections: 16 });
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? keys : keys.toReversed();
      sitting.many.push(await oneRound(order, targets, running, { requests, connections: 16 }));
      if (singles > 0) {
        sitting.single.push(await oneRound(order, targets, running, { requests: singles, connections: 1 }));
      }
    }
    await then(running);
  } finally {
    await Promise.all(Object.values(running).map((target) => target.stop()));
  }
  return sitting;
}

async function oneRound(
  order: string[],
  targets: Record<string, Target>,
  running: Record<string, RunningTarget>,
  { requests: all, connections }: { requests: number; connections: number },
): Promise<Record<string, Sample>> {
  const samples = new Map<string, Sample[]>(order.map((key) => [key, []]));
  const requests = all / TURNS;
  for (let skipped = 0; skipped < all; skipped += requests) {
    for (const [key, list] of samples) {
      list.push(await measure(at(targets, key), at(running, key), { requests, connections, skipped }));
    }
  }
  return Object.fromEntries(Array.from(samples, ([key, list]) => [key, joinSamples(list)]));
}

async function countMessages(
  targets: Record<string, Target>,
  running: Record<string, RunningTarget>,
  requests: number,
): Promise<number> {
  const { queuePort } = at(running, "full");
  const count = async () => Number(await (await fetch(`http://127.0.0.1:${queuePort}`)).text());
  const before = await count();
  await load(at(targets, "full"), at(running, "full"), { requests, connections: 16 });
  // The rest of the buffer is sent within a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return (1000 * ((await count()) - before)) / requests;
}

async function startAll(targets: Record<string, Target>): Promise<Record<string, RunningTarget>> {
  const entries = await Promise.all(
    Object.entries(targets).map(async ([key, target]) => {
      const { command, config, hasQueue, args } = target;
      const running =
        command === undefined
          ? serveConfig(config, { hasQueue })
          : serveCommand(command, args ?? (async () => []));
      return [key, await running] as const;
    }),
  );
  return Object.fromEntries(entries);
}

function at<T>(record: Record<string, T>, key: string): T {
  const value = record[key];
  if (value === undefined) throw new Error(`there is no ${key}`);
  return value;
}
