import { DAYS_KEPT, dropOldDays } from "../../clicks/miss-day.ts";
import { dayOf } from "../../domain/calendar.ts";
import { bindParts } from "../statement.ts";
import { MISS_COLUMNS, toCounted, toMissRow, type StoredMissRow } from "./row.ts";

/** The most rows of each table that one run changes. */
const MAX_ROWS = 1_000;

const SELECT_OLD = `
  SELECT m.workspace_id AS workspaceId, ${MISS_COLUMNS} FROM misses m INDEXED BY misses_by_day
  WHERE m.oldest_day < ?1 LIMIT ${MAX_ROWS}`;

/** The condition that a row was not counted since it was read. A new visit changes its days. */
const IS_SAME = `
  m.workspace_id = j.value ->> 0 AND m.host = j.value ->> 1 AND m.slot = j.value ->> 2 AND m.redacted = j.value ->> 3
  AND m.days = j.value ->> 4`;

const DELETE = `
  DELETE FROM misses AS m WHERE (m.workspace_id, m.host, m.slot, m.redacted, m.days) IN (
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1))`;

const UPDATE = `
  UPDATE misses AS m SET people = j.value ->> 9, crawlers = j.value ->> 10, bots = j.value ->> 11,
    visits = j.value ->> 12, first_at = j.value ->> 13, oldest_day = j.value ->> 15, days = j.value ->> 17
  FROM json_each(?1) j WHERE ${IS_SAME}`;

// Yesterday's messages may still arrive.
const firstCountedDay = (nowMs: number): number => dayOf(nowMs) - 2;
const firstDay = (nowMs: number): number => dayOf(nowMs) - DAYS_KEPT + 1;

export const hasOldMisses = (nowMs: number): string => `
  EXISTS (SELECT 1 FROM miss_days INDEXED BY miss_days_by_day WHERE day < ${firstCountedDay(nowMs)})
  OR EXISTS (SELECT 1 FROM misses INDEXED BY misses_by_day WHERE oldest_day < ${firstDay(nowMs)})`;

/** Deletes the misses of days that are no longer kept, a bounded number at once (contract 31.3). Returns whether more are left. */
export async function deleteOldMisses(db: D1Database, nowMs: number): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `DELETE FROM miss_days WHERE (host, day) IN (
         SELECT host, day FROM miss_days INDEXED BY miss_days_by_day WHERE day < ?1 LIMIT ${MAX_ROWS})`,
    )
    .bind(firstCountedDay(nowMs))
    .run();
  const { results } = await db
    .prepare(SELECT_OLD)
    .bind(firstDay(nowMs))
    .all<StoredMissRow & { workspaceId: string }>();
  if (results.length === 0) return meta.changes === MAX_ROWS;
  const gone: unknown[] = [];
  const kept: unknown[] = [];
  for (const row of results) {
    const key = [row.workspaceId, row.host, row.slot, row.redacted, row.days];
    const left = dropOldDays(toMissRow(row), nowMs);
    if (left === null) gone.push(key);
    else kept.push([...key, ...toCounted(row.host, row.slot, left)]);
  }
  await db.batch([...bindParts(db, DELETE, gone), ...bindParts(db, UPDATE, kept)]);
  return meta.changes === MAX_ROWS || results.length === MAX_ROWS;
}
