import type { Channel } from "../domain/record.ts";

/** When workspaces came to hold hostnames or lost them, other than by connecting and disconnecting (contract 10.18). */

/** Why a hostname was passed on: by proof, by a move, or because nobody held it any more. */
export type PassingReason = "proof" | "move" | "free";

export interface HostHistoryEntry {
  id: string;
  workspaceId: string;
  host: string;
  /** Whether the workspace holds the hostname since. */
  isHeld: boolean;
  reason: PassingReason;
  /** Without a name of its own an actor goes by the user's. */
  actor: { id: string; name: string | null };
  channel: Channel;
  createdAtMs: number;
}

export function insertHostHistory(db: D1Database, entries: HostHistoryEntry[]): D1PreparedStatement {
  const rows = entries.map((entry) => [
    entry.id,
    entry.workspaceId,
    entry.host,
    Number(entry.isHeld),
    entry.reason,
    entry.actor.id,
    entry.actor.name,
    entry.channel,
    entry.createdAtMs,
  ]);
  return db
    .prepare(
      `INSERT INTO host_history (id, workspace_id, host, held, reason, actor_id, actor_name, source, created_at)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
              coalesce(value ->> 6, (SELECT u.name FROM users u WHERE u.id = value ->> 5), ''), value ->> 7, value ->> 8
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(rows));
}

export interface StoredHostHistoryEntry {
  id: string;
  host: string;
  held: number;
  reason: PassingReason;
  actor_id: string;
  actor_name: string;
  source: Channel;
  created_at: number;
}

/** Entries of a workspace about a hostname, newest first, behind the one with the id `after`; backward is oldest first. */
export async function listHostHistory(
  db: D1Database,
  workspaceId: string,
  host: string,
  { after, isBackward, limit }: { after: string | null; isBackward: boolean; limit: number },
): Promise<StoredHostHistoryEntry[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT * FROM host_history WHERE workspace_id = ?1 AND host = ?2 AND (?3 IS NULL OR id ${operator} ?3)
       ORDER BY id ${direction} LIMIT ?4`,
    )
    .bind(workspaceId, host, after, limit)
    .all<StoredHostHistoryEntry>();
  return results;
}

export async function countHostHistory(db: D1Database, workspaceId: string, host: string): Promise<number> {
  const row = await db
    .prepare("SELECT count(*) AS total FROM host_history WHERE workspace_id = ?1 AND host = ?2")
    .bind(workspaceId, host)
    .first<{ total: number }>();
  return row?.total ?? 0;
}
