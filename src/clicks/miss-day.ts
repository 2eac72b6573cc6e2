import { dayOf, startOfDay } from "../domain/calendar.ts";
import { hashText } from "../domain/hash.ts";
import { OTHER_PATHS, PROBES } from "./missed-path.ts";
import type { PathCount } from "./miss-tally.ts";

/** Adds misses to the stored rows of a hostname (contract 31.3 and 31.6). Pure. */

export const DAYS_KEPT = 30;

const PATHS_A_DAY = 1_000;
/** The number of paths of a day that are reserved for people, and the same for crawlers. */
const RESERVED = 400;
export const MAX_REFERRERS = 8;
/** The most paths of a day with a single visit that are remembered. The oldest are dropped first. */
const MAX_FIRSTS = 2_000;

type Asker = "people" | "crawlers" | "bots";

export interface MissRow extends PathCount {
  days: Record<string, [people: number, crawlers: number, bots: number]>;
}

export interface MissDay {
  day: number;
  /** The number of counted paths, by their first visitor. */
  paths: Record<Asker, number>;
  /** The paths with a single visit. */
  firsts: Map<string, First>;
}

/** The only visit of a path so far. */
interface First {
  isPerson: boolean;
  second: number;
}

interface Room {
  paths: number;
}

/** Returns the key of a path among the rows of a hostname. It does not depend on letter case. */
export const missKey = (slot: string, isRedacted: boolean): string => `${Number(isRedacted)}${slot}`;

/**
 * Adds the visits of a path on a day, if it was visited twice or by a crawler, and the budgets have room.
 * @param rows the stored rows of the hostname, by `missKey`; changed rows are put there
 * @param slotOf returns the slot of a path
 * @returns the changed row; null if the visit is only remembered as the first of its path
 */
export function addMiss(
  day: MissDay,
  rows: Map<string, MissRow>,
  added: PathCount,
  room: Room,
  slotOf: (path: string) => string,
): MissRow | null {
  const { path, isRedacted } = added;
  if (path === PROBES || path === OTHER_PATHS) return addTo(rows, path, path, added, day.day);
  const key = missKey(slotOf(path), isRedacted);
  const known = rows.get(key);
  if (known?.days[day.day] !== undefined) return addTo(rows, key, path, added, day.day);
  const hash = hashPath(key);
  const first = day.firsts.get(hash);
  const visits = added.people + added.crawlers + added.bots;
  if (known === undefined && first === undefined && added.crawlers === 0 && visits < 2) {
    remember(day, hash, added);
    return null;
  }
  day.firsts.delete(hash);
  const count = first === undefined ? added : withFirst(added, first, day.day);
  const asker = askerOf(count);
  const isAdmitted = hasRoom(day.paths, asker) && (known !== undefined || room.paths > 0);
  if (!isAdmitted) return addTo(rows, OTHER_PATHS, OTHER_PATHS, { ...count, referrers: {} }, day.day);
  day.paths[asker]++;
  if (known === undefined) room.paths--;
  return addTo(rows, key, path, count, day.day);
}

function askerOf({ crawlers, people }: PathCount): Asker {
  if (crawlers > 0) return "crawlers";
  return people > 0 ? "people" : "bots";
}

/** Returns whether the day has room for another path, apart from the room that is reserved for others. */
function hasRoom(paths: MissDay["paths"], asker: Asker): boolean {
  let taken = paths.people + paths.crawlers + paths.bots;
  for (const other of ["people", "crawlers"] as const) {
    if (other !== asker) taken += Math.max(0, RESERVED - paths[other]);
  }
  return taken < PATHS_A_DAY;
}

function addTo(
  rows: Map<string, MissRow>,
  key: string,
  path: string,
  added: PathCount,
  day: number,
): MissRow {
  const row: MissRow = rows.get(key) ?? {
    ...added,
    path,
    isRedacted: path === OTHER_PATHS ? false : added.isRedacted,
    people: 0,
    crawlers: 0,
    bots: 0,
    referrers: {},
    days: {},
  };
  rows.set(key, row);
  const [people, crawlers, bots] = row.days[day] ?? [0, 0, 0];
  row.days[day] = [people + added.people, crawlers + added.crawlers, bots + added.bots];
  row.firstAtMs = Math.min(row.firstAtMs, added.firstAtMs);
  row.lastAtMs = Math.max(row.lastAtMs, added.lastAtMs);
  row.referrers = mostFrequent(MAX_REFERRERS, row.referrers, added.referrers);
  return sumUp(row);
}

/** Sums up visits and returns the most frequent hostnames; of equally frequent ones the earlier ones. */
export function mostFrequent(most: number, ...referrers: Record<string, number>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [host, visits] of referrers.flatMap((part) => Object.entries(part))) {
    // An earlier release stored texts for names that every object inherits.
    if (typeof visits === "number") sums.set(host, (sums.get(host) ?? 0) + visits);
  }
  return Object.fromEntries([...sums].toSorted(([, a], [, b]) => b - a).slice(0, most));
}

function sumUp(row: MissRow): MissRow {
  [row.people, row.crawlers, row.bots] = [0, 0, 0];
  for (const [people, crawlers, bots] of Object.values(row.days)) {
    row.people += people;
    row.crawlers += crawlers;
    row.bots += bots;
  }
  return row;
}

/** Returns a row without the days that are no longer kept; null if no day is left. */
export function dropOldDays(row: MissRow, nowMs: number): MissRow | null {
  const firstDay = dayOf(nowMs) - DAYS_KEPT + 1;
  const days = Object.fromEntries(Object.entries(row.days).filter(([day]) => Number(day) >= firstDay));
  if (Object.keys(days).length === 0) return null;
  const firstAtMs = Math.max(row.firstAtMs, startOfDay(Math.min(...Object.keys(days).map(Number))));
  return sumUp({ ...row, days, firstAtMs });
}

function remember(day: MissDay, hash: string, { people, firstAtMs }: PathCount): void {
  const second = Math.floor((firstAtMs - startOfDay(day.day)) / 1_000);
  day.firsts.set(hash, { isPerson: people > 0, second });
  const [oldest] = day.firsts.keys();
  if (day.firsts.size > MAX_FIRSTS && oldest !== undefined) day.firsts.delete(oldest);
}

function withFirst(count: PathCount, { isPerson, second }: First, day: number): PathCount {
  return {
    ...count,
    [isPerson ? "people" : "bots"]: count[isPerson ? "people" : "bots"] + 1,
    firstAtMs: Math.min(count.firstAtMs, startOfDay(day) + second * 1_000),
  };
}

/** The length of the hash in an entry. The kind of visitor and the second of the day in base 36 follow it. */
const HASH_CHARACTERS = 8;
const ENTRY_CHARACTERS = 13;

function hashPath(key: string): string {
  const [one, two] = [hashText(key), hashText(`${key}\n`)];
  return (one * 0x1_0000 + (two & 0xffff))
    .toString(36)
    .padStart(HASH_CHARACTERS, "0")
    .slice(-HASH_CHARACTERS);
}

export function formatFirsts(firsts: MissDay["firsts"]): string {
  return [...firsts]
    .map(
      ([hash, { isPerson, second }]) =>
        `${hash}${isPerson ? "p" : "b"}${second.toString(36).padStart(4, "0")}`,
    )
    .join("");
}

export function parseFirsts(text: string): MissDay["firsts"] {
  const firsts: MissDay["firsts"] = new Map();
  for (let at = 0; at + ENTRY_CHARACTERS <= text.length; at += ENTRY_CHARACTERS) {
    const entry = text.slice(at, at + ENTRY_CHARACTERS);
    firsts.set(entry.slice(0, HASH_CHARACTERS), {
      isPerson: entry[HASH_CHARACTERS] === "p",
      second: Number.parseInt(entry.slice(HASH_CHARACTERS + 1), 36),
    });
  }
  return firsts;
}
