import { parseArgs } from "node:util";
import { UsageError } from "../../support/command.ts";

/** The parameters of the tables: one line for each exponent and number of isolates. */
export interface SimulateRequest {
  aliases: number;
  hosts: number;
  /** A second, everywhere together. */
  visits: number;
  locations: number;
  /** Isolates in each location. */
  isolates: number[];
  exponents: number[];
  memorySeconds: number;
  cacheSeconds: number;
  /** The share of visits that are logged. */
  logVisits: number;
  seed: number;
}

export const simulateHelp = `Simulates how many visits are answered from memory, KV's cache at the location, and KV's central stores.

  npm run simulate -- [options]

  --aliases N          the number of aliases (100000000)
  --hosts N            hostnames over which they are spread evenly (10000)
  --visits N           visits a second, over all locations (100000)
  --locations N        locations of the network, with equal visits (100)
  --isolates LIST      isolates of each location (1,16,64)
  --exponents LIST     exponents of Zipf's law; with 0 all aliases are equal (0.8,1,1.2)
  --memory-seconds N   lifetime in memory (MEMORY_SECONDS of wrangler.toml)
  --cache-seconds N    cacheTtl of KV (KV_CACHE_SECONDS of wrangler.toml)
  --log-visits N       share of visits that are logged, 0 to 1 (LOG_VISITS of wrangler.toml)
  --seed N             seed of the random numbers (1)
  --help               shows this
`;

/** Reads the command line over the variables of wrangler.toml; null if help is asked for. Throws UsageError. */
export function parseSimulateRequest(
  args: string[],
  variables: { MEMORY_SECONDS: number; KV_CACHE_SECONDS: number; LOG_VISITS: number },
): SimulateRequest | null {
  const values = readArguments(args);
  if (values.help) return null;
  const request: SimulateRequest = {
    aliases: toNumber("--aliases", values.aliases ?? "100000000", 1),
    hosts: toNumber("--hosts", values.hosts ?? "10000", 1),
    visits: toNumber("--visits", values.visits ?? "100000"),
    locations: toNumber("--locations", values.locations ?? "100", 1),
    isolates: toNumbers("--isolates", values.isolates ?? "1,16,64", 1),
    exponents: toNumbers("--exponents", values.exponents ?? "0.8,1,1.2"),
    memorySeconds: toNumber("--memory-seconds", values["memory-seconds"] ?? `${variables.MEMORY_SECONDS}`),
    cacheSeconds: toNumber("--cache-seconds", values["cache-seconds"] ?? `${variables.KV_CACHE_SECONDS}`),
    logVisits: toNumber("--log-visits", values["log-visits"] ?? `${variables.LOG_VISITS}`),
    seed: toNumber("--seed", values.seed ?? "1"),
  };
  if (request.visits === 0) throw refuse("--visits takes a number above 0");
  if (request.logVisits > 1) throw refuse("--log-visits takes a number from 0 to 1");
  return request;
}

function readArguments(args: string[]) {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        aliases: text,
        hosts: text,
        visits: text,
        locations: text,
        isolates: text,
        exponents: text,
        "memory-seconds": text,
        "cache-seconds": text,
        "log-visits": text,
        seed: text,
        help: { type: "boolean", short: "h" },
      },
    });
    return values;
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

function toNumbers(option: string, text: string, least = 0): number[] {
  return text.split(",").map((part) => toNumber(option, part, least));
}

/** Options with a minimum of 1 are counts, so they accept integers only. */
function toNumber(option: string, text: string, least = 0): number {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number) && number >= least) {
    if (least === 0 || Number.isInteger(number)) return number;
  }
  throw refuse(
    `${option} takes ${least === 0 ? "numbers" : "whole numbers"} from ${least} on, not "${text}"`,
  );
}

function refuse(reason: string): UsageError {
  return new UsageError(`${reason}\n\nnpm run simulate -- --help shows how it is used.`);
}
