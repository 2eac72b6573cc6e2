import type { Channel } from "../domain/record.ts";
import type { HistoryDiff } from "../domain/history.ts";

/** One change of one record, to be written in the commit that makes it. */
export interface HistoryEntry {
  id: string;
  recordId: string;
  diff: HistoryDiff;
  actor: { id: string; name: string };
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
  const columns = Array.from({ length: 8 }, (_, index) => `value ->> ${index}`);
  return [
    db
      .prepare(
        `INSERT INTO history (id, record_id, old, new, actor_id, actor_name, source, created_at)
         SELECT ${columns.join(", ")} FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rows)),
  ];
}
