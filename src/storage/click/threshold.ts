import { parseClickThresholds } from "../../domain/click-threshold.ts";
import { dayOf, startOfDay } from "../../domain/calendar.ts";
import { toUrlSuffix } from "../../domain/source.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { toRecord, type RecordRow } from "../record/row.ts";
import { bindParts } from "../statement.ts";
import type { CountedDay } from "./sheet.ts";

/** Notifies a workspace of records that have passed a number of clicks in a day (contract 8.15). */

const SELECT_THRESHOLDS = `
  SELECT w.id, w.click_thresholds AS thresholds FROM json_each(?1) j CROSS JOIN workspaces w ON w.id = j.value
  WHERE w.click_thresholds IS NOT NULL AND w.notify_url IS NOT NULL`;

const SELECT_RECORDS = `
  SELECT r.*, h.ssl_issued_at AS host_ssl_issued_at
  FROM json_each(?1) j CROSS JOIN records r ON r.id = j.value CROSS JOIN hosts h ON h.host = r.host`;

const INSERT = `
  INSERT INTO notifications (id, workspace_id, payload, due_at, created_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, ?2, ?2 FROM json_each(?1)`;

type Passed = CountedDay & { threshold: number };

/**
 * Returns the statements that notify of thresholds which days pass. They belong to the batch that writes the days: so
 * each is told once. Days before yesterday are not told.
 */
export async function prepareThresholds(
  db: D1Database,
  counted: readonly CountedDay[],
  nowMs: number,
): Promise<D1PreparedStatement[]> {
  const recent = counted.filter(
    ({ scopeId, workspaceId, day, before, after }) =>
      scopeId !== workspaceId && after > before && day >= dayOf(nowMs) - 1,
  );
  if (recent.length === 0) return [];
  const thresholds = await selectThresholds(db, [...new Set(recent.map(({ workspaceId }) => workspaceId))]);
  const passed = recent.flatMap((counts): Passed[] =>
    (thresholds.get(counts.workspaceId) ?? [])
      .filter((threshold) => counts.before < threshold && threshold <= counts.after)
      .map((threshold) => ({ ...counts, threshold })),
  );
  if (passed.length === 0) return [];
  const urls = await selectUrls(db, [...new Set(passed.map(({ scopeId }) => scopeId))]);
  const rows = passed.flatMap(({ scopeId: id, workspaceId, day, after: clicks, threshold }) => {
    const url = urls.get(id);
    // A record that is set aside has no URL.
    if (url === undefined) return [];
    const payload = {
      type: "clicks.threshold",
      timestamp: formatTimestamp(nowMs),
      data: { id, url, day: formatTimestamp(startOfDay(day)).slice(0, 10), threshold, clicks },
    };
    return [[crypto.randomUUID(), workspaceId, JSON.stringify(payload)]];
  });
  return bindParts(db, INSERT, rows, nowMs);
}

async function selectThresholds(db: D1Database, workspaceIds: string[]): Promise<Map<string, number[]>> {
  const { results } = await db
    .prepare(SELECT_THRESHOLDS)
    .bind(JSON.stringify(workspaceIds))
    .all<{ id: string; thresholds: string }>();
  return new Map(
    results.map(({ id, thresholds }) => {
      const parsed = parseClickThresholds(thresholds);
      return [id, parsed.ok ? parsed.value : []];
    }),
  );
}

async function selectUrls(db: D1Database, ids: string[]): Promise<Map<string, string>> {
  const { results } = await db
    .prepare(SELECT_RECORDS)
    .bind(JSON.stringify(ids))
    .all<RecordRow & { host_ssl_issued_at: number | null }>();
  return new Map(
    results.map((row) => {
      const { id, host, source } = toRecord(row);
      return [id, `http${row.host_ssl_issued_at === null ? "" : "s"}://${host}${toUrlSuffix(source)}`];
    }),
  );
}
