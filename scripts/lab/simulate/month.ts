import { markdownTable } from "../../support/table.ts";
import { billFor, usageOf, type Usage } from "./bill.ts";
import { BYTES, bytesOfDailyClicks, bytesOfIds, D1_BYTES, MONTHS_KEPT } from "./stored-bytes.ts";
import { clicksOfMessage, countByTime, countTogether, SHEETS } from "./click-rows.ts";

/** The bill of a month of one installation, by part. */

export interface MonthRequest {
  plan: "paid" | "free";
  /** A month. */
  visits: number;
  links: number;
  /** The share of visits that are logged. */
  logVisits: number;
}

const MONTH_DAYS = 30;
export const MONTH_SECONDS = MONTH_DAYS * 86_400;
const GB = 1_000_000_000;
const NIGHTS = 30;
/** Lines of cron for a database: each job that ran, each minute. */
export const CRON_LINES = 5 * 1_440 * MONTH_DAYS;
/** Dollars for a GB and month, and the GB that are included. */
const STORAGE = {
  d1: { price: 0.75, included: 5 },
  kv: { price: 0.5, included: 1 },
  r2: { price: 0.015, included: 10 },
};
/** Dollars for a million, and the number that is included. */
const KV_WRITES = { price: 5, included: 1_000_000 };
/** Aliases are visited by Zipf's law with this exponent. */
export const EXPONENT = 1;
export const LINKS_OF_HOST = 1_000;
/** Keys that a visit reads if memory does not have them. */
export const KEYS_OF_VISIT = 1.2;

/** Returns the visits a second of one isolate, for those of a month. The platform decides it; this is assumed. */
export function visitsOfIsolate(visits: number): number {
  const isolates = Math.max(1, Math.round(10 * Math.sqrt(visits / 1_000_000)));
  return visits / MONTH_SECONDS / isolates;
}

interface Stored {
  d1: number;
  kv: number;
  r2: number;
}

/** Bytes that are stored after 13 months. */
function bytesOf({ visits, links }: MonthRequest): Stored {
  const shape = { aliases: links, hosts: Math.ceil(links / LINKS_OF_HOST), exponent: EXPONENT };
  const daily = Math.round(visits / MONTH_DAYS);
  const clicked = daily === 0 ? 0 : countTogether(shape, daily, 1).records;
  const messages = visits / MONTH_SECONDS / clicksOfMessage(visitsOfIsolate(visits));
  const d1 = links * BYTES.linkInD1 + clicked * bytesOfDailyClicks(MONTHS_KEPT) + bytesOfIds(messages);
  return withCopies(d1, links);
}

/** Returns what the stores hold beside so many bytes in D1. */
export function withCopies(d1: number, links: number): Stored {
  return { d1, kv: links * BYTES.linkInKv, r2: d1 * NIGHTS };
}

/** Returns dollars by part. */
export function billOfMonth(request: MonthRequest): [part: string, amount: string, dollars: number][] {
  const { visits, links, logVisits } = request;
  const shape = { aliases: links, hosts: Math.ceil(links / LINKS_OF_HOST), exponent: EXPONENT };
  const rate = { visits: visits / MONTH_SECONDS, visitsOfIsolate: visitsOfIsolate(visits) };
  const counted = visits === 0 ? { perMessage: 1, rowsPerClick: 0 } : countByTime(shape, rate);
  const usage = usageOf(visits, {
    keys: KEYS_OF_VISIT,
    clicksPerMessage: counted.perMessage,
    rowsPerClick: counted.rowsPerClick,
    rowsReadPerClick: SHEETS.readOfClick,
    lines: logVisits,
  });
  usage.logLines += CRON_LINES;
  return toParts(usage, bytesOf(request), links);
}

/** Returns dollars by part for what a month uses and what is stored, in bytes. */
export function toParts(usage: Usage, bytes: Stored, links: number): [string, string, number][] {
  const { total: _, ...bill } = billFor(usage);
  const stored = (kind: keyof typeof STORAGE) => {
    const { price, included } = STORAGE[kind];
    return Math.max(0, bytes[kind] / GB - included) * price;
  };
  const million = (amount: number) => `${(amount / 1_000_000).toFixed(2)} M`;
  const gigabytes = (amount: number) => `${(amount / GB).toFixed(2)} GB`;
  return [
    ["Workers Paid", "", 5],
    ["requests", million(usage.requests), bill.requests],
    ["CPU", `${million(usage.cpuMs)} ms`, bill.cpuMs],
    ["keys read from KV", million(usage.kvReads), bill.kvReads],
    [
      "keys written to KV, each link once",
      million(links),
      (Math.max(0, links - KV_WRITES.included) / 1e6) * KV_WRITES.price,
    ],
    ["operations of queues", million(usage.queueOperations), bill.queueOperations],
    ["rows written in D1", million(usage.rowsWritten), bill.rowsWritten],
    ["rows read in D1", million(usage.rowsRead), bill.rowsRead],
    ["lines of the log", million(usage.logLines), bill.logLines],
    ["D1, with clicks of 13 months", gigabytes(bytes.d1), stored("d1")],
    ["KV", gigabytes(bytes.kv), stored("kv")],
    [`R2, ${NIGHTS} nightly backups at most`, gigabytes(bytes.r2), stored("r2")],
  ];
}

/** What the free plan allows in a day, and in the database. */
const FREE = {
  requests: 100_000,
  kvReads: 100_000,
  queueOperations: 10_000,
  rowsWritten: 100_000,
  rowsRead: 5_000_000,
  d1: 500_000_000,
};

/** Prints the bill; for the free plan, what it allows beside what is used. */
export function tellMonth(request: MonthRequest): string {
  const { plan, visits } = request;
  if (plan === "free") return tellFreeDay(request);
  const parts = billOfMonth(request);
  const total = parts.reduce((sum, [, , dollars]) => sum + dollars, 0);
  const rows = parts.map(([part, amount, dollars]) => [part, amount, dollars.toFixed(2)]);
  const a = visits === 0 ? "" : `, ${((total / visits) * 1_000_000).toFixed(2)} $ for a million visits`;
  const isTooLarge = bytesOf(request).d1 > D1_BYTES;
  const note = isTooLarge ? "\n\nThis is more than one database of D1 holds (10 GB)." : "";
  return `${markdownTable(["part", "a month", "$"], rows)}\n\n${total.toFixed(2)} $ a month${a}${note}`;
}

function tellFreeDay(request: MonthRequest): string {
  const { visits } = request;
  const day = visits / MONTH_DAYS;
  const shape = { aliases: request.links, hosts: 1, exponent: EXPONENT };
  const { rowsPerClick } = day < 1 ? { rowsPerClick: 0 } : countTogether(shape, 1, 1);
  const used = {
    requests: day + 1_440,
    kvReads: KEYS_OF_VISIT * day + 1_440,
    queueOperations: 3 * day,
    rowsWritten: rowsPerClick * day,
    rowsRead: SHEETS.readOfClick * day + 60 * 1_440,
    d1: bytesOf(request).d1,
  };
  const rows = Object.entries(FREE).map(([part, allowed]) => {
    const amount = used[part as keyof typeof FREE];
    return [part, String(Math.round(amount)), String(allowed), amount > allowed ? "too much" : ""];
  });
  return markdownTable(["a day, each click counted alone", "used", "allowed", ""], rows);
}
