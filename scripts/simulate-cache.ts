import { runCommand } from "./support/command.ts";
import { readConfig } from "./support/config.ts";
import { markdownTable } from "./support/markdown-table.ts";
import { parseSimulateRequest, simulateHelp, type SimulateRequest } from "./simulate/option.ts";
import { simulate, type HitRates } from "./simulate/simulate.ts";
import { expectAliases, expectHosts } from "./simulate/zipf.ts";

/**
 * Rows that D1 writes where a day has begun: for each record and each workspace that clicks counted
 * together are of, and for each message (test/clicks/cost.test.ts).
 */
const ROWS = { record: 9.2, workspace: 7, message: 1 };
const CLICKS_IN_MESSAGE = 100;

/** Enough that figures stand to a few tenths of a per cent where visits are few. */
const MIN_VISITS = 50_000;

/**
 * How often memory and KV have the answer, and how many rows clicks cost that are counted together,
 * for aliases whose popularity follows Zipf's law. docs/scaling.md tells what follows from it.
 */
await runCommand(async () => {
  const { vars } = await readConfig();
  const request = parseSimulateRequest(process.argv.slice(2), {
    MEMORY_SECONDS: Number(vars["MEMORY_SECONDS"]),
    KV_CACHE_SECONDS: Number(vars["KV_CACHE_SECONDS"]),
  });
  if (request === null) {
    console.log(simulateHelp);
    return 0;
  }
  console.log(await tellHitRates(request));
  console.log(`\n${tellClicks(request)}`);
  return 0;
});

async function tellHitRates(request: SimulateRequest): Promise<string> {
  const rows: string[][] = [];
  for (const exponent of request.exponents) {
    for (const isolates of request.isolates) {
      const visitsPerSecond = request.visits / request.locations;
      const scenario = { ...request, exponent, isolates, visitsPerSecond, minVisits: MIN_VISITS };
      const { cold, warm } = await simulate(scenario);
      rows.push([
        String(exponent),
        String(isolates),
        number(visitsPerSecond / isolates),
        percent(inMemory(warm)),
        percent(warm.tiers.url),
        percent(warm.tiers.edge),
        percent(warm.tiers.central),
        warm.keys.toFixed(2),
        percent(inMemory(cold)),
        percent(cold.tiers.central),
        cold.keys.toFixed(2),
      ]);
    }
  }
  const head = [
    "exponent",
    "isolates",
    "visits/s each",
    "memory",
    "of it by URL",
    "KV edge",
    "KV central",
    "keys/visit",
    "cold: memory",
    "cold: central",
    "cold: keys/visit",
  ];
  return markdownTable(head, rows);
}

/** One host is taken for one workspace. */
function tellClicks({ aliases, hosts, exponents, visits }: SimulateRequest): string {
  const runs = [
    { name: "alone", clicks: 1 },
    { name: "100", clicks: 100 },
    { name: "10,000", clicks: 10_000 },
    { name: "of an hour", clicks: 3_600 * visits },
    { name: "of a day", clicks: 86_400 * visits },
  ];
  const rows = exponents.map((exponent) => [
    String(exponent),
    ...runs.map(({ clicks }) => {
      const records = expectAliases({ aliases, exponent }, clicks);
      const workspaces = expectHosts({ aliases, exponent }, hosts, clicks);
      const messages = Math.ceil(clicks / CLICKS_IN_MESSAGE);
      const written = ROWS.record * records + ROWS.workspace * workspaces + ROWS.message * messages;
      return `${number(records)} records, ${(written / clicks).toFixed(2)} rows/click`;
    }),
  ]);
  return markdownTable(["exponent", ...runs.map(({ name }) => `clicks counted together: ${name}`)], rows);
}

function inMemory({ tiers }: HitRates): number {
  return tiers.url + tiers.memory;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function number(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 3 });
}
