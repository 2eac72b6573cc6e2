import { homeOf } from "./home.ts";
import { recount } from "./recount.ts";

/**
 * Fills a workspace with many records by SQL alone, as they would stand after as many creates.
 * Record i of n: alias `s<i>`, tag `all`, title "number <i> common"; every thousandth is `rare`.
 */
export async function seedRecords(
  workspaceId: string,
  { host, count, rareEvery = 1000 }: { host: string; count: number; rareEvery?: number },
): Promise<void> {
  const home = homeOf(workspaceId);
  const numbers = "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)";
  const word = `CASE WHEN i % ${rareEvery} = 0 THEN ' rareword' ELSE '' END`;
  const tags = `CASE WHEN i % ${rareEvery} = 0 THEN '["all","rare"]' ELSE '["all"]' END`;
  const id = "printf('%08x-%04x-7000-8000-%012x', 0x01900000 + i / 65536, i % 65536, w.number)";
  const runtime = "CASE WHEN i % 2 = 0 THEN 'link' ELSE 'redirect' END";
  await home
    .prepare(
      `${numbers}
     INSERT INTO records (row, id, workspace_id, handler, runtime, host, source_kind, source, slot, type,
       destinations, title, tags, total_clicks, search_text, created_by, created_via, created_at, updated_at)
     SELECT (w.number << 32) + 1 + i, ${id}, w.id, CASE WHEN i % 2 = 0 THEN 'short-url' ELSE 'redirect' END, ${runtime},
       ?3, 'exact', '/s' || i, 'p/s' || i, '302', '["https://example.com/' || i || '"]',
       'number ' || i || ' common' || ${word}, ${tags}, i % 977,
       'https://' || ?3 || '/s' || i || char(10) || 'number ' || i || ' common' || ${word} || char(10)
         || 'https://example.com/' || i || char(10) || 'all',
       u.user_id, 'api', 1700000000000 + i, 1700000000000 + (i * 7919) % ?1
     FROM n, workspaces w, memberships u WHERE w.id = ?2 AND u.workspace_id = w.id`,
    )
    .bind(count, workspaceId, host)
    .run();
  for (const [tag, every] of [
    ["all", 1],
    ["rare", rareEvery],
  ] as const) {
    await home
      .prepare(
        `INSERT INTO record_tags (workspace_id, tag, record_id)
       SELECT workspace_id, ?2, id FROM records WHERE workspace_id = ?1 AND (row - 1) % 4294967296 % ?3 = 0`,
      )
      .bind(workspaceId, tag, every)
      .run();
  }
  await home
    .prepare("UPDATE workspaces SET record_count = record_count + ?2, last_row = last_row + ?2 WHERE id = ?1")
    .bind(workspaceId, count)
    .run();
  await recount(home);
}
