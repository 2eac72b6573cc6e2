import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { coldStarts, type ColdStart } from "./bench/cold-start.ts";
import { measureCompose } from "./bench/compose.ts";
import { joinSamples, load, measure, type Sample } from "./bench/measure.ts";
import { measureMemory } from "./bench/memory.ts";
import { addPeers } from "./bench/peer.ts";
import { isNoisy, report } from "./bench/report.ts";
import type { Results } from "./bench/results.ts";
import { median, quartiles } from "./bench/statistics.ts";
import { prepareTargets, type Target } from "./bench/target.ts";
import { serveCommand, serveConfig, type RunningTarget } from "./bench/workerd.ts";
import { runCommand } from "../support/command.ts";

/** A machine that is not quiet gets more rounds: as many again, and again. */
const MAX_SITTINGS = 3;
/** The turns of a target in a round. A machine that changes its speed within a round changes it for all targets. */
const TURNS = 8;

/**
 * Measures the cost of a visit, as ratios to a Worker that only answers one constant redirect, measured in the same
 * round on the same machine. docs/performance.md explains the results.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
      peer: { type: "string", multiple: true, default: [] },
      write: { type: "boolean", default: false },
      only: { type: "string", multiple: true },
      "cold-start": { type: "boolean", default: false },
    },
  });
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 7));
  const requests = values.quick ? 4_000 : 20_000;
  const { loaded, fresh, crowd } = await prepareTargets();
  if (values["cold-start"]) {
    printColdStarts(await coldStarts(fresh, values.quick ? 5 : 30));
    return 0;
  }
  const targets = await addPeers(loaded, values.peer);
  const chosen = Object.fromEntries(
    Object.entries(targets).filter(
      ([key]) => !values.only || key.startsWith("floor") || values.only.includes(key),
    ),
  );
  const results = await measureRounds(chosen, { rounds, requests, singles: values.quick ? 0 : 2_000 });
  results.coldStart = await coldStarts(fresh, values.quick ? 5 : 15);
  results.compose = measureCompose();
  if (!values.quick) results.memory = await measureMemory(crowd);
  const passed = await report(results, { tolerance: values.quick ? 2 : 1, write: values.write });
  return passed ? 0 : 1;
});

function printColdStarts(samples: ColdStart[]): void {
  const ratios = samples.map(({ oursCpuMs, floorCpuMs }) => oursCpuMs / floorCpuMs);
  const [low, high] = quartiles(ratios).map((ratio) => ratio.toFixed(2));
  console.log(`cold start: ${median(ratios).toFixed(2)} times the floor (middle half ${low} – ${high})`);
}

async function measureRounds(
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
    await sit(targets, results, { rounds, requests, singles });
  }
  return results;
}

/** Rounds of the same processes. */
async function sit(
  targets: Record<string, Target>,
  results: Results,
  { rounds, requests, singles }: { rounds: number; requests: number; singles: number },
): Promise<void> {
  const running = await startAll(targets);
  const keys = Object.keys(targets);
  try {
    // All of them have every alias in memory and are compiled before anything counts.
    for (const key of keys) await load(at(targets, key), at(running, key), { requests, connections: 16 });
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? keys : keys.toReversed();
      results.rounds.push(await oneRound(order, targets, running, { requests, connections: 16 }));
      if (singles > 0) {
        results.single.push(await oneRound(order, targets, running, { requests: singles, connections: 1 }));
      }
      process.stderr.write(`round ${results.rounds.length}\n`);
    }
    if (targets["full"] !== undefined)
      results.messagesPer1000 = await countMessages(targets, running, requests);
  } finally {
    await Promise.all(Object.values(running).map((target) => target.stop()));
  }
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
