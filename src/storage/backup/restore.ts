import { HOST_SLOT } from "../../domain/slot.ts";
import { ADVANCE_SEQUENCE } from "../commit.ts";
import { recordSlots } from "../projection/record-slots.ts";
import { countHosts } from "../count/counters.ts";
import { INSERT_TAGS } from "../record/write.ts";
import type { PlainStatement } from "../statement.ts";
import { readColumns, type RunQuery } from "./read.ts";
import { BACKED_UP } from "./table.ts";

/**
 * Statements that insert the rows of a backup into an empty database. They take lists as JSON, and only
 * parameters that a command line can contain. The Worker does not load this module.
 */

export interface RestoredTable {
  name: string;
  columns: { name: string; isBlob: boolean }[];
  references: { table: string; from: string[]; to: string[] }[];
  /** 0 for a table that comes after no other, else one more than the highest rank among these. */
  rank: number;
}

export async function readRestoredTables(query: RunQuery): Promise<Map<string, RestoredTable>> {
  const tables = new Map<string, RestoredTable>();
  const earlier = new Map<string, string[]>();
  for (const { name, without, after } of BACKED_UP) {
    const columns = await readColumns(query, name, without);
    const references = await readReferences(query, name);
    tables.set(name, { name, columns, references, rank: 0 });
    earlier.set(name, [...references.map(({ table }) => table), ...(after === undefined ? [] : [after])]);
  }
  const rankOf = (name: string): number =>
    Math.max(0, ...earlier.get(name)!.map((table) => 1 + rankOf(table)));
  for (const table of tables.values()) table.rank = rankOf(table.name);
  return tables;
}

async function readReferences(query: RunQuery, table: string): Promise<RestoredTable["references"]> {
  const rows = (await query({
    sql: `SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?1) ORDER BY id, seq`,
    parameters: [table],
  })) as { id: number; table: string; from: string; to: string }[];
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((parts) => ({
    table: parts[0]!.table,
    from: parts.map(({ from }) => from),
    to: parts.map(({ to }) => to),
  }));
}

/** Returns the statement that returns in `has_rows` whether a table has rows. */
export function hasRows(table: string): PlainStatement {
  return { sql: `SELECT EXISTS (SELECT 1 FROM ${table}) AS has_rows`, parameters: [] };
}

export const CREATE_SUSPENSIONS: PlainStatement = {
  sql: "CREATE TABLE IF NOT EXISTS restore_suspensions (id TEXT PRIMARY KEY, suspended_at INTEGER NOT NULL)",
  parameters: [],
};
/**
 * Holds the suspensions until all records are inserted: a suspended workspace takes no record that is not paused,
 * and its suspension may not have reached all of them.
 */
export const HOLD_SUSPENSIONS: PlainStatement[] = [
  "INSERT INTO restore_suspensions SELECT id, suspended_at FROM workspaces WHERE suspended_at IS NOT NULL",
  "UPDATE workspaces SET suspended_at = NULL WHERE suspended_at IS NOT NULL",
].map((sql) => ({ sql, parameters: [] }));
const SUSPEND_AGAIN: PlainStatement[] = [
  `UPDATE workspaces SET suspended_at = s.suspended_at
   FROM restore_suspensions s WHERE s.id = workspaces.id`,
  "DROP TABLE restore_suspensions",
].map((sql) => ({ sql, parameters: [] }));

/** SQL for the list of rows, joined from the pieces that were stored before. */
const PIECES = "(SELECT group_concat(piece, '') FROM (SELECT piece FROM restore_pieces ORDER BY n))";
export const CREATE_PIECES: PlainStatement = {
  sql: "CREATE TABLE IF NOT EXISTS restore_pieces (n INTEGER PRIMARY KEY, piece TEXT NOT NULL)",
  parameters: [],
};
export const CLEAR_PIECES: PlainStatement = { sql: "DELETE FROM restore_pieces", parameters: [] };
export const DROP_PIECES: PlainStatement = { sql: "DROP TABLE IF EXISTS restore_pieces", parameters: [] };

export function insertPiece(piece: string): PlainStatement {
  return { sql: "INSERT INTO restore_pieces (piece) VALUES (?1)", parameters: [piece] };
}

/**
 * Inserts rows, given as a JSON array of arrays.
 * @param columns the columns of the arrays, in their order
 * @param isSnapshot false leaves out rows that refer to a missing row, or repeat a unique value of another
 * @param list null if the rows are in the stored pieces
 */
export function insertRows(
  table: RestoredTable,
  columns: string[],
  isSnapshot: boolean,
  list: string | null,
): PlainStatement {
  const blobs = new Set(table.columns.filter(({ isBlob }) => isBlob).map(({ name }) => name));
  const values = columns.map((name, index) => {
    const value = `value ->> ${index}`;
    return `${blobs.has(name) ? `unhex(${value})` : value} AS ${name}`;
  });
  const conditions = isSnapshot ? [] : table.references.map(isThere);
  const where = conditions.length === 0 ? "true" : conditions.join(" AND ");
  return {
    sql: `INSERT ${isSnapshot ? "" : "OR IGNORE "}INTO ${table.name} (${columns.join(", ")})
      SELECT ${columns.join(", ")} FROM (SELECT ${values.join(", ")} FROM json_each(${list === null ? PIECES : "?1"})) given
      WHERE ${where}`,
    parameters: list === null ? [] : [list],
  };
}

function isThere({ table, from, to }: RestoredTable["references"][number]): string {
  const isNull = from.map((column) => `given.${column} IS NULL`);
  const isSame = from.map((column, index) => `parent.${to[index]} = given.${column}`);
  return `(${isNull.join(" OR ")} OR EXISTS (SELECT 1 FROM ${table} parent WHERE ${isSame.join(" AND ")}))`;
}

/** Inserts the tags of records, given as pairs of record id and folded tag in JSON. */
export function insertTags(pairs: string): PlainStatement {
  return { sql: INSERT_TAGS, parameters: [pairs] };
}

/**
 * Returns statements that count the records in a range of rows, and insert their slots. Each row must be in
 * one range only.
 */
export function countRows(first: number, last: number, nowMs: number): PlainStatement[] {
  const bounds = "row >= ?1 AND row <= ?2";
  const parameters = [first, last];
  return [
    {
      sql: `INSERT INTO record_counts (workspace_id, kind, value, count)
        SELECT workspace_id, kind, value, count(*) FROM record_entries
        WHERE ${bounds} AND (kind IN ('cell', 'clicked') OR value >= CASE kind
          WHEN 'minute' THEN unixepoch('now', '-32 days') / 60
          WHEN 'hour' THEN unixepoch('now', '-32 days') / 3600
          ELSE unixepoch('now', '-32 days') / 86400 END)
        GROUP BY workspace_id, kind, value
        ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + excluded.count`,
      parameters,
    },
    { sql: countHosts(`records r WHERE ${bounds}`), parameters },
    {
      sql: `UPDATE workspaces SET record_count = record_count + n.records, last_row = max(last_row, n.last)
        FROM (
          SELECT workspace_id AS id, count(*) AS records, max(row) % 4294967296 AS last
          FROM records WHERE ${bounds} GROUP BY workspace_id
        ) n WHERE workspaces.id = n.id`,
      parameters,
    },
    {
      sql: `INSERT OR IGNORE INTO slots (host, slot, seq)
        SELECT host, slot, ?3 FROM (${recordSlots("host", `${bounds} AND instr(host, '|') = 0`)})`,
      parameters: [...parameters, nowMs],
    },
  ];
}

/** Returns statements that compute the values that depend on all rows. */
export function finishRestore(nowMs: number): PlainStatement[] {
  return [
    { sql: ADVANCE_SEQUENCE, parameters: [nowMs] },
    {
      sql: `INSERT OR IGNORE INTO slots (host, slot, seq)
        SELECT host, '${HOST_SLOT}', ?1 FROM hosts WHERE waiting_since IS NULL`,
      parameters: [nowMs],
    },
    {
      sql: `INSERT INTO record_counts (workspace_id, kind, value, count)
        SELECT workspace_id, 'tag', tag, count(*) FROM record_tags GROUP BY workspace_id, tag`,
      parameters: [],
    },
    {
      sql: `UPDATE workspaces SET host_count = (SELECT count(*) FROM hosts h WHERE h.workspace_id = workspaces.id)`,
      parameters: [],
    },
    {
      sql: "INSERT INTO miss_reviews (workspace_id, host) SELECT DISTINCT workspace_id, host FROM misses",
      parameters: [],
    },
    ...SUSPEND_AGAIN,
    DROP_PIECES,
  ];
}

/** Selects the next held hostnames of a database as `host`, by name. @param after the last known one, or empty */
export function selectHeldNames(after: string, limit: number): PlainStatement {
  return {
    sql: "SELECT host FROM hosts WHERE host > ?1 AND waiting_since IS NULL ORDER BY host LIMIT ?2",
    parameters: [after, limit],
  };
}

/** Enters hostnames into the first database, which another one has. @param database its binding */
export function reserveRestored(hosts: string[], database: string, nowMs: number): PlainStatement {
  return {
    sql: `INSERT INTO hosts_elsewhere (host, database, reserved_at)
      SELECT value, ?2, ?3 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`,
    parameters: [JSON.stringify(hosts), database, nowMs],
  };
}
