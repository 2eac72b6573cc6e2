import { parseClickThresholds } from "../../domain/click-threshold.ts";
import { dayOf, startOfDay } from "../../domain/calendar.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { toUrlSuffix } from "../../domain/source.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { toRecord, type RecordRow } from "../record/row.ts";
import { bindParts } from "../statement.ts";
import { noteEvents, type NotedEvent } from "../webhook/event.ts";
import type { CountedDay } from "./sheet.ts";

/** Notifies a workspace and its webhooks of records that have passed a number of clicks in a day (contract 8.15). */

const SELECT_THRESHOLDS = `
  SELECT w.id, w.click_thresholds AS thresholds, w.notify_url IS NOT NULL AS isNotified
  FROM json_each(?1) j CROSS JOIN workspaces w ON w.id = j.value
  WHERE w.click_thresholds IS NOT NULL
    AND (w.notify_url IS NOT NULL OR EXISTS (SELECT 1 FROM webhooks k WHERE k.workspace_id = w.id))`;

const SELECT_RECORDS = `
  SELECT r.*, h.ssl_issued_at AS host_ssl_issued_at
  FROM json_each(?1) j CROSS JOIN records r ON r.id = j.value CROSS JOIN hosts h ON h.host = r.host`;

const INSERT = `
  INSERT INTO notifications (id, workspace_id, payload, due_at, created_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, ?2, ?2 FROM json_each(?1)`;

type Passed = CountedDay & { threshold: number; isNotified: boolean };

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
    (thresholds.get(counts.workspaceId)?.numbers ?? [])
      .filter((threshold) => counts.before < threshold && threshold <= counts.after)
      .map((threshold) => ({
        ...counts,
        threshold,
        isNotified: thresholds.get(counts.workspaceId)?.isNotified === true,
      })),
  );
  if (passed.length === 0) return [];
  const records = await selectRecords(db, [...new Set(passed.map(({ scopeId }) => scopeId))]);
  const rows: unknown[] = [];
  const events: NotedEvent[] = [];
  for (const { scopeId: id, workspaceId, day, after: clicks, threshold, isNotified } of passed) {
    const record = records.get(id);
    // A record that is set aside has no URL.
    if (record === undefined) continue;
    const { url, host, version } = record;
    const data = { id, url, day: formatTimestamp(startOfDay(day)).slice(0, 10), threshold, clicks };
    const payload = { type: "clicks.threshold" as const, timestamp: formatTimestamp(nowMs), data };
    if (isNotified) rows.push([crypto.randomUUID(), workspaceId, JSON.stringify(payload)]);
    events.push({ workspaceId, type: payload.type, hosts: [host], data: { ...data, version } });
  }
  return [...(rows.length === 0 ? [] : bindParts(db, INSERT, rows, nowMs)), ...noteEvents(db, events, nowMs)];
}

interface Thresholds {
  numbers: number[];
  /** Whether the workspace has a `notify_url`. */
  isNotified: boolean;
}

async function selectThresholds(db: D1Database, workspaceIds: string[]): Promise<Map<string, Thresholds>> {
  const { results } = await db
    .prepare(SELECT_THRESHOLDS)
    .bind(JSON.stringify(workspaceIds))
    .all<{ id: string; thresholds: string; isNotified: number }>();
  return new Map(
    results.map(({ id, thresholds, isNotified }) => {
      const parsed = parseClickThresholds(thresholds);
      return [id, { numbers: parsed.ok ? parsed.value : [], isNotified: isNotified === 1 }];
    }),
  );
}

interface CountedRecord {
  url: string;
  host: Hostname;
  version: number;
}

async function selectRecords(db: D1Database, ids: string[]): Promise<Map<string, CountedRecord>> {
  const { results } = await db
    .prepare(SELECT_RECORDS)
    .bind(JSON.stringify(ids))
    .all<RecordRow & { host_ssl_issued_at: number | null }>();
  return new Map(
    results.map((row) => {
      const { id, host, source, version } = toRecord(row);
      const url = `http${row.host_ssl_issued_at === null ? "" : "s"}://${host}${toUrlSuffix(source)}`;
      return [id, { url, host, version }];
    }),
  );
}
