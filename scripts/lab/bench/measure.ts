import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { PROJECT_FOLDER } from "../../support/project.ts";
import { send } from "../../support/send.ts";
import type { LoadJob, LoadResult } from "./load.ts";
import { HOST } from "./snapshot.ts";
import { median } from "./statistics.ts";
import type { Target } from "./target.ts";
import type { RunningTarget } from "./workerd.ts";

/** The result of one target in one round. */
export interface Sample {
  /** Microseconds of processor for a request. */
  cpuUs: number;
  perSecond: number;
  latencyUs: number;
}

/** A target gave another answer than the expected one. */
export class WrongAnswer extends Error {
  readonly target: Target;

  constructor(target: Target, got: string) {
    super(`${target.name} answered ${got}`);
    this.target = target;
  }
}

const run = promisify(execFile);
const LOAD = join(PROJECT_FOLDER, "scripts/lab/bench/load.ts");

interface Turn {
  requests: number;
  connections: number;
  /** The number of requests of earlier turns, so that the paths go on where they ended. */
  skipped: number;
}

/**
 * Loads the target, and checks its answers before the first turn.
 * @throws WrongAnswer
 */
export async function measure(
  target: Target,
  running: RunningTarget,
  { requests, connections, skipped }: Turn,
): Promise<Sample> {
  if (skipped === 0) await checkAnswers(target, running);
  const before = await running.cpuTime();
  const result = await load(target, running, { requests, connections, skipped });
  const cpuNs = (await running.cpuTime()) - before;
  const expected = String(target.expect.status);
  if (result.statuses[expected] !== requests) {
    throw new WrongAnswer(target, `${JSON.stringify(result.statuses)}, not ${requests} times ${expected}`);
  }
  return {
    cpuUs: cpuNs / 1000 / requests,
    perSecond: (1000 * requests) / result.elapsedMs,
    latencyUs: result.latencyUs,
  };
}

/** Returns the sample of a round from those of its turns, which have the same number of requests. */
export function joinSamples(samples: Sample[]): Sample {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  return {
    cpuUs: mean(({ cpuUs }) => cpuUs),
    perSecond: 1 / mean(({ perSecond }) => 1 / perSecond),
    latencyUs: median(samples.map(({ latencyUs }) => latencyUs)),
  };
}

/** Sends requests and looks at nothing but their statuses. */
export async function load(
  { paths, headers }: Target,
  { port }: RunningTarget,
  { requests, connections, skipped = 0 }: Omit<Turn, "skipped"> & Partial<Turn>,
): Promise<LoadResult> {
  const job: LoadJob = { port, host: HOST, connections, requests, skipped, paths, headers };
  const child = run(process.execPath, [LOAD], { maxBuffer: 1e6 });
  child.child.stdin?.end(JSON.stringify(job));
  const { stdout } = await child;
  return JSON.parse(stdout) as LoadResult;
}

const CHECKED = 5;

async function checkAnswers(target: Target, { port }: RunningTarget): Promise<void> {
  const { paths, headers, expect } = target;
  const sent = Object.fromEntries(
    headers.map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string]),
  );
  for (let index = 0; index < CHECKED; index++) {
    const path = paths[Math.floor((index * paths.length) / CHECKED)] ?? "/";
    const { status, location } = await send(port, { host: HOST, path, headers: sent });
    if (status !== expect.status || location !== expect.location(path)) {
      const expected = `${expect.status} ${expect.location(path)}`;
      throw new WrongAnswer(target, `${path} with ${status} ${location}, not ${expected}`);
    }
  }
}
