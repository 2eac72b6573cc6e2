import { foldTag } from "../domain/tag.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../domain/time.ts";

/**
 * Counters of records: `record_counts`, and `hosts` by handler. New records are counted here, in the
 * batch that inserts them, as many at once as there are; changes and deletions by triggers.
 */

const COUNT_RECORDS = `
  INSERT INTO record_counts (workspace_id, kind, value, count)
  SELECT e.workspace_id, e.kind, e.value, count(*)
  FROM json_each(?1) j CROSS JOIN record_entries e ON e.id = j.value WHERE true GROUP BY 1, 2, 3
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + excluded.count`;

const COUNT_HOSTS = `
  UPDATE hosts SET short_urls = short_urls + n.links, qr_codes = qr_codes + n.qr,
    redirects = redirects + n.moved, migrations = migrations + n.migrated
  FROM (
    SELECT r.host AS name, sum(r.handler = 'short-url') AS links, sum(r.handler = 'qr') AS qr,
           sum(r.handler = 'redirect') AS moved, sum(r.handler = 'migration') AS migrated
    FROM json_each(?1) j CROSS JOIN records r ON r.id = j.value GROUP BY r.host
  ) n WHERE hosts.host = n.name`;

const COUNT_TAGS = `
  INSERT INTO record_counts (workspace_id, kind, value, count)
  SELECT t.workspace_id, 'tag', t.tag, count(*)
  FROM json_each(?1) j CROSS JOIN record_tags t INDEXED BY record_tags_by_record
    ON t.record_id = j.value ->> 0 AND t.tag = j.value ->> 1
  WHERE true GROUP BY 1, 3
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + excluded.count`;

/** Counts records that were inserted just before; those of the ids that are not there are left out. */
export function countInserted(db: D1Database, ids: string[]): D1PreparedStatement[] {
  const list = JSON.stringify(ids);
  return [db.prepare(COUNT_RECORDS).bind(list), db.prepare(COUNT_HOSTS).bind(list)];
}

/** @param tagged pairs of record id and folded tag, as JSON, that were inserted just before */
export function countNewTags(db: D1Database, tagged: string): D1PreparedStatement {
  return db.prepare(COUNT_TAGS).bind(tagged);
}

/** How many records have some tags: one that has several of them counts for each. */
export async function countTagged(db: D1Database, workspaceId: string, tags: string[]): Promise<number> {
  const row = await db
    .prepare(
      `SELECT coalesce(sum(count), 0) AS count FROM record_counts
       WHERE workspace_id = ?1 AND kind = 'tag' AND value IN (SELECT value FROM json_each(?2))`,
    )
    .bind(workspaceId, JSON.stringify(tags.map(foldTag)))
    .first<{ count: number }>();
  return row?.count ?? 0;
}

/** Moments are counted for a while only: facets ask for the last 30 days. */
const COUNTED_MOMENTS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const MOMENTS_KEPT_MS = 32 * DAY_MS;
const MAX_DROPPED = 5_000;

/** Removes counts of moments that nobody asks about any more; what is left over waits for the next run. */
export async function dropOldCounts(db: D1Database, nowMs: number): Promise<void> {
  const drop = db.prepare(
    `DELETE FROM record_counts WHERE (workspace_id, kind, value) IN (
       SELECT workspace_id, kind, value FROM record_counts INDEXED BY record_counts_by_age
       WHERE kind = ?1 AND kind IN ('minute', 'hour', 'day') AND value < ?2 LIMIT ${MAX_DROPPED})`,
  );
  await db.batch(
    Object.entries(COUNTED_MOMENTS).map(([kind, milliseconds]) =>
      drop.bind(kind, Math.floor((nowMs - MOMENTS_KEPT_MS) / milliseconds)),
    ),
  );
}
