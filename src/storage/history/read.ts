import type { HistoryEntry, HistoryFacts, HostHistoryEntry, PassingReason } from "../../domain/history.ts";
import type { Channel } from "../../domain/record.ts";

/** A page of a history: `limit` entries behind the one with the id `after`, newest first, or oldest first if backward. */
export interface HistoryPage {
  after: string | null;
  isBackward: boolean;
  limit: number;
}

interface EntryRow {
  id: string;
  actor_id: string;
  actor_name: string;
  source: Channel;
  created_at: number;
}

/** Selects a page of a record's history. */
export async function selectHistory(
  db: D1Database,
  recordId: string,
  { after, isBackward, limit }: HistoryPage,
): Promise<HistoryEntry[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT * FROM history WHERE record_id = ?1 AND (?2 IS NULL OR id ${operator} ?2)
       ORDER BY id ${direction} LIMIT ?3`,
    )
    .bind(recordId, after, limit)
    .all<EntryRow & { old: string; new: string }>();
  return results.map((row) => ({
    ...toEntry(row),
    diff: {
      old: JSON.parse(row.old) as Partial<HistoryFacts>,
      new: JSON.parse(row.new) as Partial<HistoryFacts>,
    },
  }));
}

/** Counts the entries of a record. */
export async function selectHistoryCount(db: D1Database, recordId: string): Promise<number> {
  const row = await db
    .prepare("SELECT count(*) AS total FROM history WHERE record_id = ?1")
    .bind(recordId)
    .first<{ total: number }>();
  return row?.total ?? 0;
}

/** Selects a page of a hostname's history in one workspace. */
export async function selectHostHistory(
  db: D1Database,
  workspaceId: string,
  host: string,
  { after, isBackward, limit }: HistoryPage,
): Promise<HostHistoryEntry[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT * FROM host_history WHERE workspace_id = ?1 AND host = ?2 AND (?3 IS NULL OR id ${operator} ?3)
       ORDER BY id ${direction} LIMIT ?4`,
    )
    .bind(workspaceId, host, after, limit)
    .all<EntryRow & { host: string; held: number; reason: PassingReason }>();
  return results.map((row) => ({
    ...toEntry(row),
    host: row.host,
    isHeld: row.held === 1,
    reason: row.reason,
  }));
}

/** Counts the entries of a hostname in one workspace. */
export async function selectHostHistoryCount(
  db: D1Database,
  workspaceId: string,
  host: string,
): Promise<number> {
  const row = await db
    .prepare("SELECT count(*) AS total FROM host_history WHERE workspace_id = ?1 AND host = ?2")
    .bind(workspaceId, host)
    .first<{ total: number }>();
  return row?.total ?? 0;
}

function toEntry(row: EntryRow) {
  return {
    id: row.id,
    actor: { id: row.actor_id, name: row.actor_name },
    channel: row.source,
    createdAtMs: row.created_at,
  };
}
