import type { RecordFilter } from "../domain/record-filter.ts";
import { foldTag } from "../domain/tag.ts";
import { firstDayOfLastFourWeeks, startOfDay } from "../domain/week.ts";
import { toScope } from "./record-scope.ts";

/** Counts over the records that a filter matches (contract: `GET /links/facets`). */
export interface RecordFacets {
  total: number;
  hosts: { value: string; count: number }[];
  hosts_total: number;
  tags: string[];
  untagged: number;
  qr: { qr_codes: number; links_with_qr: number };
  kinds: { link: number; qr: number; redirect: number; migration: number; html: number };
  health: { paused: number; dns_issue: number; no_clicks: number };
  created: { last_7_days: number; last_30_days: number };
  /** UTC milliseconds. */
  last_changed_at: number | null;
}

export interface FacetRequest {
  filter: RecordFilter;
  hostsSearch: string | null;
  hostsLimit: number;
}

const MAX_TAGS = 20;

export const NO_FACETS: RecordFacets = {
  total: 0,
  hosts: [],
  hosts_total: 0,
  tags: [],
  untagged: 0,
  qr: { qr_codes: 0, links_with_qr: 0 },
  kinds: { link: 0, qr: 0, redirect: 0, migration: 0, html: 0 },
  health: { paused: 0, dns_issue: 0, no_clicks: 0 },
  created: { last_7_days: 0, last_30_days: 0 },
  last_changed_at: null,
};

const TOTALS = `
  count(*) AS total,
  count(DISTINCT r.host) AS hosts_total,
  coalesce(sum(r.tags = '[]'), 0) AS untagged,
  coalesce(sum(r.handler = 'qr'), 0) AS qr_codes,
  coalesce(sum(r.handler = 'short-url' AND r.qr IS NOT NULL), 0) AS links_with_qr,
  coalesce(sum(r.type <> 'html' AND r.handler = 'short-url'), 0) AS link,
  coalesce(sum(r.type <> 'html' AND r.handler = 'qr'), 0) AS qr,
  coalesce(sum(r.type <> 'html' AND r.handler = 'redirect'), 0) AS redirect,
  coalesce(sum(r.type <> 'html' AND r.handler = 'migration'), 0) AS migration,
  coalesce(sum(r.type = 'html'), 0) AS html,
  count(r.paused_by) AS paused,
  coalesce(sum((SELECT h.correct FROM hosts h WHERE h.host = r.host) = 0), 0) AS dns_issue,
  coalesce(sum(NOT EXISTS (SELECT 1 FROM clicks_daily c WHERE c.scope_id = r.id AND c.day >= ? AND c.clicks > 0)), 0) AS no_clicks,
  coalesce(sum(r.created_at >= ?), 0) AS last_7_days,
  coalesce(sum(r.created_at >= ?), 0) AS last_30_days,
  max(r.updated_at) AS last_changed_at`;

type Totals = Record<
  | "total"
  | "hosts_total"
  | "untagged"
  | "qr_codes"
  | "links_with_qr"
  | keyof RecordFacets["kinds"]
  | keyof RecordFacets["health"]
  | keyof RecordFacets["created"],
  number
> & { last_changed_at: number | null };

export async function countFacets(
  db: D1Database,
  workspaceId: string,
  { filter, hostsSearch, hostsLimit }: FacetRequest,
  nowMs: number,
): Promise<RecordFacets> {
  const { from, where, parameters } = toScope(workspaceId, filter, nowMs);
  const scope = `FROM ${from} WHERE ${where}`;
  const daysAgo = (days: number) => nowMs - startOfDay(days);
  const [totals, hosts, tags] = (await db.batch([
    db
      .prepare(`SELECT ${TOTALS} ${scope}`)
      .bind(firstDayOfLastFourWeeks(nowMs), daysAgo(7), daysAgo(30), ...parameters),
    db
      .prepare(
        `SELECT r.host AS value, count(*) AS count ${scope} AND instr(r.host, ?) > 0
         GROUP BY r.host ORDER BY count DESC, value LIMIT ?`,
      )
      .bind(...parameters, (hostsSearch ?? "").toLowerCase(), hostsLimit),
    db
      .prepare(
        `SELECT t.tag, first.tags FROM (
           SELECT t.tag AS tag, count(*) AS count, min(r.row) AS first_row
           FROM ${from} CROSS JOIN record_tags t ON t.record_id = r.id
           WHERE ${where} GROUP BY t.tag ORDER BY count DESC, t.tag LIMIT ${MAX_TAGS}
         ) t JOIN records first ON first.row = t.first_row ORDER BY t.count DESC, t.tag`,
      )
      .bind(...parameters),
  ])) as [
    D1Result<Totals>,
    D1Result<{ value: string; count: number }>,
    D1Result<{ tag: string; tags: string }>,
  ];
  const row = totals.results[0];
  return row === undefined ? NO_FACETS : toFacets(row, hosts.results, tags.results);
}

function toFacets(
  row: Totals,
  hosts: RecordFacets["hosts"],
  tags: { tag: string; tags: string }[],
): RecordFacets {
  const { link, qr, redirect, migration, html, paused, dns_issue, no_clicks } = row;
  return {
    total: row.total,
    hosts,
    hosts_total: row.hosts_total,
    tags: tags.map(asFirstWritten),
    untagged: row.untagged,
    qr: { qr_codes: row.qr_codes, links_with_qr: row.links_with_qr },
    kinds: { link, qr, redirect, migration, html },
    health: { paused, dns_issue, no_clicks },
    created: { last_7_days: row.last_7_days, last_30_days: row.last_30_days },
    last_changed_at: row.last_changed_at,
  };
}

/** Tags are counted without regard to case and shown as the first record that has them writes them. */
function asFirstWritten({ tag, tags }: { tag: string; tags: string }): string {
  return (JSON.parse(tags) as string[]).find((spelling) => foldTag(spelling) === tag) ?? tag;
}

export interface CachedFacets {
  facets: RecordFacets;
  computedAtMs: number;
}

export async function readCachedFacets(
  db: D1Database,
  workspaceId: string,
  key: string,
): Promise<CachedFacets | null> {
  const row = await db
    .prepare("SELECT facets, computed_at FROM facet_cache WHERE workspace_id = ?1 AND key = ?2")
    .bind(workspaceId, key)
    .first<{ facets: string; computed_at: number }>();
  return row === null
    ? null
    : { facets: JSON.parse(row.facets) as RecordFacets, computedAtMs: row.computed_at };
}

export async function cacheFacets(
  db: D1Database,
  workspaceId: string,
  key: string,
  facets: RecordFacets,
  nowMs: number,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO facet_cache (workspace_id, key, facets, computed_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (workspace_id, key) DO UPDATE SET facets = excluded.facets, computed_at = excluded.computed_at`,
    )
    .bind(workspaceId, key, JSON.stringify(facets), nowMs)
    .run();
}

/** Removes counts that nobody has asked for in a while. */
export async function dropOldFacets(db: D1Database, beforeMs: number): Promise<void> {
  await db.prepare("DELETE FROM facet_cache WHERE computed_at < ?1").bind(beforeMs).run();
}
