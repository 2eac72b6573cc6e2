import type { Hostname } from "../../domain/hostname.ts";
import { assertThat } from "../commit.ts";

/**
 * The directory of hostnames in the first database: in which other database a workspace may hold a hostname. It says
 * nothing of whether one does, which the database itself knows.
 */

export interface Reservation {
  database: string;
  reservedAtMs: number;
  /** The database and the workspace to which the hostname passes; null if it does not. */
  passesTo: string | null;
  passesFor: string | null;
}

const FIRST = "DB";

/** Returns the name of a database in the directory. @param binding undefined for the first */
export const nameOf = (binding: string | undefined) => binding ?? FIRST;
/** Returns the binding of a database by its name in the directory; undefined for the first. */
export const bindingOf = (name: string) => (name === FIRST ? undefined : name);

export async function selectReservation(first: D1Database, host: Hostname): Promise<Reservation | null> {
  return first
    .prepare(
      `SELECT database, reserved_at AS reservedAtMs, passes_to AS passesTo, passes_for AS passesFor
       FROM hosts_elsewhere WHERE host = ?1`,
    )
    .bind(host)
    .first<Reservation>();
}

/** Asserts that a hostname belongs to the first database, or passes to it; else the commit fails with `stale_version`. */
export function assertNotElsewhere(first: D1Database, host: Hostname): D1PreparedStatement {
  const condition = `NOT EXISTS (SELECT 1 FROM hosts_elsewhere
    WHERE host = ? AND coalesce(passes_to, database) <> '${FIRST}')`;
  return assertThat(first, "stale_version", condition, host);
}

/**
 * Gives a hostname to a database, unless the directory says something else than what was read by now, or, for one of the
 * first database, unless a workspace there holds it by now. Returns whether the database has it.
 * @param before what was read; null for a hostname of the first database without a row
 * @param to the binding of the database; undefined for the first
 */
export async function takeReservation(
  first: D1Database,
  host: Hostname,
  before: Reservation | null,
  to: string | undefined,
  nowMs: number,
): Promise<boolean> {
  if (before === null && to === undefined) return true;
  const seen = before ?? { database: FIRST, reservedAtMs: 0 };
  const { meta } = await first
    .prepare(
      `INSERT INTO hosts_elsewhere (host, database, reserved_at)
       SELECT ?1, ?2, ?3 WHERE ?4 <> '${FIRST}' OR NOT EXISTS (SELECT 1 FROM hosts WHERE host = ?1)
       ON CONFLICT (host) DO UPDATE SET database = excluded.database, reserved_at = max(excluded.reserved_at, reserved_at + 1)
       WHERE database = ?4 AND reserved_at = ?5 AND passes_to IS NULL`,
    )
    .bind(host, nameOf(to), nowMs, seen.database, seen.reservedAtMs)
    .run();
  return meta.changes > 0;
}

/** Begins to pass a hostname to a workspace of another database. Returns false if it passes already, or is elsewhere. */
export async function beginPassing(
  first: D1Database,
  host: Hostname,
  { from, to, workspaceId }: { from: string | undefined; to: string | undefined; workspaceId: string },
  nowMs: number,
): Promise<boolean> {
  const { meta } = await first
    .prepare(
      `INSERT INTO hosts_elsewhere (host, database, reserved_at, passes_to, passes_for) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (host) DO UPDATE SET passes_to = excluded.passes_to, passes_for = excluded.passes_for,
         reserved_at = max(excluded.reserved_at, reserved_at + 1)
       WHERE database = excluded.database AND passes_to IS NULL`,
    )
    .bind(host, nameOf(from), nowMs, nameOf(to), workspaceId)
    .run();
  return meta.changes > 0;
}

/**
 * Ends a passing as it was read: the hostname belongs to the database to which it passes, or stays where it is. Does nothing
 * if it has ended.
 */
export async function endPassing(
  first: D1Database,
  host: Hostname,
  { database, reservedAtMs, passesTo }: Reservation,
  hasPassed: boolean,
): Promise<void> {
  await first
    .prepare(
      `UPDATE hosts_elsewhere SET database = ?2, reserved_at = reserved_at + 1, passes_to = NULL, passes_for = NULL
       WHERE host = ?1 AND reserved_at = ?3 AND passes_to IS NOT NULL`,
    )
    .bind(host, hasPassed ? passesTo : database, reservedAtMs)
    .run();
}

/** The most slots that one call forgets. */
const SLOTS_AT_ONCE = 5_000;

const IS_FREE = `NOT EXISTS (SELECT 1 FROM hosts WHERE host = ?1) AND NOT EXISTS (SELECT 1 FROM pending WHERE host = ?1)`;

/**
 * Has a database forget a hostname that no workspace of it holds, so that it writes nothing of it into KV again.
 * @returns the number of its last commit; null if the hostname is held, a snapshot is still to be written, or
 *   there are more slots to forget
 */
export async function letGo(db: D1Database, host: Hostname): Promise<number | null> {
  const forget = (table: string, which: string) =>
    db.prepare(`DELETE FROM ${table} WHERE host = ?1 AND ${which} ${IS_FREE}`).bind(host);
  const [, , state] = await db.batch<{ value: number; isGone: number }>([
    forget("slots", `slot IN (SELECT slot FROM slots WHERE host = ?1 LIMIT ${SLOTS_AT_ONCE}) AND`),
    forget("reprojections", ""),
    db
      .prepare(
        `SELECT value, ${IS_FREE} AND NOT EXISTS (SELECT 1 FROM slots WHERE host = ?1) AS isGone FROM sequence`,
      )
      .bind(host),
  ]);
  const [row] = state?.results ?? [];
  return row?.isGone === 1 ? row.value : null;
}

/** Returns the number of the last commit of a database. */
export async function selectSequence(db: D1Database): Promise<number> {
  return (await db.prepare("SELECT value FROM sequence").first<number>("value")) ?? 0;
}

/** Has all further commits of a database get higher numbers than one of another database. */
export async function raiseSequence(db: D1Database, number: number): Promise<void> {
  await db.prepare("UPDATE sequence SET value = max(value, ?1)").bind(number).run();
}

/**
 * Enters hostnames that workspaces of a database hold. Returns those that belong to another database.
 * @param database its binding
 */
export async function reserveHeld(
  first: D1Database,
  hosts: Hostname[],
  database: string,
  nowMs: number,
): Promise<Hostname[]> {
  const list = JSON.stringify(hosts);
  const [, others] = await first.batch<{ host: Hostname }>([
    first
      .prepare(
        `INSERT INTO hosts_elsewhere (host, database, reserved_at)
         SELECT value, ?2, ?3 FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM hosts WHERE host = value)
         ON CONFLICT DO NOTHING`,
      )
      .bind(list, database, nowMs),
    first
      .prepare(
        `SELECT value AS host FROM json_each(?1)
         WHERE NOT EXISTS (SELECT 1 FROM hosts_elsewhere WHERE host = value AND database = ?2)`,
      )
      .bind(list, database),
  ]);
  return others?.results.map(({ host }) => host) ?? [];
}
