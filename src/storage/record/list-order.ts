import { isWhole, MAX_REACHED_HOSTS, type Reach } from "../../domain/reach.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";
import { firstDayOfLastFourWeeks } from "../../domain/calendar.ts";
import { selectTaggedCount } from "../count/counters.ts";
import { selectClaimKeys, selectCountOnHosts } from "../reach.ts";
import { hostsOf, ROWS_OF_WORKSPACE, runtimesOf, searchPhrase, type Driver } from "./filter-sql.ts";

/** How the records of a list are found, so that a page reads few rows however many records there are. */

/** Records that an index has in the order of the list. */
interface Part {
  from: string;
  where: string;
  parameters: unknown[];
}

export type ListOrder =
  /** No record can match. */
  | { kind: "empty" }
  /** An index finds few records: they are read as a whole and sorted. */
  | { kind: "driven"; driver: Driver | "hosts" }
  /** The reach has more records than are sorted, and no index has them in this order. */
  | { kind: "too_long" }
  /** Records are read in the order of the list; to find this out, `rowsRead` rows were read. */
  | { kind: "scan"; parts: Part[]; rowsRead: number };

/** An index that finds more records than this is not read as a whole. */
const FEW = 400;
/** How many hostnames are merged in the order of their records. */
const MAX_HOSTS = MAX_REACHED_HOSTS;
/** How many rows the statements of a page may read together, with room for the hostnames of its records. */
export const MAX_ROWS = 2_200;

/** How many rows a condition reads beside the record that it is checked on. */
const ROWS_OF_CONDITION: Partial<Record<keyof RecordFilter, number>> = {
  tags: 2,
  tld: 1,
  dnsCorrect: 1,
  destination: 1,
  plugins: 1,
};

/** Returns how many rows are read for each record that a filter is checked on, the record included. */
export function rowsOfRecord(filter: RecordFilter): number {
  return (Object.keys(filter) as (keyof RecordFilter)[])
    .map((field) => ROWS_OF_CONDITION[field] ?? 0)
    .reduce((sum, rows) => sum + rows, 1);
}

/** @param isById whether the list is in the order of ids */
export async function chooseListOrder(
  db: D1Database,
  reach: Reach,
  filter: RecordFilter,
  isById: boolean,
  nowMs: number,
): Promise<ListOrder> {
  const { workspaceId } = reach;
  const { ids, host, source, tags } = filter;
  if (host !== undefined && source) return { kind: "driven", driver: "source" };
  if (ids !== undefined && ids.length <= FEW) return { kind: "driven", driver: "ids" };
  if (isWhole(reach) && (await isNobodyIn(db, workspaceId, filter, nowMs))) return { kind: "empty" };
  if (tags !== undefined && (await selectTaggedCount(db, workspaceId, tags)) <= FEW)
    return { kind: "driven", driver: "tags" };
  const phrase = searchPhrase(filter);
  if (phrase !== null && (await countFound(db, workspaceId, phrase)) <= FEW)
    return { kind: "driven", driver: "search" };
  const isExpired = filter.expired === true;
  if (isExpired && (await countExpired(db, workspaceId, nowMs)) <= FEW)
    return { kind: "driven", driver: "expired" };
  const rowsRead = (phrase === null ? 0 : FEW) + (isExpired ? FEW : 0);
  if (!isWhole(reach) && !isById) {
    // The index on this order has the records of all hostnames: its positions would tell of them.
    const count = await selectCountOnHosts(db, reach, hostsOf(reach, filter) ?? []);
    return count * rowsOfRecord(filter) <= MAX_ROWS - rowsRead
      ? { kind: "driven", driver: "hosts" }
      : { kind: "too_long" };
  }
  const parts = isById ? await chooseParts(db, reach, filter) : inRuntimes(workspaceId, filter);
  return parts.length === 0 ? { kind: "empty" } : { kind: "scan", parts, rowsRead };
}

async function chooseParts(db: D1Database, reach: Reach, filter: RecordFilter): Promise<Part[]> {
  const { workspaceId } = reach;
  const names = hostsOf(reach, filter);
  // All parts are within the reach, and so is the position at which a page stops.
  if (names !== null) return (await selectClaimKeys(db, reach, names)).map(inHost);
  if (filter.status === "paused")
    return inRuntimes(workspaceId, filter, "records_paused", "r.paused_by IS NOT NULL");
  if (filter.dnsCorrect === false) {
    const hosts = await selectIncorrectHosts(db, workspaceId);
    if (hosts.length <= MAX_HOSTS) return hosts.map(inHost);
  }
  if (filter.untagged === true) return inRuntimes(workspaceId, filter, "records_untagged", "r.tags = '[]'");
  return inRuntimes(workspaceId, filter);
}

/** @param condition that of a partial index, which has the records in the order of their ids */
function inRuntimes(workspaceId: string, filter: RecordFilter, index?: string, condition?: string): Part[] {
  return runtimesOf(filter).map((runtime) => ({
    from: `records r${index === undefined ? "" : ` INDEXED BY ${index}`}`,
    where: `r.workspace_id = ? AND r.runtime = ?${condition === undefined ? "" : ` AND ${condition}`}`,
    parameters: [workspaceId, runtime],
  }));
}

function inHost(key: string): Part {
  return { from: "records r INDEXED BY records_by_host", where: "r.host = ?", parameters: [key] };
}

/** Tells by counters whether a filter asks for a state that no record is in. */
async function isNobodyIn(
  db: D1Database,
  workspaceId: string,
  { traffic, dnsCorrect }: RecordFilter,
  nowMs: number,
): Promise<boolean> {
  if (traffic === undefined && dnsCorrect === undefined) return false;
  const row = await db
    .prepare(
      `SELECT w.record_count AS total,
         (SELECT coalesce(sum(count), 0) FROM record_counts
          WHERE workspace_id = w.id AND kind = 'clicked' AND value >= ?2) AS clicked,
         coalesce((SELECT count FROM record_counts
          WHERE workspace_id = w.id AND kind = 'sum' AND value = 'dns_issue'), 0) AS incorrect
       FROM workspaces w WHERE w.id = ?1`,
    )
    .bind(workspaceId, firstDayOfLastFourWeeks(nowMs))
    .first<{ total: number; clicked: number; incorrect: number }>();
  if (row === null) return true;
  const { total, clicked, incorrect } = row;
  const visited = { some: clicked, none: total - clicked };
  if (traffic !== undefined && visited[traffic] === 0) return true;
  return dnsCorrect !== undefined && (dnsCorrect ? total - incorrect : incorrect) === 0;
}

/** Counts what full-text search finds, up to one more than few. */
function countFound(db: D1Database, workspaceId: string, phrase: string): Promise<number> {
  return count(
    db,
    `SELECT 1 FROM record_search WHERE search_text MATCH ? AND rowid ${ROWS_OF_WORKSPACE}`,
    phrase,
    workspaceId,
    workspaceId,
  );
}

/** Counts expired records, up to one more than few. */
function countExpired(db: D1Database, workspaceId: string, nowMs: number): Promise<number> {
  return count(
    db,
    `SELECT 1 FROM records INDEXED BY records_expiring
     WHERE workspace_id = ? AND expires_at IS NOT NULL AND expires_at <= ?`,
    workspaceId,
    nowMs,
  );
}

async function count(db: D1Database, sql: string, ...parameters: unknown[]): Promise<number> {
  const row = await db
    .prepare(`SELECT count(*) AS count FROM (${sql} LIMIT ${FEW + 1})`)
    .bind(...parameters)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

/** Selects the keys of hostnames whose DNS is not correct, up to one more than are merged. */
async function selectIncorrectHosts(db: D1Database, workspaceId: string): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT host FROM hosts INDEXED BY hosts_incorrect
       WHERE workspace_id = ?1 AND correct = 0 LIMIT ${MAX_HOSTS + 1}`,
    )
    .bind(workspaceId)
    .all<{ host: string }>();
  return results.map(({ host }) => host);
}
