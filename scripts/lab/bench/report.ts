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
  return median(ratios(rounds, "floorAgain", ["floor"], ({ cpuUs }) => cpuUs));
}

/** Two processes of one target: their mean depends less on the luck of one process. */
const FLOORS = ["floor", "floorAgain"];

function holds({ value, bar, isHigherBetter }: Line, tolerance: number): boolean {
  if (bar === null) return true;
  return isHigherBetter ? value >= bar / tolerance : value <= bar * tolerance;
}

function toLines(results: Results): Line[] {
  const { rounds, single, coldStart, compose, messagesPer1000, memory, targets } = results;
  const cpu = (what: string, key: string, base: string, bar: number | null, aim: number | null) =>
    toLine(
      what,
      ratios(rounds, key, base === "floor" ? FLOORS : [base], ({ cpuUs }) => cpuUs),
      bar,
      aim,
      false,
    );
  const lines = [
    toLine(
      "floor, second process: CPU / first",
      ratios(rounds, "floorAgain", ["floor"], ({ cpuUs }) => cpuUs),
      null,
      1,
      false,
    ),
    cpu("from memory, plain: CPU / floor", "plain", "floor", 1.25, 1.1),
    cpu("from memory, everything on, clicks counted: CPU / floor", "full", "floor", 1.4, 1.25),
    cpu("from memory, five rules: CPU / floor", "rules", "floor", 1.6, 1.4),
    cpu("a pattern, URL remembered: CPU / floor", "pattern", "floor", 1.3, null),
    cpu("a pattern, URL never seen, slot in memory: CPU / floor", "newPattern", "floor", 1.6, null),
    cpu("unknown alias in the look of its owner: CPU / without the look", "branded", "missed", 1.1, 1),
    cpu("unknown alias in the look of its owner: CPU / floor", "branded", "floor", null, null),
    cpu(
      "8 kB paths against 200 hostile patterns: CPU / the same without patterns",
      "hostile",
      "longPath",
      1.6,
      null,
    ),
    toLine(
      "from memory, everything on: requests per second / floor",
      ratios(rounds, "full", FLOORS, ({ perSecond }) => perSecond),
      0.78,
      0.88,
      true,
    ),
    cpu(
      "every visit from KV: CPU / a bare bulk get of the same keys and a redirect",
      "store",
      "bareKv",
      1.15,
      1.05,
    ),
    // What a page costs more than a redirect is the platform's: the floor has no page.
    cpu("unknown alias from memory, misses off: CPU / a constant page", "unknown", "barePage", 1.2, 1.05),
    cpu("unknown alias from memory, misses off: CPU / floor", "unknown", "floor", null, null),
    cpu("unknown alias from memory, misses kept: CPU / floor", "missed", "floor", 1.6, 1.4),
    cpu("a constant page of that size, one header read: CPU / floor", "barePage", "floor", null, null),
    cpu("a bare KV bulk get and a redirect: CPU / floor", "bareKv", "floor", null, null),
    toLine(
      "from memory, plain: latency of one connection / floor",
      ratios(single, "plain", FLOORS, ({ latencyUs }) => latencyUs),
      null,
      null,
      false,
    ),
    ...Object.keys(targets)
      .filter((key) => !OURS.includes(key))
      .map((key) => cpu(`${targets[key]}: CPU / floor`, key, "floor", null, null)),
    toLine(
      "cold start, CPU to the first redirect / floor",
      coldStart.map(({ oursCpuMs, floorCpuMs }) => oursCpuMs / floorCpuMs),
      2.6,
      1.9,
      false,
    ),
    toLine("queue messages per 1,000 clicks", [messagesPer1000], 20, 10, false),
  ];
  if (compose !== null) {
    lines.push(
      toLine(
        "composing a Location, colliding names: times faster than URL",
        [compose.colliding],
        10,
        25,
        true,
      ),
      toLine(
        "composing a Location, no colliding names: times faster than URL",
        [compose.distinct],
        20,
        60,
        true,
      ),
    );
  }
  if (memory !== null) {
    lines.push(
      toLine("memory of one isolate whose cache is full, MB of 128", [memory.full], 64, null, false),
      toLine(
        "all entries replaced: memory compared with full cache",
        [memory.later / memory.full],
        1.1,
        null,
        false,
      ),
    );
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
  "bareKv",
  "barePage",
];

function toLine(
  what: string,
  values: number[],
  bar: number | null,
  aim: number | null,
  isHigherBetter: boolean,
): Line {
  return {
    what,
    value: median(values),
    ...(values.length > 1 && { spread: quartiles(values) }),
    bar,
    aim,
    isHigherBetter,
  };
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
