import { dayOf } from "../domain/calendar.ts";
import type { Misses } from "../domain/misses.ts";
import type { Click, Miss } from "../queue-messages.ts";
import { classifyAgent } from "./classify.ts";
import { OTHER_PATHS, PROBES, readMissedPath, type MissedPath } from "./missed-path.ts";

/** The stored misses of a message until they are added to rows. A later release may store another version. */
export interface StoredMisses {
  v: typeof STORED_MISSES_VERSION;
  /** The counts by hostname, then by day in days since 1970. */
  of: Record<string, Record<string, PathCount[]>>;
}

export const STORED_MISSES_VERSION = 1;

export interface PathCount extends MissedPath {
  people: number;
  /** The visits of search engines' crawlers, from their published addresses. */
  crawlers: number;
  bots: number;
  firstAtMs: number;
  lastAtMs: number;
  /** The visits by referring hostname. */
  referrers: Record<string, number>;
}

export function isMiss(event: Click | Miss): event is Miss {
  return event[0] === "" && event[8] !== undefined && event[8] !== "";
}

/**
 * Sums up the misses of a message, which contains no address and no query.
 * @param settings the settings of the connected hostnames; misses of other hostnames, and of those that keep none, do
 *   not count
 * @returns null if there is nothing to store
 */
export function tallyMisses(
  misses: readonly Miss[],
  settings: ReadonlyMap<string, Misses>,
): StoredMisses | null {
  const counts = new Map<string, PathCount>();
  const of: StoredMisses["of"] = {};
  for (const [, atMs, isCrawler, , referrer, userAgent, , rawPath, host] of misses) {
    const setting = settings.get(host);
    if (setting === undefined || setting === "off") continue;
    const missed = readMissedPath(rawPath);
    const day = String(dayOf(atMs));
    const key = JSON.stringify([host, day, missed]);
    let count = counts.get(key);
    if (count === undefined) {
      count = {
        ...missed,
        people: 0,
        crawlers: 0,
        bots: 0,
        firstAtMs: atMs,
        lastAtMs: atMs,
        // Without a prototype, because visitors may send names that every object inherits.
        referrers: Object.create(null) as PathCount["referrers"],
      };
      counts.set(key, count);
      ((of[host] ??= {})[day] ??= []).push(count);
    }
    count[classOf(isCrawler, userAgent)]++;
    count.firstAtMs = Math.min(count.firstAtMs, atMs);
    count.lastAtMs = Math.max(count.lastAtMs, atMs);
    const isPath = missed.path !== PROBES && missed.path !== OTHER_PATHS;
    if (isPath && referrer !== "") count.referrers[referrer] = (count.referrers[referrer] ?? 0) + 1;
  }
  return counts.size === 0 ? null : { v: STORED_MISSES_VERSION, of };
}

function classOf(isCrawler: number, userAgent: string): "people" | "crawlers" | "bots" {
  if (!classifyAgent(userAgent).isBot) return "people";
  return isCrawler === 1 ? "crawlers" : "bots";
}
