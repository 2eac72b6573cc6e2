import type { ListPart } from "../../domain/list.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import { DAY_MS } from "../../domain/time.ts";
import { LOG_DAYS, toPayload, type OffReason, type WebhookEvent } from "../../domain/webhook.ts";
import { eventId } from "./event.ts";

/** What webhooks are told: the log, and what of it is still to be sent. */

const DUE = "FROM webhooks INDEXED BY webhooks_by_due WHERE due_at <= ?1 AND off_at IS NULL";

export const HAS_DUE_WEBHOOKS = `EXISTS (SELECT 1 ${DUE})`;

/** Selects webhooks to which something is due, those whose receiver answers before those whose does not. */
export async function selectDueWebhooks(
  db: D1Database,
  nowMs: number,
  limit: number,
): Promise<{ id: string; isFailing: number }[]> {
  const { results } = await db
    .prepare(`SELECT id, failures > 0 AS isFailing ${DUE} ORDER BY isFailing, due_at LIMIT ?2`)
    .bind(nowMs, limit)
    .all<{ id: string; isFailing: number }>();
  return results;
}

export interface LeasedWebhook {
  workspaceId: string;
  url: string;
  secret: string;
  /** The secret before, if it still signs. */
  oldSecret: string | null;
  failures: number;
  failingSince: number | null;
  heldUntil: number;
}

const LEASED = `workspace_id AS workspaceId, url, secret, iif(old_secret_until > ?2, old_secret, NULL) AS oldSecret, failures,
  failing_since AS failingSince, held_until AS heldUntil`;

/** Leases a webhook to which something is due; null if nothing is, or another consumer has it. */
export async function leaseWebhook(
  db: D1Database,
  id: string,
  nowMs: number,
  untilMs: number,
): Promise<LeasedWebhook | null> {
  return db
    .prepare(
      `UPDATE webhooks SET held_until = ?3, due_at = ?3 WHERE id = ?1 AND due_at <= ?2 AND off_at IS NULL
       RETURNING ${LEASED}`,
    )
    .bind(id, nowMs, untilMs)
    .first<LeasedWebhook>();
}

export interface DueDelivery {
  id: string;
  type: string;
  payload: string;
  attempts: number;
  dueAtMs: number;
}

const DELIVERY = "event_id AS id, type, payload, attempts, due_at AS dueAtMs";

/** Takes one delivery that is due, until then, with its webhook as it is; null if nothing is to be sent. */
export async function takeDelivery(
  db: D1Database,
  webhookId: string,
  id: string,
  nowMs: number,
  untilMs: number,
): Promise<{ webhook: LeasedWebhook; delivery: DueDelivery } | null> {
  const [taken, found] = (await db.batch([
    db
      .prepare(
        `UPDATE webhook_deliveries SET due_at = ?4 WHERE webhook_id = ?1 AND event_id = ?2 AND due_at <= ?3
           AND EXISTS (SELECT 1 FROM webhooks WHERE id = ?1 AND off_at IS NULL) RETURNING ${DELIVERY}`,
      )
      .bind(webhookId, id, nowMs, untilMs),
    db.prepare(`SELECT ${LEASED} FROM webhooks WHERE id = ?1`).bind(webhookId, nowMs),
  ])) as [D1Result<DueDelivery>, D1Result<LeasedWebhook>];
  const [[delivery], [webhook]] = [taken.results, found.results];
  return delivery === undefined || webhook === undefined ? null : { webhook, delivery };
}

export async function selectDueDeliveries(
  db: D1Database,
  webhookId: string,
  nowMs: number,
  limit: number,
): Promise<DueDelivery[]> {
  const { results } = await db
    .prepare(
      `SELECT ${DELIVERY} FROM webhook_deliveries INDEXED BY webhook_deliveries_by_due
       WHERE webhook_id = ?1 AND due_at <= ?2 ORDER BY due_at LIMIT ?3`,
    )
    .bind(webhookId, nowMs, limit)
    .all<DueDelivery>();
  return results;
}

/** The result of an attempt. */
export interface Attempted {
  id: string;
  /** When it was due. One that somebody has asked for again since is sent once more. */
  wasDueAtMs: number;
  atMs: number;
  /** When it is sent again; null if it was accepted or given up. */
  dueAtMs: number | null;
  isAccepted: boolean;
  status: number | null;
  reason: Refusal | null;
}

interface Ended {
  /** What `held_until` was when they began. If it is another by now, only the results are written. */
  wasHeldUntilMs: number;
  /** Until then the receiver is left alone. */
  heldUntilMs: number;
  failures: number;
  failingSinceMs: number | null;
  off: { atMs: number; reason: OffReason } | null;
}

const NEXT = `(SELECT max(?3, due) FROM (
  SELECT min(due_at) AS due FROM webhook_deliveries WHERE webhook_id = ?1 AND due_at IS NOT NULL))`;

/**
 * Writes the results of attempts, and ends the lease.
 * @param notes statements of the same batch
 * @returns when something is due next; null if nothing is, or another consumer has the webhook by now
 */
export async function endAttempts(
  db: D1Database,
  id: string,
  attempted: readonly Attempted[],
  { wasHeldUntilMs, heldUntilMs, failures, failingSinceMs, off }: Ended,
  notes: D1PreparedStatement[],
): Promise<number | null> {
  const rows = attempted.map((one) => [
    one.id,
    one.atMs,
    one.dueAtMs,
    one.isAccepted ? one.atMs : null,
    one.status,
    one.reason && JSON.stringify(one.reason),
    one.wasDueAtMs,
  ]);
  const [, ended] = await db.batch<{ due: number | null }>([
    db
      .prepare(
        `UPDATE webhook_deliveries SET attempts = attempts + 1, attempted_at = j.value ->> 1, due_at = j.value ->> 2,
           accepted_at = j.value ->> 3, status = j.value ->> 4, reason = j.value ->> 5
         FROM json_each(?2) j WHERE webhook_id = ?1 AND event_id = j.value ->> 0
           AND webhook_deliveries.due_at = j.value ->> 6`,
      )
      .bind(id, JSON.stringify(rows)),
    db
      .prepare(
        `UPDATE webhooks SET held_until = ?3, failures = ?4, failing_since = ?5, off_at = ?6, off_reason = ?7,
           due_at = iif(?6 IS NULL, ${NEXT}, NULL)
         WHERE id = ?1 AND held_until = ?2 AND off_at IS NULL RETURNING due_at AS due`,
      )
      .bind(
        id,
        wasHeldUntilMs,
        heldUntilMs,
        failures,
        failingSinceMs,
        off?.atMs ?? null,
        off?.reason ?? null,
      ),
    ...notes,
  ]);
  return ended?.results[0]?.due ?? null;
}

export interface Delivery extends Omit<DueDelivery, "dueAtMs"> {
  createdAtMs: number;
  /** Not before the receiver is no longer left alone. */
  dueAtMs: number | null;
  attemptedAtMs: number | null;
  acceptedAtMs: number | null;
  status: number | null;
  reason: Refusal | null;
}

export async function selectLog(
  db: D1Database,
  webhookId: string,
  { after, isBackward, limit }: ListPart,
): Promise<Delivery[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT event_id AS id, type, payload, attempts, created_at AS createdAtMs,
         max(due_at, (SELECT held_until FROM webhooks WHERE id = ?1)) AS dueAtMs,
         attempted_at AS attemptedAtMs, accepted_at AS acceptedAtMs, status, reason
       FROM webhook_deliveries INDEXED BY webhook_deliveries_by_webhook
       WHERE webhook_id = ?1 AND event_id ${operator} ?2 ORDER BY event_id ${direction} LIMIT ?3`,
    )
    .bind(webhookId, after ?? (isBackward ? "" : "~"), limit)
    .all<Omit<Delivery, "reason"> & { reason: string | null }>();
  return results.map((row) => ({
    ...row,
    reason: row.reason === null ? null : (JSON.parse(row.reason) as Refusal),
  }));
}

const WAKE = `UPDATE webhooks SET due_at = max(held_until, ?2)
  WHERE id = ?1 AND ifnull(due_at > max(held_until, ?2), 1)`;

/** Sends an entry of the log again, with as many attempts as a new one. The first statement returns a row if it is there. */
export function replayDelivery(
  db: D1Database,
  webhookId: string,
  id: string,
  nowMs: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE webhook_deliveries SET due_at = ?3, attempts = 0, accepted_at = NULL
         WHERE webhook_id = ?1 AND event_id = ?2 RETURNING event_id`,
      )
      .bind(webhookId, id, nowMs),
    db.prepare(WAKE).bind(webhookId, nowMs),
  ];
}

/** Notes an event for one webhook, whatever events it wants. */
export function insertDelivery(
  db: D1Database,
  { workspaceId, webhookId }: { workspaceId: string; webhookId: string },
  event: Pick<WebhookEvent, "type" | "data">,
  nowMs: number,
): { id: string; statement: D1PreparedStatement } {
  const id = eventId(nowMs);
  const statement = db
    .prepare(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, workspace_id, type, payload, due_at, created_at, hosts)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, (SELECT hosts FROM webhooks WHERE id = ?1))`,
    )
    .bind(webhookId, id, workspaceId, event.type, toPayload(event, nowMs), nowMs);
  return { id, statement };
}

// The log is kept for 30 days, and at most 10,000 entries or 20 MB of a workspace (contract 35.31).

const IS_FULL = "entries > 10000 OR bytes > 20000000";
const FULL = `FROM webhook_logs INDEXED BY webhook_logs_full WHERE ${IS_FULL}`;

export const HAS_FULL_LOGS = `EXISTS (SELECT 1 ${FULL})`;

/** Whether the oldest entry of a workspace is too old. */
export const HAS_OLD_EVENTS = `EXISTS (SELECT 1 FROM webhook_logs l WHERE (
  SELECT created_at FROM webhook_deliveries d WHERE d.workspace_id = l.workspace_id ORDER BY event_id LIMIT 1)
  < ?1 - ${LOG_DAYS * DAY_MS})`;

/** Entries that are deleted at once of a log with too many bytes. */
const ENTRIES_OF_LARGE = 50;

/** Deletes at most `most` old entries, and as many of one log that is too large. Returns whether more may be left. */
export async function deleteOldEvents(db: D1Database, nowMs: number, most: number): Promise<boolean> {
  const results = await db.batch([
    db
      .prepare(
        `DELETE FROM webhook_deliveries WHERE rowid IN (
           SELECT d.rowid FROM webhook_logs l CROSS JOIN webhook_deliveries d
             ON d.workspace_id = l.workspace_id AND d.event_id < ?1 LIMIT ?2)`,
      )
      .bind(eventId(nowMs - LOG_DAYS * DAY_MS), most),
    db
      .prepare(
        `DELETE FROM webhook_deliveries WHERE rowid IN (
           SELECT rowid FROM webhook_deliveries WHERE workspace_id = (SELECT workspace_id ${FULL} LIMIT 1)
           ORDER BY event_id
           LIMIT coalesce((SELECT min(?1, iif(entries > 10000, entries - 10000, ${ENTRIES_OF_LARGE})) ${FULL} LIMIT 1), 0))`,
      )
      .bind(most),
    db.prepare(`SELECT ${HAS_FULL_LOGS} AS isFull`),
  ]);
  const [old, , full] = results as [D1Result, D1Result, D1Result<{ isFull: number }>];
  return old.meta.changes >= most || full.results[0]?.isFull === 1;
}
