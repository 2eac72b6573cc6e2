import type { WatchedState } from "../../domain/health.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { toRecord, type RecordRow } from "../record/row.ts";

/** The time after a check at which a record is due again. */
export const CHECK_INTERVAL_MS = HOUR_MS;

/** The condition of the index `records_watched`. SQLite uses the index only if the text is the same. */
export const IS_MONITORED = `(is_notify = 1 OR is_switch_unbroken_destination = 1 OR destination_routing = 'fastest' OR has_fastest_rule = 1)
  AND paused_by IS NULL AND coalesce(all_destinations, destinations) <> '[]'`;

export interface WatchedRecord {
  record: LinkRecord;
  /** The column `health` as it was read. A write checks that it has not changed since. */
  storedHealth: string;
  /** The state that the owner was last notified of. */
  notifiedState: WatchedState;
  /** The start of the run that checks the record. */
  leasedAtMs: number;
  isHttps: boolean;
  hasNotifyUrl: boolean;
  hasWebhooks: boolean;
}

interface WatchedRow extends RecordRow {
  monitor_state: WatchedState;
  monitor_due_at: number;
  host_ssl_issued_at: number | null;
  has_notify_url: number;
  has_webhooks: number;
}

/** Selects the given records that the monitor still watches. */
export async function selectWatchedRecords(
  db: D1Database,
  ids: string[],
  nowMs: number,
): Promise<WatchedRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT r.*, h.ssl_issued_at AS host_ssl_issued_at, w.notify_url IS NOT NULL AS has_notify_url,
         EXISTS (SELECT 1 FROM webhooks k WHERE k.workspace_id = r.workspace_id) AS has_webhooks
       FROM json_each(?1) i CROSS JOIN records r ON r.id = i.value
       CROSS JOIN hosts h ON h.host = r.host CROSS JOIN workspaces w ON w.id = r.workspace_id
       WHERE ${IS_MONITORED} AND (expires_at IS NULL OR expires_at > ?2)`,
    )
    .bind(JSON.stringify(ids), nowMs)
    .all<WatchedRow>();
  return results.map((row) => ({
    record: toRecord(row),
    storedHealth: row.health,
    notifiedState: row.monitor_state,
    leasedAtMs: row.monitor_due_at - CHECK_INTERVAL_MS,
    isHttps: row.host_ssl_issued_at !== null,
    hasNotifyUrl: row.has_notify_url === 1,
    hasWebhooks: row.has_webhooks === 1,
  }));
}
