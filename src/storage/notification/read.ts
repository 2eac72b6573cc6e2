export async function selectDueNotifications(
  db: D1Database,
  nowMs: number,
  limit: number,
): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM notifications INDEXED BY notifications_by_due
       WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2`,
    )
    .bind(nowMs, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}
