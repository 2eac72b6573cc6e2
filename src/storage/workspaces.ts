/** How many records a workspace has, by the counter that its writes keep. */
export async function countRecords(db: D1Database, workspaceId: string): Promise<number> {
  const row = await db
    .prepare("SELECT record_count FROM workspaces WHERE id = ?1")
    .bind(workspaceId)
    .first<{ record_count: number }>();
  return row?.record_count ?? 0;
}
