import { readArguments, refuseUsage } from "../../support/arguments.ts";
import type { Installation } from "./databases/installation.ts";
import type { MonthRequest } from "./month.ts";
import type { RoomRequest } from "./room.ts";
import { DAILY_VALUES } from "./stored-bytes.ts";

/** The parameters of the tables: one line for each exponent and number of isolates. */
export interface SimulateRequest {
  aliases: number;
  hosts: number;
  /** A second, everywhere together. */
  visits: number;
  locations: number;
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

The bill of a month, by part, with logs, storage and backups:

  npm run simulate -- --bill --visits N --links N [--plan free] [--log-visits N]

  --visits N           visits in the month
  --links N            links that are stored
  --plan PLAN          paid (the default), or free: what the plan allows in a day, and what is used

What the clicks of a link take that is clicked every day for 13 months, measured:

  npm run simulate -- --clicks

What fits into one database beside some links:

  npm run simulate -- --room --links N --daily N --months N

  --links N            links that are stored
  --daily N            how many of them are clicked every day
  --months N           for how many months

How many databases large installations need, what each then does, what it costs, and what fails first:

  npm run simulate -- --databases [options]

  --links LIST         links, an installation each (10000000,100000000)
  --visits N           visits a day, each of them a click (1000000000)
  --workspaces N       workspaces, whose links go by Zipf's law (10000)
  --calls N            calls of the API a second (100)
  --unknown N          share of visits that the database has to answer, 0 to 1 (0.01)
  --without-snapshot N share of these on hostnames that a wildcard or an apex answers, 0 to 1 (0.1)
  --edits N            edits of each link, which its history keeps (1)
  --values N           values a day of each breakdown of a link: 1, 50 or 200 (1)
`;

/** What is calculated within a minute. */
const MOST = { links: 1e9, visits: 1e11, workspaces: 20_000 };

/** Reads the command line for several databases; null if help is asked for. Throws UsageError. */
export function parseDatabasesRequest(args: string[]): Installation[] | null {
  const texts = {
    links: "10000000,100000000",
    visits: "1000000000",
    workspaces: "10000",
    calls: "100",
    unknown: "0.01",
    "without-snapshot": "0.1",
    edits: "1",
    values: "1",
  };
  const read = readArguments(
    "simulate",
    args,
    { databases: { type: "boolean" }, ...toOptions(texts) },
    false,
  );
  if (read === null) return null;
  const values = { ...texts, ...read.values };
  const daily = DAILY_VALUES.find((count) => String(count) === values.values);
  if (daily === undefined) throw refuse(`--values takes ${DAILY_VALUES.join(", ")}, not "${values.values}"`);
  const shared = {
    visits: toNumber("--visits", values.visits),
    workspaces: toNumber("--workspaces", values.workspaces, 1),
    calls: toNumber("--calls", values.calls),
    unknown: toShare("--unknown", values.unknown),
    withoutSnapshot: toShare("--without-snapshot", values["without-snapshot"]),
    edits: toNumber("--edits", values.edits),
    values: daily,
  };
  if (shared.visits === 0) throw refuse("--visits takes a number above 0");
  return toNumbers("--links", values.links, 1).map((links) => {
    const installation = { ...shared, links };
    for (const [name, most] of Object.entries(MOST))
      if (installation[name as keyof typeof MOST] > most) throw refuse(`--${name} takes at most ${most}`);
    if (shared.workspaces > links) throw refuse("--workspaces takes at most the number of --links");
    return installation;
  });
}

/** Returns options that take a text, with these as defaults. */
function toOptions<T extends Record<string, string>>(texts: T) {
  const options = Object.entries(texts).map(
    ([name, text]) => [name, { type: "string", default: text }] as const,
  );
  return Object.fromEntries(options) as Record<keyof T, { type: "string"; default: string }>;
}

const BILL_OPTIONS = {
  bill: { type: "boolean" },
  visits: { type: "string" },
  links: { type: "string" },
  plan: { type: "string", default: "paid" },
  "log-visits": { type: "string" },
} as const;

/** Reads the command line for the bill of a month; null if help is asked for. Throws UsageError. */
export function parseMonthRequest(args: string[], logVisits: number): MonthRequest | null {
  const read = readArguments("simulate", args, BILL_OPTIONS, false);
  if (read === null) return null;
  const { visits, links, plan, "log-visits": share = String(logVisits) } = read.values;
  if (plan !== "paid" && plan !== "free") throw refuse(`--plan takes paid or free, not "${plan}"`);
  return {
    plan,
    visits: toNumber("--visits", visits ?? ""),
    links: toNumber("--links", links ?? "", 1),
    logVisits: toShare("--log-visits", share),
  };
}

const ROOM_OPTIONS = {
  room: { type: "boolean" },
  links: { type: "string" },
  daily: { type: "string" },
  months: { type: "string" },
} as const;

/** Reads the command line for the room in a database; null if help is asked for. Throws UsageError. */
export function parseRoomRequest(args: string[]): RoomRequest | null {
  const read = readArguments("simulate", args, ROOM_OPTIONS, false);
  if (read === null) return null;
  const { links, daily, months } = read.values;
  const request = {
    links: toNumber("--links", links ?? "", 1),
    daily: toNumber("--daily", daily ?? ""),
    months: toNumber("--months", months ?? "", 1),
  };
  if (request.daily > request.links) throw refuse("--daily takes at most the number of --links");
  return request;
}

/** Reads the command line for the measurement of clicks; null if help is asked for. Throws UsageError. */
export function parseClicksRequest(args: string[]): object | null {
  return readArguments("simulate", args, { clicks: { type: "boolean" } }, false);
}

/** Reads the command line over the variables of wrangler.toml; null if help is asked for. Throws UsageError. */
export function parseSimulateRequest(
  args: string[],
  variables: { MEMORY_SECONDS: number; KV_CACHE_SECONDS: number; LOG_VISITS: number },
): SimulateRequest | null {
  const texts = {
    aliases: "100000000",
    hosts: "10000",
    visits: "100000",
    locations: "100",
    isolates: "1,16,64",
    exponents: "0.8,1,1.2",
    "memory-seconds": String(variables.MEMORY_SECONDS),
    "cache-seconds": String(variables.KV_CACHE_SECONDS),
    "log-visits": String(variables.LOG_VISITS),
    seed: "1",
  };
  const read = readArguments("simulate", args, toOptions(texts), false);
  if (read === null) return null;
  const values = { ...texts, ...read.values };
  const request: SimulateRequest = {
    aliases: toNumber("--aliases", values.aliases, 1),
    hosts: toNumber("--hosts", values.hosts, 1),
    visits: toNumber("--visits", values.visits),
    locations: toNumber("--locations", values.locations, 1),
    isolates: toNumbers("--isolates", values.isolates, 1),
    exponents: toNumbers("--exponents", values.exponents),
    memorySeconds: toNumber("--memory-seconds", values["memory-seconds"]),
    cacheSeconds: toNumber("--cache-seconds", values["cache-seconds"]),
    logVisits: toShare("--log-visits", values["log-visits"]),
    seed: toNumber("--seed", values.seed),
  };
  if (request.visits === 0) throw refuse("--visits takes a number above 0");
  return request;
}

function toNumbers(option: string, text: string, least = 0): number[] {
  return text.split(",").map((part) => toNumber(option, part, least));
}

function toShare(option: string, text: string): number {
  const share = toNumber(option, text);
  if (share > 1) throw refuse(`${option} takes a number from 0 to 1`);
  return share;
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

const refuse = (reason: string) => refuseUsage("simulate", reason);
