import { foldTag } from "../../domain/tag.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";

/**
 * Counters of records: the table `record_counts`, and the counters by handler in `hosts`. The batch that inserts
 * records counts them all at once by these statements. Triggers count updates and deletions.
 */

const COUNT_RECORDS = `
  INSERT INTO record_counts (workspace_id, kind, value, count)
  SELECT e.workspace_id, e.kind, e.value, count(*)
  FROM json_each(?1) j CROSS JOIN record_entries e ON e.id = j.value WHERE true GROUP BY 1, 2, 3
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + excluded.count`;

/** Returns SQL that adds records, a part of a FROM clause in which they are `r`, to the counters of their hostnames. */
export const countHosts = (records: string) => `
  UPDATE hosts SET short_urls = short_urls + n.links, qr_codes = qr_codes + n.qr,
    redirects = redirects + n.moved, migrations = migrations + n.migrated
  FROM (
    SELECT r.host AS name, sum(r.handler = 'short-url') AS links, sum(r.handler = 'qr') AS qr,
           sum(r.handler = 'redirect') AS moved, sum(r.handler = 'migration') AS migrated
    FROM ${records} GROUP BY r.host
  ) n WHERE hosts.host = n.name`;

const COUNT_HOSTS = countHosts("json_each(?1) j CROSS JOIN records r ON r.id = j.value");

const COUNT_TAGS = `
  INSERT INTO record_counts (workspace_id, kind, value, count)
  SELECT t.workspace_id, 'tag', t.tag, count(*)
  FROM json_each(?1) j CROSS JOIN record_tags t INDEXED BY record_tags_by_record
    ON t.record_id = j.value ->> 0 AND t.tag = j.value ->> 1
  WHERE true GROUP BY 1, 3
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + excluded.count`;

/** Adds records that the same batch has inserted; ids without a record are ignored. */
export function addInsertedRecords(db: D1Database, ids: string[]): D1PreparedStatement[] {
  const list = JSON.stringify(ids);
  return [db.prepare(COUNT_RECORDS).bind(list), db.prepare(COUNT_HOSTS).bind(list)];
}

/** @param tagged pairs of record id and folded tag, as JSON, which the same batch has inserted */
export function addInsertedTags(db: D1Database, tagged: string): D1PreparedStatement {
  return db.prepare(COUNT_TAGS).bind(tagged);
}

/** Returns the number of records with some tags. A record counts once for each of its tags. */
export async function selectTaggedCount(
  db: D1Database,
  workspaceId: string,
  tags: string[],
): Promise<number> {
  const row = await db
    .prepare(
      `SELECT coalesce(sum(count), 0) AS count FROM record_counts
       WHERE workspace_id = ?1 AND kind = 'tag' AND value IN (SELECT value FROM json_each(?2))`,
    )
    .bind(workspaceId, JSON.stringify(tags.map(foldTag)))
    .first<{ count: number }>();
  return row?.count ?? 0;
}

/** Counters by the time of creation are kept for 32 days: facets need the last 30. */
const TIME_KINDS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const KEPT_MS = 32 * DAY_MS;
const MAX_DELETED = 5_000;

/** Deletes counters by time that are older than 32 days, a bounded number in one run. */
export async function deleteOldCounts(db: D1Database, nowMs: number): Promise<void> {
  const deletion = db.prepare(
    `DELETE FROM record_counts WHERE (workspace_id, kind, value) IN (
       SELECT workspace_id, kind, value FROM record_counts INDEXED BY record_counts_by_age
       WHERE kind = ?1 AND kind IN ('minute', 'hour', 'day') AND value < ?2 LIMIT ${MAX_DELETED})`,
  );
  await db.batch(
    Object.entries(TIME_KINDS).map(([kind, milliseconds]) =>
      deletion.bind(kind, Math.floor((nowMs - KEPT_MS) / milliseconds)),
    ),
  );
}
