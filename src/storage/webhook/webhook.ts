import type { Webhook, WebhookEventName } from "../../domain/webhook.ts";
import type { Reach } from "../../domain/reach.ts";
import { fromHostsColumn, hostsParameter, listWithin, toHostsColumn } from "../reach.ts";

type WebhookRow = Omit<Webhook, "events" | "hosts" | "off"> & {
  /** JSON. */
  events: string;
  hosts: string | null;
  off: string | null;
};

const COLUMNS = `id, url, events, hosts, created_at AS createdAtMs, updated_at AS updatedAtMs,
  iif(off_at IS NULL, NULL, json_object('atMs', off_at, 'reason', off_reason)) AS off, failing_since AS failingSinceMs`;

/** A caller with a limit sees the webhooks that are limited to hostnames within it (contract 35.26). */
const WITHIN = `workspace_id = ?1 AND ${listWithin("webhooks.hosts", "?2")}`;

/** @param id only this one, if it is there */
export async function selectWebhooks(db: D1Database, reach: Reach, id: string | null): Promise<Webhook[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM webhooks WHERE ${WITHIN} AND (?3 IS NULL OR id = ?3) ORDER BY id`)
    .bind(reach.workspaceId, hostsParameter(reach), id)
    .all<WebhookRow>();
  return results.map((row) => ({
    ...row,
    events: JSON.parse(row.events) as WebhookEventName[],
    hosts: fromHostsColumn(row.hosts),
    off: row.off === null ? null : (JSON.parse(row.off) as Webhook["off"]),
  }));
}

/** Inserts a webhook. A trigger aborts the batch with the assertion `webhook_limit` if the workspace has 10. */
export function insertWebhook(
  db: D1Database,
  workspaceId: string,
  { id, url, events, hosts, createdAtMs }: Webhook,
  secret: string,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO webhooks (id, workspace_id, url, events, hosts, secret, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)`,
    )
    .bind(id, workspaceId, url, JSON.stringify(events), toHostsColumn(hosts), secret, createdAtMs);
}

/** What a write changes of a webhook. */
export type WebhookChange = Partial<Pick<Webhook, "url" | "events" | "hosts"> & { isEnabled: boolean }>;

/** Whether it is off after the write. */
const IS_OFF = "ifnull(?8, off_at IS NOT NULL)";
/** Whether nothing is known of its receiver after the write. A consumer that has the webhook notes nothing of the one before. */
const IS_NEW = `(ifnull(?3 <> url, 0) OR (off_at IS NOT NULL AND NOT ${IS_OFF}))`;

/**
 * What an owner changes: only what the write names, since another write may change the rest. What waited while it was off
 * is sent once it is on again, and another URL is not left alone for what the one before did. Of a webhook that gets fewer
 * hostnames, entries of the log go that tell of others, before its URL can be told of them.
 */
export function updateWebhook(
  db: D1Database,
  workspaceId: string,
  id: string,
  { url, events, hosts, isEnabled }: WebhookChange,
  nowMs: number,
): D1PreparedStatement[] {
  const update = db
    .prepare(
      `UPDATE webhooks SET url = coalesce(?3, url), events = coalesce(?4, events), hosts = iif(?5, ?6, hosts),
         updated_at = ?7, off_reason = CASE WHEN ${IS_OFF} THEN coalesce(off_reason, 'owner') END,
         failures = iif(${IS_NEW}, 0, failures), failing_since = iif(${IS_NEW}, NULL, failing_since),
         held_until = iif(${IS_NEW}, 0, held_until),
         due_at = iif(${IS_NEW}, (SELECT min(due_at) FROM webhook_deliveries
           WHERE webhook_id = ?1 AND due_at IS NOT NULL), due_at),
         off_at = CASE WHEN ${IS_OFF} THEN coalesce(off_at, ?7) END
       WHERE id = ?1 AND workspace_id = ?2`,
    )
    .bind(
      id,
      workspaceId,
      url ?? null,
      events === undefined ? null : JSON.stringify(events),
      Number(hosts !== undefined),
      toHostsColumn(hosts ?? null),
      nowMs,
      isEnabled === undefined ? null : Number(!isEnabled),
    );
  if (hosts === undefined || hosts === null) return [update];
  const forget = db
    .prepare(
      `DELETE FROM webhook_deliveries WHERE webhook_id = ?1 AND workspace_id = ?2 AND (
         ifnull(hosts, '[]') = '[]'
         OR EXISTS (SELECT 1 FROM json_each(hosts) WHERE value NOT IN (SELECT value FROM json_each(?3))))`,
    )
    .bind(id, workspaceId, toHostsColumn(hosts));
  return [forget, update];
}

export function deleteWebhook(db: D1Database, workspaceId: string, id: string): D1PreparedStatement[] {
  return ["webhook_deliveries WHERE webhook_id = ?1", "webhooks WHERE id = ?1"].map((rows) =>
    db.prepare(`DELETE FROM ${rows} AND workspace_id = ?2`).bind(id, workspaceId),
  );
}

/** Replaces the secret. The one before signs beside it until then. */
export function rotateSecret(
  db: D1Database,
  id: string,
  secret: string,
  oldUntilMs: number,
): D1PreparedStatement {
  return db
    .prepare("UPDATE webhooks SET old_secret = secret, old_secret_until = ?3, secret = ?2 WHERE id = ?1")
    .bind(id, secret, oldUntilMs);
}
