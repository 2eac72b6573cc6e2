import { MINUTE_MS } from "../domain/time.ts";

/** The work of AttemptCounter. */

const WINDOW_MS = 15 * MINUTE_MS;
const MAX_OF_ADDRESS = 10;
const MAX_OF_RECORD = 100;

interface Reservation {
  /** The id by which the attempt can be released; null if no attempt is left. */
  id: number | null;
  retryAfterSeconds: number;
}

export async function reserve(
  storage: DurableObjectStorage,
  address: string,
  nowMs: number,
): Promise<Reservation> {
  forget(storage, nowMs);
  const freeAtMs = Math.max(
    freeAt(storage, "address = ?", [address], MAX_OF_ADDRESS),
    freeAt(storage, "true", [], MAX_OF_RECORD),
  );
  if (freeAtMs > nowMs) {
    return { id: null, retryAfterSeconds: Math.ceil((freeAtMs - nowMs) / 1000) };
  }
  const { id } = storage.sql
    .exec<{ id: number }>("INSERT INTO attempts (address, at) VALUES (?, ?) RETURNING id", address, nowMs)
    .one();
  if ((await storage.getAlarm()) === null) await storage.setAlarm(nowMs + WINDOW_MS);
  return { id, retryAfterSeconds: 0 };
}

export function release({ sql }: DurableObjectStorage, id: number): void {
  sql.exec("DELETE FROM attempts WHERE id = ?", id);
}

/** Deletes attempts that no longer count, and runs again when the next one no longer does. */
export async function forgetOld(storage: DurableObjectStorage, nowMs: number): Promise<void> {
  forget(storage, nowMs);
  const { at } = storage.sql.exec<{ at: number | null }>("SELECT min(at) AS at FROM attempts").one();
  if (at === null) await storage.deleteAll();
  else await storage.setAlarm(at + WINDOW_MS);
}

function forget({ sql }: DurableObjectStorage, nowMs: number): void {
  sql.exec(
    "CREATE TABLE IF NOT EXISTS attempts (id INTEGER PRIMARY KEY, address TEXT NOT NULL, at INTEGER NOT NULL)",
  );
  sql.exec("DELETE FROM attempts WHERE at <= ?", nowMs - WINDOW_MS);
}

/** Returns the time from which fewer than `most` attempts are within the window; 0 if that is already so. */
function freeAt(
  { sql }: DurableObjectStorage,
  condition: string,
  parameters: string[],
  most: number,
): number {
  const [last] = sql.exec<{ at: number }>(
    `SELECT at FROM attempts WHERE ${condition} ORDER BY at DESC LIMIT 1 OFFSET ?`,
    ...parameters,
    most - 1,
  );
  return last === undefined ? 0 : last.at + WINDOW_MS;
}
