import type { Hostname } from "../../domain/hostname.ts";
import { HOST_SLOT, type Slot } from "../../domain/slot.ts";
import { ADVANCE_SEQUENCE, assertThat } from "../commit.ts";
import { IS_FREE, takeLease } from "../lease.ts";
import { bindPlain, type PlainStatement } from "../statement.ts";
import { LEASE_MS } from "./outbox.ts";
import { recordSlots } from "./record-slots.ts";

/**
 * Reprojections write all slots of a hostname again, in steps. `reprojections` has a row for each
 * unfinished hostname, with the last slot that was noted.
 */

const SLOTS_A_STEP = 2_000;
/** The most hostnames that one step leases. Most have far fewer slots than a step. */
const HOSTS_A_STEP = 200;

const START = `ON CONFLICT (host) DO UPDATE SET after = '', leased_until = 0`;

function reprojectHosts(hosts: Hostname[], nowMs: number): PlainStatement {
  return {
    sql: `INSERT INTO reprojections (host, created_at) SELECT value, ?2 FROM json_each(?1) WHERE true ${START}`,
    parameters: [JSON.stringify(hosts), nowMs],
  };
}

/** Starts the reprojection of hostnames again, connected or not. */
export function startReprojections(db: D1Database, hosts: Hostname[], nowMs: number): D1PreparedStatement {
  return bindPlain(db, reprojectHosts(hosts, nowMs));
}

/** Finds all hostnames that ever had a snapshot, each by one step of the index. */
const ALL_HOSTS = `
  WITH RECURSIVE known (host) AS (
    SELECT min(host) FROM slots
    UNION ALL SELECT (SELECT min(host) FROM slots WHERE host > known.host) FROM known WHERE host IS NOT NULL
  )
  SELECT host, ?1 FROM known WHERE host IS NOT NULL UNION SELECT host, ?1 FROM hosts WHERE waiting_since IS NULL`;

/**
 * Returns statements that mark hostnames as behind and note their own snapshots. These are written first,
 * because until then the edge takes a key that KV lacks as proof that there is no record.
 * @param which a condition on `hosts h`; its parameters begin with `?2`
 */
function markBehind(which: string, nowMs: number, parameters: string[]): PlainStatement[] {
  const all = [nowMs, ...parameters];
  const chosen = `SELECT h.host FROM hosts h WHERE ${which}`;
  return [
    { sql: ADVANCE_SEQUENCE, parameters: [nowMs] },
    {
      sql: `UPDATE hosts SET behind_since = coalesce(behind_since, ?1), slots_put_at = ?1 WHERE host IN (${chosen})`,
      parameters: all,
    },
    {
      // D1 refuses a bound parameter that the statement does not name, so ?1 is named.
      sql: `UPDATE slots SET seq = (SELECT value FROM sequence WHERE ?1 IS NOT NULL) WHERE slot = '${HOST_SLOT}' AND host IN (${chosen})`,
      parameters: all,
    },
    {
      sql: `INSERT OR IGNORE INTO pending (seq, host, slot, created_at, leased_until)
        SELECT seq, host, slot, ?1, ?1 FROM slots WHERE slot = '${HOST_SLOT}' AND host IN (${chosen})`,
      parameters: all,
    },
  ];
}

/** Returns statements that reproject every hostname that ever had a snapshot. Connected ones are then behind. */
export function reprojectAll(nowMs: number): PlainStatement[] {
  return [
    { sql: `INSERT INTO reprojections (host, created_at) ${ALL_HOSTS} ${START}`, parameters: [nowMs] },
    ...markBehind("h.host IN (SELECT host FROM reprojections)", nowMs, []),
  ];
}

/** Returns statements that reproject one hostname, which is behind from then on. */
export function reprojectHost(host: Hostname, nowMs: number): PlainStatement[] {
  return [reprojectHosts([host], nowMs), ...markBehind("h.host = ?2", nowMs, [host])];
}

/** Reprojects every hostname that ever had a snapshot. All connected ones are behind from then on. */
export function startAllReprojections(db: D1Database, nowMs: number): D1PreparedStatement[] {
  return reprojectAll(nowMs).map((statement) => bindPlain(db, statement));
}

interface ReprojectionStep {
  slots: Slot[];
  /** The statements that store the progress of the step. They fail with `stale_version` if a hostname was restarted. */
  statements: D1PreparedStatement[];
}

interface Position {
  host: Hostname;
  after: string;
}

const QUERIES_OF_BEGUN = `slot >= 'q' AND slot < 'r' AND host IN (
  SELECT value ->> 0 FROM json_each(?1) WHERE value ->> 1 = '')`;

// Restores by earlier releases left out the exact slots of paths that have only sources with a query.
const ADD_LACKING_SLOTS = `
  INSERT OR IGNORE INTO slots (host, slot, seq)
  SELECT host, slot, 0 FROM (${recordSlots("host", QUERIES_OF_BEGUN)})`;

/** Leases the next hostnames and lists their next slots; null if nothing is left to do. */
export async function leaseStep(db: D1Database, nowMs: number): Promise<ReprojectionStep | null> {
  const term = { nowMs, untilMs: nowMs + LEASE_MS };
  const first = `host IN (SELECT host FROM reprojections WHERE ${IS_FREE} ORDER BY host LIMIT ${HOSTS_A_STEP})`;
  const claimed = await takeLease<Position>(db, "reprojections", term, first);
  if (claimed.length === 0) return null;
  const positions = JSON.stringify(claimed.map(({ host, after }) => [host, after]));
  const [, listed] = await db.batch<Slot>([
    db.prepare(ADD_LACKING_SLOTS).bind(positions),
    db
      .prepare(
        `SELECT s.host, s.slot FROM (
         SELECT value ->> 0 AS host, value ->> 1 AS after FROM json_each(?1) ORDER BY 1
       ) c CROSS JOIN slots s ON s.host = c.host AND s.slot > c.after
       ORDER BY s.host, s.slot LIMIT ${SLOTS_A_STEP}`,
      )
      .bind(positions),
  ]);
  const slots = listed?.results ?? [];
  const last = slots.length === SLOTS_A_STEP ? slots.at(-1) : undefined;
  const done = claimed.filter(({ host }) => last === undefined || host < last.host);
  const isUnchanged = `(SELECT count(*) FROM json_each(?1) c CROSS JOIN reprojections r
    ON r.host = c.value ->> 0 AND r.after = c.value ->> 1) = ?2`;
  const statements = [
    assertThat(db, "stale_version", isUnchanged, positions, claimed.length),
    db
      .prepare("DELETE FROM reprojections WHERE host IN (SELECT value FROM json_each(?1))")
      .bind(JSON.stringify(done.map(({ host }) => host))),
    // The next step takes the other hostnames of the lease.
    db
      .prepare(
        "UPDATE reprojections SET leased_until = 0 WHERE host IN (SELECT value ->> 0 FROM json_each(?1))",
      )
      .bind(positions),
  ];
  if (last !== undefined) {
    statements.push(
      db.prepare("UPDATE reprojections SET after = ?2 WHERE host = ?1").bind(last.host, last.slot),
    );
  }
  return { slots, statements };
}

export const IS_REPROJECTING = "EXISTS (SELECT 1 FROM reprojections)";

export async function isReprojecting(db: D1Database): Promise<boolean> {
  return (await db.prepare(`SELECT 1 WHERE ${IS_REPROJECTING}`).first()) !== null;
}

/** The number of snapshots that the consumer writes in about a minute. */
const MOST_PENDING = 20_000;

/** Returns whether enough notes are left, because more would only slow down their reading. */
export async function hasBacklog(db: D1Database): Promise<boolean> {
  const row = await db
    .prepare(`SELECT count(*) AS pending FROM (SELECT 1 FROM pending LIMIT ${MOST_PENDING})`)
    .first<{ pending: number }>();
  return (row?.pending ?? 0) >= MOST_PENDING;
}

const STRAYS_AT_ONCE = 1_000;

/** Selects hostnames whose slots are to be written again although no workspace of this database holds them. */
export async function selectUnheldReprojections(db: D1Database): Promise<Hostname[]> {
  const { results } = await db
    .prepare(
      "SELECT host FROM reprojections r WHERE NOT EXISTS (SELECT 1 FROM hosts h WHERE h.host = r.host) LIMIT ?1",
    )
    .bind(STRAYS_AT_ONCE)
    .all<{ host: Hostname }>();
  return results.map(({ host }) => host);
}

export async function deleteReprojections(db: D1Database, hosts: Hostname[]): Promise<void> {
  await db
    .prepare("DELETE FROM reprojections WHERE host IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(hosts))
    .run();
}
