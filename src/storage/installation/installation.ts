import { WAITING } from "../click/fold.ts";
import type { Heartbeat } from "../../domain/heartbeat.ts";
import { batchIdTime } from "../../clicks/batch-id.ts";
import type { DatabaseDetails, DatabaseFacts, TableSize } from "../../domain/installation.ts";
import { DAY_MS } from "../../domain/time.ts";
import { IN_BUCKET } from "../dead-letter/bucket.ts";
import type { PlainStatement } from "../statement.ts";

interface InstallationState {
  heartbeat: Heartbeat | null;
  /** The time when KV last got its marker. Milliseconds since 1970. */
  markerPutAtMs: number;
  /** True if an operator has declared that this is the installation's database. */
  isAdopted: boolean;
  seq: number;
  hasHosts: boolean;
}

interface InstallationRow {
  seq: number;
  has_hosts: number;
  database_id: string | null;
  heartbeat_at: number | null;
  marker_put_at: number | null;
  is_adopted: number | null;
}

/** Selects the state of the installation. `heartbeat.seq` is the number of the last commit at the time of the read. */
export async function selectInstallation(db: D1Database): Promise<InstallationState> {
  const row = await db
    .prepare(
      `SELECT (SELECT value FROM sequence) AS seq, EXISTS (SELECT 1 FROM hosts) AS has_hosts,
              i.database_id, i.heartbeat_at, i.marker_put_at, i.is_adopted
       FROM (SELECT 1) LEFT JOIN installation i ON i.one = 1`,
    )
    .first<InstallationRow>();
  const seq = row?.seq ?? 0;
  const databaseId = row?.database_id ?? null;
  return {
    heartbeat: databaseId === null ? null : { databaseId, atMs: row?.heartbeat_at ?? 0, seq },
    seq,
    markerPutAtMs: row?.marker_put_at ?? 0,
    isAdopted: row?.is_adopted === 1,
    hasHosts: row?.has_hosts === 1,
  };
}

/** Writes a heartbeat. The first heartbeat names the database. Of two that overlap, the later one stays. */
export function upsertHeartbeat(db: D1Database, { databaseId, atMs }: Heartbeat): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO installation (one, database_id, heartbeat_at) VALUES (1, ?1, ?2)
       ON CONFLICT (one) DO UPDATE SET heartbeat_at = max(heartbeat_at, excluded.heartbeat_at), is_adopted = 0`,
    )
    .bind(databaseId, atMs);
}

export function updateMarkerTime(db: D1Database, nowMs: number): D1PreparedStatement {
  return db.prepare("UPDATE installation SET marker_put_at = ?1").bind(nowMs);
}

/** Returns the statement that makes this the installation's database in place of any other. */
export function adoptDatabase(databaseId: string, nowMs: number): PlainStatement {
  return {
    sql: `INSERT INTO installation (one, database_id, heartbeat_at, is_adopted) VALUES (1, ?1, ?2, 1)
      ON CONFLICT (one) DO UPDATE SET database_id = excluded.database_id, is_adopted = 1`,
    parameters: [databaseId, nowMs],
  };
}

/** The count of dead letters stops here, because any number needs the operator's attention. */
const MOST_COUNTED = 1_000;
/** The time after which a certificate should have been renewed, and has three weeks left. */
const LATE_MS = 7 * DAY_MS;

const SELECT_FACTS = `
  SELECT (SELECT created_at FROM pending ORDER BY seq LIMIT 1) AS pendingSinceMs,
    (SELECT b.id FROM click_folder f CROSS JOIN click_batches b ON b.id >= f.unfolded_from
     WHERE b.body IS NOT NULL AND b.waits_until IS NULL ORDER BY b.id LIMIT 1) AS oldestClicks,
    (SELECT min(waits_until) ${WAITING} AND waits_until <= ?1) AS clicksWaitedUntilMs,
    (SELECT count(*) FROM (SELECT 1 FROM dead_letters WHERE body <> '${IN_BUCKET}' LIMIT ${MOST_COUNTED})) AS deadLetters,
    (SELECT unknown FROM key_sweeps WHERE finished_at IS NOT NULL AND writes_tombstones = 0) AS unknownKeys,
    (SELECT written_at FROM backup_runs) AS backupWrittenAtMs,
    (SELECT iif(count(*) = count(fetched_at), min(fetched_at), NULL) FROM crawler_lists) AS listsReadAtMs,
    (SELECT started_at FROM threat_round) AS threatRoundAtMs,
    (SELECT count(*) FROM hosts INDEXED BY hosts_renewing WHERE ssl_renews_at < ?1 - ${LATE_MS}) AS lateCertificates`;

/** The first message that is to be added to sheets, and the end of the first wait that is over. */
interface ClickAges {
  oldestClicks: string | null;
  clicksWaitedUntilMs: number | null;
}

/** Selects what of the state of an installation its database knows. */
export async function selectFacts(db: D1Database, nowMs: number): Promise<DatabaseFacts> {
  const { results, meta } = await db
    .prepare(SELECT_FACTS)
    .bind(nowMs)
    .all<Omit<DatabaseFacts, "bytes" | "clicksSinceMs"> & ClickAges>();
  // A SELECT without FROM has one row.
  const [{ oldestClicks, clicksWaitedUntilMs, ...facts }] = results as [(typeof results)[number]];
  const sinceMs = oldestClicks === null ? null : batchIdTime(oldestClicks);
  const times = [sinceMs, clicksWaitedUntilMs].filter((time) => time !== null);
  const clicksSinceMs = times.length === 0 ? null : Math.min(...times);
  return { ...facts, clicksSinceMs, bytes: meta.size_after };
}

/** `npm test` prints what a link takes (test/storage/click/size.test.ts). */
const RECORD_BYTES = 1_976;
const MISSED_PATH_BYTES = 600;

const SELECT_DETAILS = `
  SELECT name, rows, rows * row_bytes AS bytes,
    (SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1) AS migration
  FROM (
    SELECT 'records' AS name, coalesce(sum(record_count), 0) AS rows, ${RECORD_BYTES} AS row_bytes FROM hosts
    UNION ALL SELECT 'missed_paths', coalesce(sum(paths), 0), ${MISSED_PATH_BYTES} FROM miss_totals WHERE scope_id = ''
  )`;

export async function selectDetails(db: D1Database): Promise<DatabaseDetails> {
  const { results } = await db.prepare(SELECT_DETAILS).all<TableSize & { migration: string }>();
  return {
    migration: results[0]?.migration ?? null,
    tables: results.map(({ name, rows, bytes }) => ({ name, rows, bytes })),
  };
}
