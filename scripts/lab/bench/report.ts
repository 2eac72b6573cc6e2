import type { Sample } from "./measure.ts";
import { median, quartiles } from "./statistics.ts";
import { toTable, type Line, type Results } from "./results.ts";
import { writeResults } from "./write-results.ts";

/** Prints the table, and writes it to the docs with `write`. Returns whether all values are within their bars. */
export async function report(
  results: Results,
  { tolerance, write }: { tolerance: number; write: boolean },
): Promise<boolean> {
  const lines = toLines(results);
  console.log(toTable(lines));
  const noisy = isNoisy(results.rounds);
  if (noisy) console.log(`\nnoisy: floor against floor is ${driftOf(results.rounds).toFixed(3)}; no verdict`);
  if (write) await writeResults(results, lines);
  if (noisy) return true;
  const failed = lines.filter((line) => !holds(line, tolerance));
  for (const { what } of failed)
    console.log(`\nmissed${tolerance > 1 ? ` by more than ${tolerance} times` : ""}: ${what}`);
  return failed.length === 0;
}

/** Returns whether two runs of the floor differ so much that the other results are meaningless. */
export function isNoisy(rounds: Results["rounds"]): boolean {
  const drift = driftOf(rounds);
  return drift < 0.95 || drift > 1.05;
}

function driftOf(rounds: Results["rounds"]): number {
  return median(ratios(rounds, "floorAgain", ["floor"], cpuOf));
}

const cpuOf = ({ cpuUs }: Sample) => cpuUs;

/** Two processes of one target: their mean depends less on the luck of one process. */
const FLOORS = ["floor", "floorAgain"];

function holds({ value, bar, isHigherBetter }: Line, tolerance: number): boolean {
  if (bar === null) return true;
  return isHigherBetter ? value >= bar / tolerance : value <= bar * tolerance;
}

function toLines(results: Results): Line[] {
  const { rounds, single, coldStart, compose, messagesPer1000, memory, targets } = results;
  const cpu = (what: string, key: string, judged: Judged = {}, bases = FLOORS) =>
    toLine(what, ratios(rounds, key, bases, cpuOf), judged);
  const lines = [
    cpu("floor, second process: CPU / first", "floorAgain", { aim: 1 }, ["floor"]),
    cpu("from memory, plain: CPU / floor", "plain", { bar: 1.17, aim: 1.1 }),
    cpu("a redirect that is counted, and nothing else: CPU / floor", "bareClick"),
    cpu("from memory, plain: CPU / that", "plain", {}, ["bareClick"]),
    cpu("from memory, everything on, clicks counted: CPU / floor", "full", { bar: 1.3 }),
    cpu("those requests, counted and nothing else: CPU / floor", "bareFull"),
    cpu("from memory, everything on: CPU / that", "full", {}, ["bareFull"]),
    cpu("from memory, five rules: CPU / floor", "rules", { bar: 1.38 }),
    cpu("those requests, counted and nothing else: CPU / floor, of five rules", "bareRules"),
    cpu("from memory, five rules: CPU / that", "rules", {}, ["bareRules"]),
    cpu("a pattern, URL remembered: CPU / floor", "pattern", { bar: 1.3 }),
    cpu("a pattern, URL never seen, slot in memory: CPU / floor", "newPattern", { bar: 1.45 }),
    cpu("unknown alias in the look of its owner: CPU / without the look", "branded", { bar: 1.1, aim: 1 }, [
      "missed",
    ]),
    cpu("unknown alias in the look of its owner: CPU / floor", "branded"),
    cpu("8 kB paths against 200 hostile patterns: CPU / the same without patterns", "hostile", { bar: 1.6 }, [
      "longPath",
    ]),
    toLine(
      "from memory, everything on: requests per second / floor",
      ratios(rounds, "full", FLOORS, ({ perSecond }) => perSecond),
      { bar: 0.83, isHigherBetter: true },
    ),
    cpu(
      "every visit from KV: CPU / a bare bulk get of the same keys and a redirect",
      "store",
      { bar: 1.12 },
      ["bareKv"],
    ),
    // What a page costs more than a redirect is the platform's: the floor has no page.
    cpu("unknown alias from memory, misses off: CPU / a constant page", "unknown", { bar: 1.1 }, [
      "barePage",
    ]),
    cpu("unknown alias from memory, misses off: CPU / floor", "unknown"),
    cpu("unknown alias from memory, misses kept: CPU / floor", "missed", { bar: 1.6, aim: 1.4 }),
    cpu("a constant page of that size, one header read: CPU / floor", "barePage"),
    cpu("a bare KV bulk get and a redirect: CPU / floor", "bareKv"),
    toLine(
      "from memory, plain: latency of one connection / floor",
      ratios(single, "plain", FLOORS, ({ latencyUs }) => latencyUs),
    ),
    ...Object.keys(targets)
      .filter((key) => !OURS.includes(key))
      .map((key) => cpu(`${targets[key]}: CPU / floor`, key)),
    toLine(
      "cold start, CPU to the first redirect / floor",
      coldStart.map(({ oursCpuMs, floorCpuMs }) => oursCpuMs / floorCpuMs),
      { bar: 2.15 },
    ),
    toLine("queue messages per 1,000 clicks", [messagesPer1000], { bar: 20, aim: 10 }),
  ];
  if (compose !== null) {
    const faster = (names: string, ratio: number, bar: number, aim: number) =>
      toLine(`composing a Location, ${names} names: times faster than URL`, [ratio], {
        bar,
        aim,
        isHigherBetter: true,
      });
    lines.push(faster("colliding", compose.colliding, 10, 25));
    lines.push(faster("no colliding", compose.distinct, 20, 60));
  }
  if (memory !== null) {
    const growth = memory.later / memory.full;
    lines.push(toLine("memory of one isolate whose cache is full, MB of 128", [memory.full], { bar: 64 }));
    lines.push(toLine("all entries replaced: memory compared with full cache", [growth], { bar: 1.1 }));
  }
  return lines.filter(({ value }) => !Number.isNaN(value));
}

const OURS = [
  "floor",
  "floorAgain",
  "plain",
  "full",
  "rules",
  "pattern",
  "newPattern",
  "branded",
  "longPath",
  "hostile",
  "store",
  "unknown",
  "missed",
  "bareClick",
  "bareFull",
  "bareRules",
  "bareKv",
  "barePage",
];

type Judged = Partial<Pick<Line, "bar" | "aim" | "isHigherBetter">>;

function toLine(
  what: string,
  values: number[],
  { bar = null, aim = null, isHigherBetter = false }: Judged = {},
): Line {
  const spread = values.length > 1 ? { spread: quartiles(values) } : {};
  return { what, value: median(values), ...spread, bar, aim, isHigherBetter };
}

/** Returns the ratio of a target to the mean of others, for each round that has all of them. */
function ratios(
  rounds: Record<string, Sample>[],
  key: string,
  bases: string[],
  of: (sample: Sample) => number,
): number[] {
  return rounds.flatMap((round) => {
    const values = [key, ...bases].flatMap((each) => round[each] ?? []).map(of);
    const [value = 0, ...others] = values;
    if (values.length <= bases.length) return [];
    return (value * others.length) / others.reduce((sum, other) => sum + other, 0);
  });
}
