import { foldTag } from "../../domain/tag.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { familyOf, HANDLERS, type Handler } from "../../domain/handler.ts";
import { TAGS_SHOWN, type HostSelection, type RecordFacets } from "../../domain/record-facets.ts";
import { isEmptyFilter, type RecordFilter } from "../../domain/record-filter.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { hostsWithin, type Reach, type WholeWorkspace } from "../../domain/reach.ts";
import { hostsParameter, nameWithin, selectCountOnHosts } from "../reach.ts";
import { deletePart } from "../statement.ts";
import { firstDayOfLastFourWeeks } from "../../domain/calendar.ts";

/**
 * Counters of records: the table `record_counts`, and the counters by handler in `hosts`. The batch that inserts
 * records counts them all at once by these statements. Triggers count updates and deletions.
 */

const COUNT_RECORDS = `
  INSERT INTO record_counts (workspace_id, kind, value, count)
  SELECT e.workspace_id, e.kind, e.value, count(*)
  FROM json_each(?1) j CROSS JOIN record_entries e ON e.id = j.value WHERE true GROUP BY 1, 2, 3
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + excluded.count`;

/** Returns SQL that adds records, a part of a FROM clause in which they are `r`, to the counters of their hostnames. */
export const countHosts = (records: string) => `
  UPDATE hosts SET short_urls = short_urls + n.links, qr_codes = qr_codes + n.qr,
    redirects = redirects + n.moved, migrations = migrations + n.migrated
  FROM (
    SELECT r.host AS name, sum(r.handler = 'short-url') AS links, sum(r.handler = 'qr') AS qr,
           sum(r.handler = 'redirect') AS moved, sum(r.handler = 'migration') AS migrated
    FROM ${records} GROUP BY r.host
  ) n WHERE hosts.host = n.name`;

const COUNT_HOSTS = countHosts("json_each(?1) j CROSS JOIN records r ON r.id = j.value");

const COUNT_TAGS = `
  INSERT INTO record_counts (workspace_id, kind, value, count)
  SELECT t.workspace_id, 'tag', t.tag, count(*)
  FROM json_each(?1) j CROSS JOIN record_tags t INDEXED BY record_tags_by_record
    ON t.record_id = j.value ->> 0 AND t.tag = j.value ->> 1
  WHERE true GROUP BY 1, 3
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + excluded.count`;

/** Adds records that the same batch has inserted; ids without a record are ignored. */
export function addInsertedRecords(db: D1Database, ids: string[]): D1PreparedStatement[] {
  const list = JSON.stringify(ids);
  return [db.prepare(COUNT_RECORDS).bind(list), db.prepare(COUNT_HOSTS).bind(list)];
}

/** @param tagged pairs of record id and folded tag, as JSON, which the same batch has inserted */
export function addInsertedTags(db: D1Database, tagged: string): D1PreparedStatement {
  return db.prepare(COUNT_TAGS).bind(tagged);
}

/** Returns the number of records with some tags. A record counts once for each of its tags. */
export async function selectTaggedCount(
  db: D1Database,
  workspaceId: string,
  tags: readonly string[],
): Promise<number> {
  const row = await db
    .prepare(
      `SELECT coalesce(sum(count), 0) AS count FROM record_counts
       WHERE workspace_id = ?1 AND kind = 'tag' AND value IN (SELECT value FROM json_each(?2))`,
    )
    .bind(workspaceId, JSON.stringify(tags.map(foldTag)))
    .first<{ count: number }>();
  return row?.count ?? 0;
}

/**
 * Returns the most records that a reach may have, of one hostname if that is given; null if it has no limit. With tags, a
 * record counts once for each of its tags.
 */
export async function selectMostWithin(
  db: D1Database,
  reach: Reach,
  host?: Hostname,
): Promise<number | null> {
  if (reach.tags !== null) return selectTaggedCount(db, reach.workspaceId, reach.tags);
  const names = hostsWithin(reach, host);
  return names === null ? null : selectCountOnHosts(db, reach, names);
}

/** Counters by the time of creation are kept for 32 days: facets need the last 30. */
const TIME_KINDS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const KEPT_MS = 32 * DAY_MS;
const MAX_DELETED = 5_000;

function listOldCounts(nowMs: number): string[] {
  return Object.entries(TIME_KINDS).map(
    ([kind, milliseconds]) => `FROM record_counts INDEXED BY record_counts_by_age
      WHERE kind = '${kind}' AND kind IN ('minute', 'hour', 'day')
        AND value < ${Math.floor((nowMs - KEPT_MS) / milliseconds)}`,
  );
}

export const hasOldCounts = (nowMs: number): string =>
  listOldCounts(nowMs)
    .map((old) => `EXISTS (SELECT 1 ${old})`)
    .join(" OR ");

/** Deletes counters by time that are older than 32 days, a bounded number at once. Returns whether more are left. */
export async function deleteOldCounts(db: D1Database, nowMs: number): Promise<boolean> {
  return deletePart(
    db,
    listOldCounts(nowMs).map((old) =>
      db.prepare(
        `DELETE FROM record_counts WHERE (workspace_id, kind, value) IN (
           SELECT workspace_id, kind, value ${old} LIMIT ${MAX_DELETED})`,
      ),
    ),
    MAX_DELETED,
  );
}

// Counts all records of a workspace from counters, so that the rows read do not grow with the records.

/** The number of records of a handler by five facts: they serve HTML, are paused, have a QR style, have no tags, are broken. */
interface Cell {
  handler: Handler;
  html: number;
  paused: number;
  styled: number;
  untagged: number;
  broken: number;
  count: number;
}

const CELLS = `
  SELECT value ->> 0 AS handler, value ->> 1 AS html, value ->> 2 AS paused, value ->> 3 AS styled,
         value ->> 4 AS untagged, value ->> 5 AS broken, count
  FROM record_counts WHERE workspace_id = ?1 AND kind = 'cell'`;

/** What `record_counts` knows of any filter of handlers, state, tags, pages and broken records. */
export type CellTotals = Pick<RecordFacets, "total" | "untagged" | "qr" | "kinds" | "handlers"> & {
  paused: number;
  broken: number;
};

/** Returns whether cells count the records of a filter exactly, however many they are. */
export function isCountedByCells({
  handlers: _,
  status: __,
  untagged: ___,
  types,
  monitor,
  ...others
}: RecordFilter): boolean {
  return isEmptyFilter(others) && monitor !== "healthy" && (types ?? []).every((type) => type === "html");
}

/** Counts the records of a workspace that match a filter for which `isCountedByCells` holds. */
export async function selectCellTotals(
  db: D1Database,
  { workspaceId }: WholeWorkspace,
  filter: RecordFilter,
): Promise<CellTotals> {
  const { results } = await db.prepare(CELLS).bind(workspaceId).all<Cell>();
  return toTotals(results.filter((cell) => isInCell(cell, filter)));
}

function isInCell(
  cell: Cell,
  { runtime, handlers, status, untagged, types, monitor }: RecordFilter,
): boolean {
  return (
    (runtime === undefined || familyOf(cell.handler) === runtime) &&
    (handlers === undefined || handlers.includes(cell.handler)) &&
    (status === undefined || (status === "paused") === (cell.paused === 1)) &&
    (untagged === undefined || untagged === (cell.untagged === 1)) &&
    (types === undefined || cell.html === 1) &&
    (monitor === undefined || cell.broken === 1)
  );
}

function sum(cells: Cell[], isCounted: (cell: Cell) => boolean = () => true): number {
  return cells.filter(isCounted).reduce((total, { count }) => total + count, 0);
}

const SUMS = `SELECT value, count FROM record_counts WHERE workspace_id = ?1 AND kind = 'sum'`;

const CLICKED = `SELECT coalesce(sum(count), 0) AS count FROM record_counts
  WHERE workspace_id = ?1 AND kind = 'clicked' AND value >= ?2`;

/** The range of time is split into minutes, hours and days. Each is a range of the index. */
const CREATED = `SELECT coalesce(sum(c.count), 0) AS count FROM json_each(?2) j CROSS JOIN record_counts c
  ON c.workspace_id = ?1 AND c.kind = j.value ->> 0 AND c.value >= j.value ->> 1 AND c.value < j.value ->> 2`;

const HOSTS = `SELECT name AS value, record_count AS count FROM hosts INDEXED BY hosts_by_size
  WHERE workspace_id = ?1 AND record_count > 0 AND instr(name, ?2) > 0
  ORDER BY record_count DESC, host LIMIT ?3`;

const HOST_COLUMNS: Record<Handler, string> = {
  "short-url": "short_urls",
  qr: "qr_codes",
  redirect: "redirects",
  migration: "migrations",
};

/** Returns what the hostnames of a reach know of their records of some handlers. Reads a row for each hostname. */
export async function selectHostFacets(
  db: D1Database,
  reach: Reach,
  handlers: readonly Handler[],
  { search, limit }: HostSelection,
): Promise<Pick<RecordFacets, "total" | "handlers" | "hosts" | "hosts_total"> & { dns_issue: number }> {
  const wanted = [...new Set(handlers)];
  const count = wanted.map((handler) => HOST_COLUMNS[handler]).join(" + ") || "0";
  const columns = wanted.map((handler) => `${HOST_COLUMNS[handler]} AS "${handler}",`).join(" ");
  const { results } = await db
    .prepare(
      `SELECT name AS value, ${columns} ${count} AS count, dns_wrong AS isWrong FROM hosts INDEXED BY hosts_by_size
       WHERE workspace_id = ?1 AND record_count > 0 AND ${count} > 0 AND ${nameWithin("name", "?2")}
       ORDER BY count DESC, host`,
    )
    .bind(reach.workspaceId, hostsParameter(reach))
    .all<{ value: string; count: number; isWrong: number } & Partial<Record<Handler, number>>>();
  const sumOf = (handler: Handler) => results.reduce((total, host) => total + (host[handler] ?? 0), 0);
  const sums = HANDLERS.map((handler) => [handler, sumOf(handler)] as const);
  return {
    total: sums.reduce((total, [, count]) => total + count, 0),
    handlers: Object.fromEntries(sums) as Record<Handler, number>,
    hosts: results
      .filter(({ value }) => value.includes(search.toLowerCase()))
      .slice(0, limit)
      .map((host) => ({ value: host.value, count: host.count })),
    hosts_total: results.length,
    dns_issue: results.reduce((total, host) => total + host.isWrong * host.count, 0),
  };
}

/** Selects each tag with the tags of its first record, which show how the tag was first written. */
const TAGS = `
  SELECT c.value AS tag, r.tags FROM (
    SELECT value, count FROM record_counts INDEXED BY record_counts_by_size
    WHERE workspace_id = ?1 AND kind = 'tag' ORDER BY count DESC, value LIMIT ${TAGS_SHOWN}
  ) c CROSS JOIN records r ON r.id = (
    SELECT t.record_id FROM record_tags t
    WHERE t.workspace_id = ?1 AND t.tag = c.value ORDER BY t.record_id LIMIT 1)
  ORDER BY c.count DESC, c.value`;

const LAST_CHANGE = `SELECT max(at_ms) AS at_ms FROM (
  SELECT max(updated_at) AS at_ms FROM records WHERE workspace_id = ?1 AND runtime = 'link'
  UNION ALL SELECT max(updated_at) FROM records WHERE workspace_id = ?1 AND runtime = 'redirect')`;

interface Counted {
  count: number;
}

/** Returns the facets over all records of a workspace. Times of creation are rounded to minutes. */
export async function selectFacets(
  db: D1Database,
  { workspaceId }: WholeWorkspace,
  { search, limit }: HostSelection,
  nowMs: number,
): Promise<RecordFacets> {
  const createdSince = (days: number) =>
    db.prepare(CREATED).bind(workspaceId, JSON.stringify(rangesSince(nowMs - days * DAY_MS)));
  const [cells, sums, clicked, last7, last30, hosts, tags, changed] = (await db.batch([
    db.prepare(CELLS).bind(workspaceId),
    db.prepare(SUMS).bind(workspaceId),
    db.prepare(CLICKED).bind(workspaceId, firstDayOfLastFourWeeks(nowMs)),
    createdSince(7),
    createdSince(30),
    db.prepare(HOSTS).bind(workspaceId, search.toLowerCase(), limit),
    db.prepare(TAGS).bind(workspaceId),
    db.prepare(LAST_CHANGE).bind(workspaceId),
  ])) as [
    D1Result<Cell>,
    D1Result<{ value: string } & Counted>,
    D1Result<Counted>,
    D1Result<Counted>,
    D1Result<Counted>,
    D1Result<{ value: string } & Counted>,
    D1Result<{ tag: string; tags: string }>,
    D1Result<{ at_ms: number | null }>,
  ];
  const sumOf = (name: string) => sums.results.find(({ value }) => value === name)?.count ?? 0;
  const { paused, broken, ...totals } = toTotals(cells.results);
  return {
    ...totals,
    hosts: hosts.results,
    hosts_total: sumOf("hosts"),
    tags: tags.results.map(asFirstWritten),
    health: { paused, broken, dns_issue: sumOf("dns_issue"), no_clicks: totals.total - countOf(clicked) },
    created: { last_7_days: countOf(last7), last_30_days: countOf(last30) },
    last_changed_at: changed.results[0]?.at_ms ?? null,
  };
}

function toTotals(cells: Cell[]): CellTotals {
  const ofKind = (kind: Handler) => sum(cells, ({ handler, html }) => handler === kind && html === 0);
  const ofHandler = (kind: Handler) => sum(cells, ({ handler }) => handler === kind);
  return {
    total: sum(cells),
    untagged: sum(cells, ({ untagged }) => untagged === 1),
    paused: sum(cells, ({ paused }) => paused === 1),
    broken: sum(cells, ({ broken }) => broken === 1),
    qr: {
      qr_codes: ofHandler("qr"),
      links_with_qr: sum(cells, ({ handler, styled }) => handler === "short-url" && styled === 1),
    },
    kinds: {
      link: ofKind("short-url"),
      qr: ofKind("qr"),
      redirect: ofKind("redirect"),
      migration: ofKind("migration"),
      html: sum(cells, ({ html }) => html === 1),
    },
    handlers: {
      "short-url": ofHandler("short-url"),
      qr: ofHandler("qr"),
      redirect: ofHandler("redirect"),
      migration: ofHandler("migration"),
    },
  };
}

function countOf({ results }: D1Result<Counted>): number {
  return results[0]?.count ?? 0;
}

function asFirstWritten({ tag, tags }: { tag: string; tags: string }): string {
  return (JSON.parse(tags) as string[]).find((spelling) => foldTag(spelling) === tag) ?? tag;
}

const MINUTES_AN_HOUR = HOUR_MS / MINUTE_MS;
const MINUTES_A_DAY = DAY_MS / MINUTE_MS;

/** Returns the minutes, hours and days since a time, as ranges of counters. A range excludes its end. */
function rangesSince(atMs: number): [kind: string, from: number, to: number][] {
  const minute = Math.floor(atMs / MINUTE_MS);
  const hour = Math.floor(minute / MINUTES_AN_HOUR) + 1;
  const day = Math.floor(minute / MINUTES_A_DAY) + 1;
  return [
    ["minute", minute, hour * MINUTES_AN_HOUR],
    ["hour", hour, day * (MINUTES_A_DAY / MINUTES_AN_HOUR)],
    ["day", day, Number.MAX_SAFE_INTEGER],
  ];
}
