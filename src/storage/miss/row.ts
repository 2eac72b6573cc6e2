import type { Hostname } from "../../domain/hostname.ts";
import { MAX_REFERRERS, mostFrequent, type MissRow } from "../../clicks/miss-day.ts";
import { exactSlot } from "../../domain/slot.ts";
import { foldPath, type CanonicalPath } from "../../domain/path.ts";

export interface StoredMissRow {
  host: Hostname;
  slot: string;
  redacted: number;
  path: string;
  people: number;
  crawlers: number;
  bots: number;
  first_at: number;
  last_at: number;
  /** An object as JSON. */
  referrers: string;
  /** An object as JSON. */
  days: string;
}

export const MISS_COLUMNS =
  "m.host, m.slot, m.redacted, m.path, m.people, m.crawlers, m.bots, m.first_at, m.last_at, m.referrers, m.days";

/** Returns the slot of a canonical path, which does not depend on letter case. */
export function missSlot(path: string): string {
  return exactSlot(foldPath(path as CanonicalPath));
}

export function toMissRow(row: StoredMissRow): MissRow {
  return {
    path: row.path,
    isRedacted: row.redacted === 1,
    people: row.people,
    crawlers: row.crawlers,
    bots: row.bots,
    firstAtMs: row.first_at,
    lastAtMs: row.last_at,
    referrers: mostFrequent(MAX_REFERRERS, JSON.parse(row.referrers) as MissRow["referrers"]),
    days: JSON.parse(row.days) as MissRow["days"],
  };
}

/** Returns the columns of a row that change with its counts, in the order of `?1` of `write.ts`. */
export function toCounted(host: Hostname, slot: string, row: MissRow): unknown[] {
  const oldestDay = Math.min(...Object.keys(row.days).map(Number));
  const visits = row.people + row.crawlers + row.bots;
  return [
    host,
    slot,
    Number(row.isRedacted),
    row.path,
    row.people,
    row.crawlers,
    row.bots,
    visits,
    row.firstAtMs,
    row.lastAtMs,
    oldestDay,
    JSON.stringify(row.referrers),
    JSON.stringify(row.days),
  ];
}
