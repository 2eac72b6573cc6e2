/** Selects the text of a stored file by its key, which identifies one content; null if that content is gone. */
export async function selectFileText(db: D1Database, key: string): Promise<string | null> {
  const [, workspaceId, updatedAtMs, name] = /^f:([^/]*)\/(\d+)\/(.*)$/.exec(key) ?? [];
  return db
    .prepare("SELECT html FROM pages WHERE workspace_id = ?1 AND name = ?2 AND updated_at = ?3")
    .bind(workspaceId ?? "", name ?? "", Number(updatedAtMs))
    .first<string>("html");
}
