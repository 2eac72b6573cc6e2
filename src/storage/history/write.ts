import type { HistoryEntry, HostHistoryEntry } from "../../domain/history.ts";

/** The user who made a change. If `name` is null, the commit stores the name that the user has at that time. */
interface NewActor {
  actor: { id: string; name: string | null };
}

/** A new entry of a record's history, which the commit of the change writes. */
export type NewHistoryEntry = Omit<HistoryEntry, "actor"> & NewActor & { recordId: string };

/** A new entry of a hostname's history, which the commit of the change writes. */
export type NewHostHistoryEntry = Omit<HostHistoryEntry, "actor"> & NewActor & { workspaceId: string };

export function insertHistory(db: D1Database, entries: NewHistoryEntry[]): D1PreparedStatement[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ id, recordId, diff, actor, channel, createdAtMs, changeId }) => [
    id,
    recordId,
    JSON.stringify(diff.old),
    JSON.stringify(diff.new),
    actor.id,
    actor.name,
    channel,
    createdAtMs,
    changeId,
  ]);
  return [
    db
      .prepare(
        `INSERT INTO history (id, record_id, old, new, actor_id, actor_name, source, created_at, change_id)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                coalesce(value ->> 5, (SELECT u.name FROM users u WHERE u.id = value ->> 4)), value ->> 6, value ->> 7, value ->> 8
         FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rows)),
  ];
}

export function insertHostHistory(db: D1Database, entries: NewHostHistoryEntry[]): D1PreparedStatement {
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
    entry.file && JSON.stringify(entry.file),
  ]);
  return db
    .prepare(
      `INSERT INTO host_history (id, workspace_id, host, held, reason, actor_id, actor_name, source, created_at, file)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
              coalesce(value ->> 6, (SELECT u.name FROM users u WHERE u.id = value ->> 5), ''), value ->> 7, value ->> 8,
              value ->> 9
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(rows));
}
