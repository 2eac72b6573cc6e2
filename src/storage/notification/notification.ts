const DUE = "FROM notifications INDEXED BY notifications_by_due WHERE due_at <= ?1";

export const HAS_NOTIFICATIONS = `EXISTS (SELECT 1 ${DUE})`;

export async function selectDueNotifications(
  db: D1Database,
  nowMs: number,
  limit: number,
): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT id ${DUE} ORDER BY due_at LIMIT ?2`)
    .bind(nowMs, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** Notifications that are not delivered yet, and the secrets that sign them (contract 7). */

export interface Notification {
  id: string;
  workspaceId: string;
  /** The signed body of the request. */
  payload: string;
}

/** Inserts a notification that is due at once. Belongs to the commit of the change that it reports. */
export function insertNotification(
  db: D1Database,
  { id, workspaceId, payload }: Notification,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(
      "INSERT INTO notifications (id, workspace_id, payload, due_at, created_at) VALUES (?1, ?2, ?3, ?4, ?4)",
    )
    .bind(id, workspaceId, payload, nowMs);
}

/** Inserts a notification as `insertNotification` does, if the workspace has a URL for them. */
export function insertNotificationIfWanted(
  db: D1Database,
  { id, workspaceId, payload }: Notification,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO notifications (id, workspace_id, payload, due_at, created_at)
       SELECT ?1, id, ?3, ?4, ?4 FROM workspaces WHERE id = ?2 AND notify_url IS NOT NULL`,
    )
    .bind(id, workspaceId, payload, nowMs);
}

/** A notification that one consumer delivers. `attempts` includes the attempt that begins. */
export interface LeasedNotification extends Notification {
  attempts: number;
}

/**
 * Leases a due notification, which one of several consumers gets; null for the others. It is due again
 * after the wait that follows this attempt.
 * @param waitsMs the wait after each attempt; the last one repeats
 */
export async function leaseNotification(
  db: D1Database,
  id: string,
  nowMs: number,
  waitsMs: readonly number[],
): Promise<LeasedNotification | null> {
  return db
    .prepare(
      `UPDATE notifications SET attempts = attempts + 1, due_at = ?2 + coalesce(?3 ->> attempts, ?4)
       WHERE id = ?1 AND due_at <= ?2 RETURNING id, workspace_id AS workspaceId, payload, attempts`,
    )
    .bind(id, nowMs, JSON.stringify(waitsMs), waitsMs.at(-1) ?? 0)
    .first<LeasedNotification>();
}

export async function deleteNotification(db: D1Database, id: string): Promise<void> {
  await db.prepare("DELETE FROM notifications WHERE id = ?1").bind(id).run();
}

/**
 * Returns the URL for a workspace's notifications, and the secret that signs them. A workspace without a
 * secret gets `newSecret`. Null if the workspace has no such URL.
 */
export async function ensureNotifyTarget(
  db: D1Database,
  workspaceId: string,
  newSecret: string,
): Promise<{ url: string; secret: string } | null> {
  return db
    .prepare(
      `UPDATE workspaces SET notify_secret = coalesce(notify_secret, ?2)
       WHERE id = ?1 AND notify_url IS NOT NULL RETURNING notify_url AS url, notify_secret AS secret`,
    )
    .bind(workspaceId, newSecret)
    .first<{ url: string; secret: string }>();
}

export function updateNotifySecret(db: D1Database, workspaceId: string, secret: string): D1PreparedStatement {
  return db.prepare("UPDATE workspaces SET notify_secret = ?2 WHERE id = ?1").bind(workspaceId, secret);
}
