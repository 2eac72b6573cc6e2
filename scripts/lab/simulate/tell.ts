import { markdownTable } from "../../support/table.ts";
import { MONTH_SECONDS } from "./month.ts";
import { billFor, usageOf, type VisitUsage } from "./bill.ts";
import { countByTime, countTogether, ROWS_BY_MESSAGE, ROWS_BY_VALUE, SHEETS } from "./click-rows.ts";
import { number, percent } from "./figure.ts";
import type { SimulateRequest } from "./option.ts";
import type { HitRates, Outcome } from "./simulate.ts";

/** The results for one exponent and one number of isolates. */
export interface Simulated extends Outcome {
  exponent: number;
  isolates: number;
  /** A second. */
  visitsOfIsolate: number;
}

export function tellHitRates(runs: Simulated[]): string {
  const rows = runs.map(({ exponent, isolates, visitsOfIsolate, cold, warm }) => [
    String(exponent),
    String(isolates),
    number(visitsOfIsolate),
    percent(inMemory(warm)),
    percent(warm.tiers.url),
    percent(warm.tiers.edge),
    percent(warm.tiers.central),
    warm.keys.toFixed(2),
    percent(inMemory(cold)),
    percent(cold.tiers.central),
    cold.keys.toFixed(2),
  ]);
  const head = ["exponent", "isolates", "visits/s each", "memory", "of it by URL", "KV edge", "KV central"];
  return markdownTable([...head, "keys/visit", "cold: memory", "cold: central", "cold: keys/visit"], rows);
}

/** Prints the rows for clicks that are counted together, up to the clicks of a day. */
export function tellClicks(request: SimulateRequest): string {
  const runs: [name: string, clicks: number][] = [
    ["alone", 1],
    ["100", 100],
    ["10,000", 10_000],
    ["of an hour", 3_600 * request.visits],
    ["of a day", 86_400 * request.visits],
  ];
  const rows = request.exponents.map((exponent) => [
    String(exponent),
    ...runs.map(([, clicks]) => {
      const counted = countTogether({ ...request, exponent }, clicks, Math.min(clicks, 100));
      return `${counted.rowsPerClick.toFixed(2)} (${number(counted.records)} records)`;
    }),
  ]);
  return markdownTable(["rows/click, exponent", ...runs.map(([name]) => name)], rows);
}

/**
 * Prints the bill of a month: warm, and the most expensive case, in which every visit reads KV and every click is
 * sent and counted alone.
 */
export function tellBills(request: SimulateRequest, runs: Simulated[]): string {
  const visits = MONTH_SECONDS * request.visits;
  const lines = request.logVisits;
  const rows = runs.map(({ exponent, isolates, visitsOfIsolate, warm }) => {
    const rate = { visits: request.visits, visitsOfIsolate };
    const { perMessage, rowsPerClick } = countByTime({ ...request, exponent }, rate);
    const { readOfClick: rowsReadPerClick } = SHEETS;
    const each = { keys: warm.keys, clicksPerMessage: perMessage, rowsPerClick, rowsReadPerClick, lines };
    return billRow([String(exponent), String(isolates)], visits, each);
  });
  const alone = countTogether({ ...request, exponent: 0 }, 1, 1);
  const dearest = {
    keys: KEYS_OF_UNKNOWN_HOST,
    clicksPerMessage: 1,
    rowsPerClick: alone.rowsPerClick,
    rowsReadPerClick: SHEETS.readOfClick,
    lines,
  };
  const head = [
    "exponent",
    "isolates",
    "requests",
    "CPU",
    "KV reads",
    "queue",
    "D1 written",
    "D1 read",
    "logs",
  ];
  return markdownTable(
    [...head, `$ for ${number(visits / 1e6)} M visits`, "$ a million"],
    [...rows, billRow(["all cold", ""], visits, dearest)],
  );
}

/** Visits a month, with the aliases and isolates that such an installation has. */
const INSTALLATIONS = [
  { millions: 1, aliases: 10_000, hosts: 10, isolates: 10 },
  { millions: 10, aliases: 30_000, hosts: 30, isolates: 30 },
  { millions: 100, aliases: 100_000, hosts: 100, isolates: 100 },
  { millions: 1_000, aliases: 1_000_000, hosts: 1_000, isolates: 400 },
];

/** By how clicks are counted. A workspace has one host, or all. */
const COUNTINGS = [
  { name: "0.1.0", costs: ROWS_BY_VALUE },
  { name: "0.2.0", costs: ROWS_BY_MESSAGE },
  { name: "now", costs: SHEETS },
  { name: "now, one workspace", costs: SHEETS, workspaces: 1 },
];

/** Prints the monthly cost of counting in each release, and its share of the whole bill. */
export function tellCounting(request: SimulateRequest, exponent = 1): string {
  const rows = INSTALLATIONS.flatMap(({ millions, aliases, hosts, isolates }) => {
    const visits = millions * 1e6;
    const rate = { visits: visits / MONTH_SECONDS, visitsOfIsolate: visits / MONTH_SECONDS / isolates };
    const bills = COUNTINGS.map(({ name, costs, workspaces = hosts }) => {
      const popularity = { ...request, aliases, hosts, workspaces, exponent };
      const { perMessage, rowsPerClick } = countByTime(popularity, rate, costs);
      const each = { keys: KEYS_OF_PLAIN_VISIT, clicksPerMessage: perMessage, rowsPerClick, lines: 0 };
      const usage = usageOf(visits, { ...each, rowsReadPerClick: costs.readOfClick });
      return { name, rowsPerClick, ...billFor(usage) };
    });
    const before = bills.find(({ name }) => name === "0.2.0");
    return bills.map(({ name, rowsPerClick, total, ...bill }) => {
      const share = (sum: number) => `${number(sum)} (${percent(sum / total)})`;
      return [
        `${number(millions)} M`,
        name,
        rowsPerClick.toFixed(2),
        // All rows, including those that the plan includes.
        number(rowsPerClick * millions),
        share(bill.rowsWritten),
        share(bill.rowsRead),
        share(bill.queueOperations),
        share(bill.kvReads),
        share(bill.requests + bill.cpuMs),
        `${number(total)} (${percent(total / (before?.total ?? total))})`,
      ];
    });
  });
  const head = ["visits a month", "counted by", "rows a click", "M rows", "D1 written", "D1 read", "queue"];
  return markdownTable([...head, "KV reads", "requests, CPU", "$ in all (of 0.2.0)"], rows);
}

/** The shares of visits that are logged; an invocation log is a line for each. */
const LOGGED: [name: string, share: number][] = [
  ["invocation logs (0.2.0)", 1],
  ["log_visits 0", 0],
  ["log_visits 0.01", 0.01],
  ["log_visits 0.1", 0.1],
];

/** Prints the monthly cost of the log, by the share of visits that write a line. */
export function tellLogs({ visits }: SimulateRequest): string {
  const months = [...INSTALLATIONS.map(({ millions }) => millions * 1e6), visits * MONTH_SECONDS];
  const rows = months.map((month) => [
    `${number(month / 1e6)} M`,
    ...LOGGED.map(([, share]) => number(billFor(usageOf(month, { ...NO_CLICKS, lines: share })).logLines)),
  ]);
  return markdownTable(["visits a month", ...LOGGED.map(([name]) => name)], rows);
}

const NO_CLICKS = { keys: 0, clicksPerMessage: 1, rowsPerClick: 0, rowsReadPerClick: 0 };

/** The alias, and its hostname if memory does not know it any more. */
const KEYS_OF_PLAIN_VISIT = 1.5;

/** The host, the wildcard above it, the alias. */
const KEYS_OF_UNKNOWN_HOST = 3;

function billRow(names: string[], visits: number, each: VisitUsage): string[] {
  const { total, ...bill } = billFor(usageOf(visits, each));
  const dollars = [...Object.values(bill), total, (total / visits) * 1e6];
  return [...names, ...dollars.map((sum) => number(sum))];
}

function inMemory({ tiers }: HitRates): number {
  return tiers.url + tiers.memory;
}
