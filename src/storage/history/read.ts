import type { ListPart } from "../../domain/list.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { FROM_POSITION, POSITION } from "../record/read.ts";
import type {
  FileDiff,
  HistoryDiff,
  HistoryEntry,
  HistoryFacts,
  HostHistoryEntry,
  PassingReason,
} from "../../domain/history.ts";
import type { Reach } from "../../domain/reach.ts";
import { hostsParameter, nameWithin } from "../reach.ts";
import type { Channel } from "../../domain/record.ts";

interface EntryRow {
  id: string;
  actor_id: string;
  actor_name: string;
  source: Channel;
  created_at: number;
}

type RecordEntryRow = EntryRow & {
  old: string;
  new: string;
  change_id: string | null;
  undoes?: string | null;
};
type HostEntryRow = EntryRow & { host: Hostname; held: number; reason: PassingReason; file: string | null };

/** Selects a page of a record's history. */
export async function selectHistory(
  db: D1Database,
  recordId: string,
  { after, isBackward, limit }: ListPart,
): Promise<HistoryEntry[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT *, ${undoneBy("history")} AS undoes FROM history
       WHERE record_id = ?1 AND (?2 IS NULL OR id ${operator} ?2) ORDER BY id ${direction} LIMIT ?3`,
    )
    .bind(recordId, after, limit)
    .all<RecordEntryRow>();
  return results.map(toRecordEntry);
}

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
  reach: Reach,
  host: Hostname,
  { after, isBackward, limit }: ListPart,
): Promise<HostHistoryEntry[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT * FROM host_history WHERE workspace_id = ?1 AND host = ?2 AND (?3 IS NULL OR id ${operator} ?3)
         AND ${nameWithin("host", "?5")}
       ORDER BY id ${direction} LIMIT ?4`,
    )
    .bind(reach.workspaceId, host, after, limit, hostsParameter(reach))
    .all<HostEntryRow>();
  return results.map(toHostEntry);
}

/** Counts the entries of a hostname in one workspace. */
export async function selectHostHistoryCount(db: D1Database, reach: Reach, host: Hostname): Promise<number> {
  const row = await db
    .prepare(
      `SELECT count(*) AS total FROM host_history
       WHERE workspace_id = ?1 AND host = ?2 AND ${nameWithin("host", "?3")}`,
    )
    .bind(reach.workspaceId, host, hostsParameter(reach))
    .first<{ total: number }>();
  return row?.total ?? 0;
}

/** The most earlier entries among which the one is looked for that an entry takes back. */
const LOOKED_BACK = 20;

/** Returns the SQL of the id of the newest entry before one whose values the one takes back; null if there is none. */
export function undoneBy(entry: string): string {
  return `(SELECT id FROM (SELECT e.id, e.old, e.new FROM history e
      WHERE e.record_id = ${entry}.record_id AND e.id < ${entry}.id ORDER BY e.id DESC LIMIT ${LOOKED_BACK}) e
    WHERE e.old = ${entry}.new AND e.new = ${entry}.old AND e.old <> e.new LIMIT 1)`;
}

export function toDiff(row: { old: string; new: string }): HistoryDiff {
  const facts = (text: string) => JSON.parse(text) as Partial<HistoryFacts>;
  return { old: facts(row.old), new: facts(row.new) };
}

function toRecordEntry(row: RecordEntryRow): HistoryEntry {
  return { ...toEntry(row), diff: toDiff(row), changeId: row.change_id, undoes: row.undoes ?? null };
}

function toHostEntry(row: HostEntryRow): HostHistoryEntry {
  const file = row.file === null ? undefined : (JSON.parse(row.file) as FileDiff);
  return {
    ...toEntry(row),
    host: row.host,
    isHeld: row.held === 1,
    reason: row.reason,
    ...(file && { file }),
  };
}

function toEntry(row: EntryRow) {
  return {
    id: row.id,
    actor: { id: row.actor_id, name: row.actor_name },
    channel: row.source,
    createdAtMs: row.created_at,
  };
}

/** Selects the history of the records in a range of positions, after an entry of the first record, oldest first. */
export async function selectRecordHistories(
  db: D1Database,
  workspaceId: string,
  { first, last, behind, limit }: { first: number; last: number; behind: string | number; limit: number },
): Promise<{ recordId: string; entry: HistoryEntry; position: number }[]> {
  const { results } = await db
    .prepare(
      `SELECT h.*, ${POSITION} AS position FROM records r CROSS JOIN history h ON h.record_id = r.id
       WHERE ${FROM_POSITION} AND ${POSITION} <= ?3 AND (${POSITION} > ?2 OR h.id > ?4)
       ORDER BY r.row, h.id LIMIT ?5`,
    )
    .bind(workspaceId, first, last, behind, limit)
    .all<RecordEntryRow & { record_id: string; position: number }>();
  return results.map((row) => ({
    recordId: row.record_id,
    entry: toRecordEntry(row),
    position: row.position,
  }));
}

/** Selects the history of all hostnames of a workspace after an entry, oldest first. */
export async function selectHostHistories(
  db: D1Database,
  workspaceId: string,
  behind: string,
  limit: number,
): Promise<HostHistoryEntry[]> {
  const { results } = await db
    .prepare("SELECT * FROM host_history WHERE workspace_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3")
    .bind(workspaceId, behind, limit)
    .all<HostEntryRow>();
  return results.map(toHostEntry);
}
