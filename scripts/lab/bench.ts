import { parseArgs } from "node:util";
import { compareWith } from "./bench/against.ts";
import { coldStarts, type ColdStart } from "./bench/cold-start.ts";
import { measureCompose } from "./bench/compose.ts";
import { measureMemory } from "./bench/memory.ts";
import { addPeers } from "./bench/peer.ts";
import { report } from "./bench/report.ts";
import { measureRounds } from "./bench/rounds.ts";
import { median, quartiles } from "./bench/statistics.ts";
import { prepareTargets } from "./bench/target.ts";
import { runCommand, UsageError } from "../support/command.ts";

const USAGE = `Compares the cost of a visit with that of a minimal Worker, or with another commit's.

  npm run bench [-- options]

  --against REF           measures another commit in turn with this one; fails on a row that is worse twice
  --only KEY              leaves out the other rows; can be given again
                          (plain full rules pattern newPattern branded longPath hostile store unknown missed;
                          with --against also coldStart)
  --rounds N              how many rounds (7); with --against, how many processes of each version, 3 to 31 (8)
  --quick                 fewer and shorter rounds, and bars twice as high, for a busy machine
  --cold-start            measures nothing but cold starts
  --peer NAME=FILE        also measures the redirector of a configuration of workerd; can be given again
  --write                 writes the results to docs/performance.md`;

/** docs/performance.md explains the results. */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
      peer: { type: "string", multiple: true, default: [] },
      write: { type: "boolean", default: false },
      only: { type: "string", multiple: true },
      "cold-start": { type: "boolean", default: false },
      against: { type: "string" },
    },
  });
  const requests = values.quick ? 4_000 : 20_000;
  if (values.against !== undefined) {
    const sittings = toCount(values.rounds ?? (values.quick ? "3" : "8"), 3, 31);
    const { against: ref, only } = values;
    return (await compareWith({ ref, only, sittings, requests })) ? 0 : 1;
  }
  const rounds = toCount(values.rounds ?? (values.quick ? "3" : "7"), 1, 1_000);
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
}, USAGE);

function toCount(text: string, min: number, max: number): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= min && count <= max) return count;
  throw new UsageError(`--rounds takes a whole number from ${min} to ${max}, not ${text}`);
}

function printColdStarts(samples: ColdStart[]): void {
  const ratios = samples.map(({ oursCpuMs, floorCpuMs }) => oursCpuMs / floorCpuMs);
  const [low, high] = quartiles(ratios).map((ratio) => ratio.toFixed(2));
  console.log(`cold start: ${median(ratios).toFixed(2)} times the floor (middle half ${low} – ${high})`);
}
