import type { ClaimKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { IS_MONITORED } from "../monitor/read.ts";

const DESTINATIONS = "coalesce(r.all_destinations, r.destinations)";

// Reads the facts about records for the report on a hostname.

export interface RecordTotals {
  total: number;
  paused: number;
  /** The number of records without visits in the last four weeks that are older than that. */
  unvisited: number;
  broken: number;
}

export interface ReportedRecord {
  source: string;
  destinations: string[];
  /** The monitor's findings by destination. */
  health: Record<string, { state: string; reason: string | null }>;
}

// The monitor's columns stay as they are when an owner removes a destination, or ends the watch.
const BROKEN = `r.monitor_state = 'broken' AND ${IS_MONITORED} AND EXISTS (
  SELECT 1 FROM json_each(r.health) h WHERE h.value ->> 'state' = 'broken'
    AND h.key IN (SELECT value FROM json_each(${DESTINATIONS})))`;
const UNVISITED = "r.clicked_week < ?3 AND r.created_at < ?4 AND r.paused_by IS NULL";

/**
 * Counts the records of a hostname.
 * @param week the Monday of the first week whose visits count, in days since 1970
 * @param createdBeforeMs younger records do not count as unvisited
 */
export async function selectRecordTotals(
  db: D1Database,
  workspaceId: string,
  key: ClaimKey,
  { week, createdBeforeMs }: { week: number; createdBeforeMs: number },
): Promise<RecordTotals> {
  const row = await db
    .prepare(
      `SELECT count(*) AS total, coalesce(sum(r.paused_by IS NOT NULL), 0) AS paused,
         coalesce(sum(${UNVISITED}), 0) AS unvisited, coalesce(sum(${BROKEN}), 0) AS broken
       FROM records r INDEXED BY records_by_slot WHERE r.host = ?1 AND r.workspace_id = ?2`,
    )
    .bind(key, workspaceId, week, createdBeforeMs)
    .first<RecordTotals>();
  return row ?? { total: 0, paused: 0, unvisited: 0, broken: 0 };
}

interface Row {
  source: string;
  destinations: string;
  health: string | null;
}

const COLUMNS = `r.source, ${DESTINATIONS} AS destinations, r.health`;

function toReported({ source, destinations, health }: Row): ReportedRecord {
  return {
    source,
    destinations: JSON.parse(destinations) as string[],
    health: JSON.parse(health ?? "{}") as ReportedRecord["health"],
  };
}

/** Selects some records without visits, in the order of their sources. */
export function selectUnvisited(
  db: D1Database,
  workspaceId: string,
  key: ClaimKey,
  { week, createdBeforeMs, limit }: { week: number; createdBeforeMs: number; limit: number },
): Promise<ReportedRecord[]> {
  return selectReported(db, UNVISITED, [key, workspaceId, week, createdBeforeMs], limit);
}

/** Selects some records with a destination that the monitor found broken. */
export function selectBroken(
  db: D1Database,
  workspaceId: string,
  key: ClaimKey,
  limit: number,
): Promise<ReportedRecord[]> {
  return selectReported(db, BROKEN, [key, workspaceId], limit);
}

/** Selects the first records of a hostname, whose chains the report follows. */
export function selectFirstRecords(
  db: D1Database,
  workspaceId: string,
  key: ClaimKey,
  limit: number,
): Promise<ReportedRecord[]> {
  return selectReported(db, "r.paused_by IS NULL", [key, workspaceId], limit);
}

/** @param parameters the first is the hostname, the second the workspace, the others those of the condition */
async function selectReported(
  db: D1Database,
  condition: string,
  parameters: unknown[],
  limit: number,
): Promise<ReportedRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM records r INDEXED BY records_by_slot
       WHERE r.host = ?1 AND r.workspace_id = ?2 AND ${condition} ORDER BY r.slot LIMIT ?`,
    )
    .bind(...parameters, limit)
    .all<Row>();
  return results.map(toReported);
}

export interface OpenMisses {
  paths: number;
  people: number;
  crawlers: number;
}

/** Sums up the open missed paths of a hostname. There are at most 20,000. */
export async function selectOpenMisses(
  db: D1Database,
  workspaceId: string,
  host: Hostname,
): Promise<OpenMisses> {
  const row = await db
    .prepare(
      `SELECT count(*) AS paths, coalesce(sum(people), 0) AS people, coalesce(sum(crawlers), 0) AS crawlers
       FROM misses WHERE workspace_id = ?1 AND host = ?2 AND slot >= 'p' AND slot < 'q' AND state = 'open'`,
    )
    .bind(workspaceId, host)
    .first<OpenMisses>();
  return row ?? { paths: 0, people: 0, crawlers: 0 };
}
