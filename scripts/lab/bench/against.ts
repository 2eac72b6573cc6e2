import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../support/command.ts";
import { markdownTable } from "../../support/table.ts";
import { coldStart } from "./cold-start.ts";
import { WrongAnswer, type Sample } from "./measure.ts";
import { findCommit, prepareOtherCommit, type OtherCommit } from "./other-commit.ts";
import { sit } from "./rounds.ts";
import { meanRatio, median, type MeanRatio } from "./statistics.ts";
import { prepareTargets, type Targets } from "./target.ts";
import { serveConfig, type RunningTarget } from "./workerd.ts";

/** Rounds of one set of processes. More sets tell more than more rounds: a process has the luck of its memory layout. */
const ROUNDS = 2;
const COLD_START = "coldStart";

interface Row {
  what: string;
  isHigherBetter?: boolean;
  /** The row is measured with one connection. */
  isSingle?: boolean;
  of(sample: Sample): number;
}

interface Compared {
  /** This version to the other one. */
  ratio: MeanRatio;
  /** Two processes of the other one. */
  identical: MeanRatio;
}

interface AgainstOptions {
  ref: string;
  only: string[] | undefined;
  sittings: number;
  requests: number;
}

/**
 * Compares this Worker with that of another commit, and two identical builds of that with each other, in the same
 * rounds. Prints a row after the other. Returns whether no row is worse twice.
 * @throws UsageError if the commit does not exist or does not build, or no row is called as `only` says
 */
export async function compareWith(options: AgainstOptions): Promise<boolean> {
  const commit = await findCommit(options.ref);
  const targets = await prepareTargets();
  const keys = keysOf(targets, options.only);
  const folder = await mkdtemp(join(tmpdir(), "signpost-against-"));
  try {
    const compareKey = comparer(
      targets,
      await prepareOtherCommit({ ref: options.ref, commit }, folder),
      options,
    );
    const lines: Line[] = [];
    for (const key of keys) lines.push(...(await compareKey(key)));
    const worse = lines.filter(({ isWorse }) => isWorse);
    // What happens once may be luck.
    for (const key of new Set(worse.map(({ key }) => key))) {
      for (const { what, isWorse } of await compareKey(key)) {
        const line = worse.find((each) => each.what === what);
        if (line !== undefined) line.isWorseAgain = isWorse;
      }
    }
    console.log(`Against ${commit.slice(0, 8)}, ${options.sittings} processes of each:\n`);
    console.log(toTable(lines));
    const failed = worse.filter(({ isWorseAgain }) => isWorseAgain);
    for (const { what } of failed) console.log(`\nworse than ${options.ref} in two runs: ${what}`);
    return failed.length === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Line {
  key: string;
  what: string;
  /** Null if the other version cannot be measured; `note` says why. */
  compared: Compared | null;
  note: string;
  isWorse: boolean;
  isWorseAgain: boolean;
}

function toTable(lines: Line[]): string {
  const cells = ({ mean, low, high }: MeanRatio) => [
    mean.toFixed(3),
    `${low.toFixed(3)} – ${high.toFixed(3)}`,
  ];
  return markdownTable(
    ["", "this / other", "99 % interval", "identical builds", "99 % interval", ""],
    lines.map(({ what, compared, note, isWorse, isWorseAgain }) => {
      if (compared === null) return [what, "–", "", "–", "", note];
      const verdict = isWorseAgain ? "worse twice" : isWorse ? "worse once" : "";
      return [what, ...cells(compared.ratio), ...cells(compared.identical), verdict];
    }),
  );
}

function keysOf({ loaded }: Targets, only: string[] | undefined): string[] {
  const own = Object.keys(loaded).filter((key) => loaded[key]?.hasQueue);
  const known = [...own, COLD_START];
  for (const key of only ?? []) {
    if (!known.includes(key)) throw new UsageError(`--only takes ${known.join(", ")}, not ${key}`);
  }
  return known.filter((key) => only?.includes(key) ?? true);
}

function rowsOf(key: string, { loaded }: Targets): Row[] {
  if (key === COLD_START)
    return [{ what: "cold start, CPU to the first redirect", of: ({ cpuUs }) => cpuUs }];
  const name = loaded[key]?.name ?? key;
  const rows: Row[] = [{ what: `${name}: CPU`, of: ({ cpuUs }) => cpuUs }];
  if (key === "full") {
    rows.push({
      what: `${name}: requests per second`,
      isHigherBetter: true,
      of: ({ perSecond }) => perSecond,
    });
  }
  if (key === "plain") {
    rows.push({
      what: `${name}: latency of one connection`,
      isSingle: true,
      of: ({ latencyUs }) => latencyUs,
    });
  }
  return rows;
}

function comparer(targets: Targets, other: OtherCommit, options: AgainstOptions) {
  return async (key: string): Promise<Line[]> => {
    const sets = await measureKey(key, targets, other, options);
    return rowsOf(key, targets).map((row): Line => {
      const line = { key, what: row.what, compared: null, note: "", isWorse: false, isWorseAgain: false };
      if (typeof sets === "string") return { ...line, note: sets };
      const compared = compare(row.isSingle ? sets.single : sets.many, row);
      const { ratio, identical } = compared;
      const isWorse = row.isHigherBetter ? ratio.mean < identical.low : ratio.mean > identical.high;
      process.stderr.write(
        `${row.what}: ${ratio.mean.toFixed(3)}, identical builds ${identical.mean.toFixed(3)}\n`,
      );
      return { ...line, compared, isWorse };
    });
  };
}

/** For each set of processes its rounds: samples of this version, the other one, and its twin. */
type Sets = Record<"ours" | "other" | "twin", Sample>[][];

/** Returns the sets by the number of connections, or why the other version cannot be measured. */
async function measureKey(
  key: string,
  { loaded, fresh }: Targets,
  other: OtherCommit,
  { sittings, requests }: AgainstOptions,
): Promise<{ many: Sets; single: Sets } | string> {
  if (key === COLD_START) return { many: await measureStarts(fresh, other, 2 * sittings), single: [] };
  const ours = loaded[key];
  const config = other.loaded[key]?.config;
  if (ours === undefined || config === undefined) return "the other has no such row";
  const theirs = { ...ours, name: `the other: ${ours.name}`, config };
  const sets: Record<"many" | "single", Sets> = { many: [], single: [] };
  const singles = key === "plain" ? 2_000 : 0;
  try {
    for (let sitting = 0; sitting < sittings; sitting++) {
      const order = rotate({ ours, other: theirs, twin: theirs }, sitting);
      const { many, single } = await sit(order, { rounds: ROUNDS, requests, singles });
      sets.many.push(many);
      sets.single.push(single);
    }
    return sets;
  } catch (error) {
    if (error instanceof WrongAnswer && error.target === theirs) return error.message;
    throw error;
  }
}

/** Each process has each turn equally often. */
function rotate<T extends object>(record: T, by: number): T {
  const entries = Object.entries(record);
  const start = by % entries.length;
  return Object.fromEntries([...entries.slice(start), ...entries.slice(0, start)]) as T;
}

/** One start of each is a set, since each start is a process. */
async function measureStarts(fresh: Targets["fresh"], other: OtherCommit, times: number): Promise<Sets> {
  const stores: RunningTarget[] = [];
  try {
    for (const { config } of [fresh.stores, other.fresh.stores]) {
      stores.push(await serveConfig(config, { hasQueue: true }));
    }
    const start = async (config: string, index: number): Promise<Sample> => {
      const cpuMs = await coldStart({ ...fresh.ours, config }, stores[index]);
      return { cpuUs: 1000 * cpuMs, perSecond: Number.NaN, latencyUs: Number.NaN };
    };
    const sets: Sets = [];
    for (let time = 0; time < times; time++) {
      const { config } = other.fresh.ours;
      const order = rotate({ ours: 0, other: 1, twin: 1 }, time);
      const started: Partial<Sets[number][number]> = {};
      for (const [key, index] of Object.entries(order)) {
        started[key as keyof typeof order] = await start(index === 0 ? fresh.ours.config : config, index);
      }
      sets.push([started as Sets[number][number]]);
    }
    return sets;
  } finally {
    await Promise.all(stores.map((each) => each.stop()));
  }
}

function compare(sets: Sets, { of }: Row): Compared {
  const ratiosOf = (key: "ours" | "twin") =>
    sets.map((rounds) => median(rounds.map((round) => of(round[key]) / of(round.other))));
  return { ratio: meanRatio(ratiosOf("ours")), identical: meanRatio(ratiosOf("twin")) };
}
