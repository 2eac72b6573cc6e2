import { hostsWithin, isWhole, type Reach } from "../../domain/reach.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";
import { firstDayOfLastFourWeeks } from "../../domain/calendar.ts";
import { foldTag } from "../../domain/tag.ts";
import { selectMostWithin, selectTaggedCount } from "../count/counters.ts";
import { selectClaims, type ClaimSize } from "../reach.ts";
import { ROWS_OF_WORKSPACE, familiesOf, searchPhrase, type Driver } from "./filter-sql.ts";

/** Chooses how the records of a list are found, so that a page reads few rows however many records there are. */

/** A range of records that an index has in the order of the list. */
interface Part {
  from: string;
  where: string;
  parameters: unknown[];
}

export type ListOrder =
  /** No record can match. */
  | { kind: "empty" }
  /** An index finds few records, which are all read and sorted. */
  | { kind: "driven"; driver: Driver }
  /** The reach has more records than are sorted, and no index has them in this order. */
  | { kind: "too_long" }
  /** Records are read in the order of the list. This decision has read `rowsRead` rows. */
  | { kind: "scan"; parts: Part[]; rowsRead: number }
  /** As `scan`, with more sources than one statement merges. */
  | { kind: "merge"; sources: Sources; rowsRead: number };

/** Ids in the order of the list, of each of several claims or tags. */
export interface Sources {
  /** A FROM clause with ids `id` of the source `c.value`, and a condition on them. */
  from: string;
  where: string;
  values: readonly string[];
  /** The parameters of the clause and the condition, from `?4` on. */
  parameters: string[];
  /** How many ids each has; unknown for tags. */
  counts: number[];
}

/** The most records that are read and sorted as a whole. */
const FEW = 400;
/** The most hostnames whose records are merged in order. */
const MAX_HOSTS = 20;
/** The most parts that one statement merges, because D1 accepts five terms in a compound SELECT. */
const MAX_PARTS = 5;
/** The most rows that the statements of a page may read together, with room for the hostnames of its records. */
export const MAX_ROWS = 2_200;

/** The number of rows that a condition reads in addition to the record. */
const ROWS_OF_TAGS = 2;
const ROWS_OF_CONDITION: Partial<Record<keyof RecordFilter, number>> = {
  tags: ROWS_OF_TAGS,
  tld: 1,
  dnsCorrect: 1,
  destination: 1,
  plugins: 1,
};

/** Returns the number of rows that are read to check a filter on one record, including the record. */
export function rowsOfRecord({ tags }: Reach, filter: RecordFilter): number {
  const ofReach = tags === null ? 0 : ROWS_OF_TAGS;
  return (Object.keys(filter) as (keyof RecordFilter)[])
    .map((field) => ROWS_OF_CONDITION[field] ?? 0)
    .reduce((sum, rows) => sum + rows, 1 + ofReach);
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
  if (ids !== undefined && ids.length * (1 + rowsOfRecord(reach, filter)) <= MAX_ROWS)
    return { kind: "driven", driver: "ids" };
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
    // The index on this order has the records of all hostnames, and its positions would disclose them.
    const count = (await selectMostWithin(db, reach, filter.host)) ?? 0;
    return count * rowsOfRecord(reach, filter) <= MAX_ROWS - rowsRead
      ? { kind: "driven", driver: "reach" }
      : { kind: "too_long" };
  }
  if (reach.tags !== null)
    return { kind: "merge", sources: sourcesOfTags(workspaceId, reach.tags), rowsRead };
  const claims = isById ? await selectClaimsOf(db, reach, filter) : null;
  if (claims !== null && claims.length > MAX_PARTS)
    return { kind: "merge", sources: sourcesOfClaims(claims), rowsRead };
  const parts =
    claims?.map(inClaim) ?? (isById ? inRange(workspaceId, filter) : inFamilies(workspaceId, filter));
  return parts.length === 0 ? { kind: "empty" } : { kind: "scan", parts, rowsRead };
}

/** Selects the only claims that can have records of a filter; null if they are too many to be merged. */
async function selectClaimsOf(
  db: D1Database,
  reach: Reach,
  filter: RecordFilter,
): Promise<ClaimSize[] | null> {
  const names = hostsWithin(reach, filter.host);
  // All claims are within the reach, and so is the position at which a page stops.
  if (names !== null) return selectClaims(db, reach, names);
  if (filter.status === "paused" || filter.dnsCorrect !== false) return null;
  const incorrect = await selectIncorrectClaims(db, reach.workspaceId);
  return incorrect.length <= MAX_HOSTS ? incorrect : null;
}

function sourcesOfClaims(claims: ClaimSize[]): Sources {
  return {
    from: "records r INDEXED BY records_by_host",
    where: "r.host = c.value",
    values: claims.map(({ key }) => key),
    parameters: [],
    counts: claims.map(({ count }) => count),
  };
}

/** A page that is not full stops at a record with one of the tags, so that its position discloses no other. */
function sourcesOfTags(workspaceId: string, tags: readonly string[]): Sources {
  const folded = [...new Set(tags.map(foldTag))];
  return {
    from: "(SELECT record_id AS id, workspace_id, tag FROM record_tags) r",
    where: "r.workspace_id = ?4 AND r.tag = c.value",
    values: folded,
    parameters: [workspaceId],
    counts: folded.map(() => Infinity),
  };
}

function inRange(workspaceId: string, filter: RecordFilter): Part[] {
  if (filter.status === "paused")
    return inFamilies(workspaceId, filter, "records_paused", "r.paused_by IS NOT NULL");
  if (filter.untagged === true) return inFamilies(workspaceId, filter, "records_untagged", "r.tags = '[]'");
  return inFamilies(workspaceId, filter);
}

/** @param condition the condition of a partial index, which has the records in the order of their ids */
function inFamilies(workspaceId: string, filter: RecordFilter, index?: string, condition?: string): Part[] {
  return familiesOf(filter).map((family) => ({
    from: `records r${index === undefined ? "" : ` INDEXED BY ${index}`}`,
    where: `r.workspace_id = ? AND r.runtime = ?${condition === undefined ? "" : ` AND ${condition}`}`,
    parameters: [workspaceId, family],
  }));
}

function inClaim({ key }: ClaimSize): Part {
  return { from: "records r INDEXED BY records_by_host", where: "r.host = ?", parameters: [key] };
}

/** Returns whether, according to the counters, no record is in the state of a filter. */
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

/** Counts the results of full-text search, up to `FEW` plus one. */
function countFound(db: D1Database, workspaceId: string, phrase: string): Promise<number> {
  return count(
    db,
    `SELECT 1 FROM record_search WHERE search_text MATCH ? AND rowid ${ROWS_OF_WORKSPACE}`,
    phrase,
    workspaceId,
    workspaceId,
  );
}

/** Counts expired records, up to `FEW` plus one. */
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

/** Selects the claims whose DNS is not correct, up to one more than can be merged. */
async function selectIncorrectClaims(db: D1Database, workspaceId: string): Promise<ClaimSize[]> {
  const { results } = await db
    .prepare(
      `SELECT host AS key, record_count AS count FROM hosts INDEXED BY hosts_incorrect
       WHERE workspace_id = ?1 AND correct = 0 AND dns_wrong LIMIT ${MAX_HOSTS + 1}`,
    )
    .bind(workspaceId)
    .all<ClaimSize>();
  return results;
}
