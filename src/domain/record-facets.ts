import type { Hostname } from "./hostname.ts";
import type { Handler } from "./handler.ts";
import { foldTag } from "./tag.ts";
import { DAY_MS } from "./time.ts";

/** Counts over the records that a filter matches (contract 13.10). */

/** The number of records, and how many of them are paused. */
export interface RecordCounts {
  total: number;
  paused: number;
}

/** Kept with stored counts. Change it when `FacetTotals` gets a member, so that counts without it are done anew. */
export const FACETS_FORM = 3;

export interface RecordFacets extends FacetTotals {
  hosts: { value: string; count: number }[];
  hosts_total: number;
  tags: string[];
}

interface FacetTotals {
  total: number;
  untagged: number;
  qr: { qr_codes: number; links_with_qr: number };
  kinds: { link: number; qr: number; redirect: number; migration: number; html: number };
  handlers: Record<Handler, number>;
  health: { paused: number; broken: number; dns_issue: number; no_clicks: number };
  created: { last_7_days: number; last_30_days: number };
  /** UTC milliseconds. */
  last_changed_at: number | null;
}

/** The hosts that facets show: the largest of those that contain a text. */
export interface HostSelection {
  search: string;
  limit: number;
}

/** The most tags that facets show. */
export const TAGS_SHOWN = 20;

/** The fields of a record that facets count. */
export interface FacetRow {
  host: Hostname;
  handler: Handler;
  html: number;
  paused: number;
  broken: number;
  styled: number;
  tags: string[];
  dns_issue: number;
  clicked_lately: number;
  created_at: number;
  updated_at: number;
}

/** An unfinished count of facets, stored as JSON. Records are added in the order of their creation. */
export interface FacetTally extends FacetTotals {
  hosts: [host: Hostname, count: number][];
  /** Tags with the spelling of the first record that has them. */
  tags: [folded: string, count: number, spelling: string][];
}

export const NO_FACETS: FacetTally = {
  total: 0,
  untagged: 0,
  qr: { qr_codes: 0, links_with_qr: 0 },
  kinds: { link: 0, qr: 0, redirect: 0, migration: 0, html: 0 },
  handlers: { "short-url": 0, qr: 0, redirect: 0, migration: 0 },
  health: { paused: 0, broken: 0, dns_issue: 0, no_clicks: 0 },
  created: { last_7_days: 0, last_30_days: 0 },
  last_changed_at: null,
  hosts: [],
  tags: [],
};

/** The most hosts or tags in a tally, which is stored as one value. Beyond that, the smallest are dropped. */
const VALUES_KEPT = 5_000;

const KINDS = { "short-url": "link", qr: "qr", redirect: "redirect", migration: "migration" } as const;

/** Returns a tally with more records added. */
export function addToFacets(tally: FacetTally, rows: FacetRow[], nowMs: number): FacetTally {
  const next = structuredClone(tally);
  const hosts = new Map(next.hosts);
  const tags = new Map(next.tags.map((entry) => [entry[0], entry]));
  for (const row of rows) {
    addTotals(next, row, nowMs);
    hosts.set(row.host, (hosts.get(row.host) ?? 0) + 1);
    for (const spelling of row.tags) {
      const [tag, count, first] = tags.get(foldTag(spelling)) ?? [foldTag(spelling), 0, spelling];
      tags.set(tag, [tag, count + 1, first]);
    }
  }
  next.hosts = largest([...hosts], VALUES_KEPT);
  next.tags = largest([...tags.values()], VALUES_KEPT);
  return next;
}

function addTotals(tally: FacetTotals, row: FacetRow, nowMs: number): void {
  tally.total++;
  tally.untagged += Number(row.tags.length === 0);
  tally.qr.qr_codes += Number(row.handler === "qr");
  tally.qr.links_with_qr += Number(row.handler === "short-url" && row.styled === 1);
  tally.handlers[row.handler]++;
  tally.kinds[row.html === 1 ? "html" : KINDS[row.handler]]++;
  tally.health.paused += row.paused;
  tally.health.broken += row.broken;
  tally.health.dns_issue += row.dns_issue;
  tally.health.no_clicks += 1 - row.clicked_lately;
  tally.created.last_7_days += Number(row.created_at >= nowMs - 7 * DAY_MS);
  tally.created.last_30_days += Number(row.created_at >= nowMs - 30 * DAY_MS);
  tally.last_changed_at = Math.max(tally.last_changed_at ?? row.updated_at, row.updated_at);
}

/** Returns the largest entries, the largest first, equal ones by value. */
function largest<T extends [value: string, count: number, ...rest: string[]]>(
  entries: T[],
  limit: number,
): T[] {
  return entries
    .toSorted(([value, count], [other, otherCount]) => otherCount - count || (value < other ? -1 : 1))
    .slice(0, limit);
}

export function toFacets(
  { hosts, tags, ...totals }: FacetTally,
  { search, limit }: HostSelection,
): RecordFacets {
  const wanted = search.toLowerCase();
  return {
    ...totals,
    hosts: hosts
      .filter(([host]) => host.includes(wanted))
      .slice(0, limit)
      .map(([value, count]) => ({ value, count })),
    hosts_total: hosts.length,
    tags: tags.slice(0, TAGS_SHOWN).map(([, , spelling]) => spelling),
  };
}
