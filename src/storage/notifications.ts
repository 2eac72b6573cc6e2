/** Notifications on their way, and the secrets that sign them (contract 7.9 to 7.11). */

export interface Notification {
  id: string;
  workspaceId: string;
  /** The body of the request, as it is signed. */
  payload: string;
}

/** Due at once; stands in the commit of the change that it tells of. */
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

export async function listDueNotifications(db: D1Database, nowMs: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM notifications INDEXED BY notifications_by_due
       WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2`,
    )
    .bind(nowMs, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** A notification in the hands of one consumer, `attempts` counting the one that begins. */
export interface ClaimedNotification extends Notification {
  attempts: number;
}

/**
 * Takes a notification that is due: of several consumers one gets it, and nobody else does before
 * the wait that follows this attempt is over. `waitsMs` are the waits by attempt; the last one goes on.
 */
export async function claimNotification(
  db: D1Database,
  id: string,
  nowMs: number,
  waitsMs: readonly number[],
): Promise<ClaimedNotification | null> {
  const row = await db
    .prepare(
      `UPDATE notifications SET attempts = attempts + 1, due_at = ?2 + coalesce(?3 ->> attempts, ?4)
       WHERE id = ?1 AND due_at <= ?2 RETURNING id, workspace_id, payload, attempts`,
    )
    .bind(id, nowMs, JSON.stringify(waitsMs), waitsMs.at(-1) ?? 0)
    .first<{ id: string; workspace_id: string; payload: string; attempts: number }>();
  if (row === null) return null;
  return { id: row.id, workspaceId: row.workspace_id, payload: row.payload, attempts: row.attempts };
}

export async function deleteNotification(db: D1Database, id: string): Promise<void> {
  await db.prepare("DELETE FROM notifications WHERE id = ?1").bind(id).run();
}

/**
 * Where a workspace wants its notifications, and what signs them: `newSecret` where there is none yet.
 * Null where it wants none.
 */
export async function getNotifyTarget(
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

export async function setNotifySecret(db: D1Database, workspaceId: string, secret: string): Promise<void> {
  await db.prepare("UPDATE workspaces SET notify_secret = ?2 WHERE id = ?1").bind(workspaceId, secret).run();
}
