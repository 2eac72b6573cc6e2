import { DAY_MS } from "../../domain/time.ts";

/** What an operator prunes: days of clicks, and history. Each deletion is of bounded size. */

export type Pruned = "clicks" | "history";

const ROWS_A_STEP = 2_000;
/** A day of one record with a click, as it was measured with its index (test/storage/click/size.test.ts). */
const SHEET_BYTES = 557;
/** Rows of history whose size stands for all. */
const SAMPLE = 1_000;
const ENTRY_BYTES = 200;

/** Parameters: `?1` the time in milliseconds since 1970, `?2` the id of a workspace; all if null. */
const OLD_SHEETS = `
  FROM workspaces w CROSS JOIN click_sheets s INDEXED BY click_sheets_by_day
    ON s.workspace_id = w.id AND s.day < CAST(?1 AS INTEGER) / ${DAY_MS}
  WHERE (?2 IS NULL OR w.id = ?2)`;

/** Ids begin with their time in milliseconds, in hexadecimal. */
const FIRST_ID = `(SELECT substr(hex, 1, 8) || '-' || substr(hex, 9) FROM (SELECT printf('%012x', ?1) AS hex))`;

const OLD_ENTRIES = `
  FROM history h WHERE h.id < ${FIRST_ID}
    AND (?2 IS NULL OR h.record_id IN (SELECT id FROM records WHERE workspace_id = ?2))`;

const OLD_HOST_ENTRIES = `
  FROM host_history h WHERE h.id < ${FIRST_ID} AND (?2 IS NULL OR h.workspace_id = ?2)`;

const OLD_ACTIVITY = `
  FROM activity h WHERE h.id < ${FIRST_ID} AND (?2 IS NULL OR h.workspace_id = ?2)`;

/** Months of which all days are old. A month that the day cuts stays whole. */
const OLD_MONTHS = `
  FROM workspaces w CROSS JOIN click_months m INDEXED BY click_months_by_day
    ON m.workspace_id = w.id AND m.from_day < CAST(?1 AS INTEGER) / ${DAY_MS}
  WHERE m.first_day + json_array_length(m.clicks) <= CAST(?1 AS INTEGER) / ${DAY_MS} AND (?2 IS NULL OR w.id = ?2)`;
/** What a month takes beside its texts, with its two indexes. */
const MONTH_BYTES = 250;

const COUNT_CLICKS = `
  SELECT sum(rows) AS rows, sum(bytes) AS bytes FROM (
    SELECT count(*) AS rows, count(*) * ${SHEET_BYTES} AS bytes ${OLD_SHEETS}
    UNION ALL
    SELECT count(*), coalesce(sum(length(m.body) + 2 * octet_length(m.clicks) + ${MONTH_BYTES}), 0) ${OLD_MONTHS})`;

/** Counts what would be deleted, and estimates its bytes. */
export async function countPruned(
  db: D1Database,
  what: Pruned,
  beforeMs: number,
  workspaceId: string | null,
): Promise<{ rows: number; bytes: number }> {
  const sql =
    what === "clicks"
      ? COUNT_CLICKS
      : `SELECT n + m + a AS rows, n * coalesce((
           SELECT avg(length(old) + length(new) + ${ENTRY_BYTES}) FROM (SELECT h.old, h.new ${OLD_ENTRIES} LIMIT ${SAMPLE})
         ), 0) + (m + a) * ${ENTRY_BYTES} AS bytes
         FROM (SELECT (SELECT count(*) ${OLD_ENTRIES}) AS n, (SELECT count(*) ${OLD_HOST_ENTRIES}) AS m, (SELECT count(*) ${OLD_ACTIVITY}) AS a)`;
  const row = await db.prepare(sql).bind(beforeMs, workspaceId).first<{ rows: number; bytes: number }>();
  return { rows: row?.rows ?? 0, bytes: Math.round(row?.bytes ?? 0) };
}

/** Deletes some of it. Returns the number of rows; 0 if nothing is left. */
export async function prunePart(
  db: D1Database,
  what: Pruned,
  beforeMs: number,
  workspaceId: string | null,
): Promise<number> {
  const deletions =
    what === "clicks"
      ? [
          `DELETE FROM click_sheets WHERE (scope_id, day) IN (SELECT s.scope_id, s.day ${OLD_SHEETS} LIMIT ${ROWS_A_STEP})`,
          `DELETE FROM click_months WHERE (scope_id, first_day) IN (SELECT m.scope_id, m.first_day ${OLD_MONTHS} LIMIT ${ROWS_A_STEP})`,
        ]
      : [
          `DELETE FROM history WHERE id IN (SELECT h.id ${OLD_ENTRIES} LIMIT ${ROWS_A_STEP})`,
          `DELETE FROM activity WHERE (workspace_id, id) IN (SELECT h.workspace_id, h.id ${OLD_ACTIVITY} LIMIT ${ROWS_A_STEP})`,
          `DELETE FROM host_history WHERE id IN (SELECT h.id ${OLD_HOST_ENTRIES} LIMIT ${ROWS_A_STEP})`,
        ];
  const results = await db.batch(deletions.map((sql) => db.prepare(sql).bind(beforeMs, workspaceId)));
  return results.reduce((sum, { meta }) => sum + meta.changes, 0);
}

/** Returns when the last nightly backup was written. Milliseconds since 1970; null if never. */
export async function selectBackupTime(db: D1Database): Promise<number | null> {
  return (
    (await db.prepare("SELECT written_at AS atMs FROM backup_runs").first<{ atMs: number | null }>())?.atMs ??
    null
  );
}
