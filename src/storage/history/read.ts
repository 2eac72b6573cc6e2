import type { Channel } from "../../domain/record.ts";
import type { HistoryDiff } from "../../domain/history.ts";

/** One change of one record, to be written in the commit that makes it. */
export interface HistoryEntry {
  id: string;
  recordId: string;
  diff: HistoryDiff;
  /** Without a name of its own an actor goes by the user's, as it reads at the commit. */
  actor: { id: string; name: string | null };
  channel: Channel;
  createdAtMs: number;
}

export function insertHistory(db: D1Database, entries: HistoryEntry[]): D1PreparedStatement[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ id, recordId, diff, actor, channel, createdAtMs }) => [
    id,
    recordId,
    JSON.stringify(diff.old),
    JSON.stringify(diff.new),
    actor.id,
    actor.name,
    channel,
    createdAtMs,
  ]);
  return [
    db
      .prepare(
        `INSERT INTO history (id, record_id, old, new, actor_id, actor_name, source, created_at)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                coalesce(value ->> 5, (SELECT u.name FROM users u WHERE u.id = value ->> 4)), value ->> 6, value ->> 7
         FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rows)),
  ];
}

export interface StoredHistoryEntry {
  id: string;
  old: string;
  new: string;
  actor_id: string;
  actor_name: string;
  source: Channel;
  created_at: number;
}

/** Entries of a record, newest first, behind the one with the id `after`; backward is oldest first. */
export async function listHistory(
  db: D1Database,
  recordId: string,
  after: string | null,
  isBackward: boolean,
  limit: number,
): Promise<StoredHistoryEntry[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT * FROM history WHERE record_id = ?1 AND (?2 IS NULL OR id ${operator} ?2)
       ORDER BY id ${direction} LIMIT ?3`,
    )
    .bind(recordId, after, limit)
    .all<StoredHistoryEntry>();
  return results;
}

export async function countHistory(db: D1Database, recordId: string): Promise<number> {
  const row = await db
    .prepare("SELECT count(*) AS total FROM history WHERE record_id = ?1")
    .bind(recordId)
    .first<{ total: number }>();
  return row?.total ?? 0;
}
