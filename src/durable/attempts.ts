import { MINUTE_MS } from "../domain/time.ts";

/** The wrong passwords that an object has in its storage. Its class loads this code by the first of them. */

export interface Reservation {
  /** To give it back; null if no attempt is left. */
  id: number | null;
  retryAfterSeconds: number;
}

const WINDOW_MS = 15 * MINUTE_MS;
const MAX_OF_ADDRESS = 10;
const MAX_OF_RECORD = 100;

/** Reserves an attempt unless too many count. Nothing is waited for between the count and the reservation. */
export async function reserveAttempt(
  storage: DurableObjectStorage,
  address: string,
  nowMs: number,
): Promise<Reservation> {
  forget(storage, nowMs);
  const freeAtMs = Math.max(
    freeAt(storage, "address = ?", [address], MAX_OF_ADDRESS),
    freeAt(storage, "true", [], MAX_OF_RECORD),
  );
  if (freeAtMs > nowMs) return { id: null, retryAfterSeconds: Math.ceil((freeAtMs - nowMs) / 1000) };
  const { id } = storage.sql
    .exec<{ id: number }>("INSERT INTO attempts (address, at) VALUES (?, ?) RETURNING id", address, nowMs)
    .one();
  if ((await storage.getAlarm()) === null) await storage.setAlarm(nowMs + WINDOW_MS);
  return { id, retryAfterSeconds: 0 };
}

/** Deletes attempts with their addresses as soon as they no longer count (contract 5.12). */
export async function forgetAttempts(storage: DurableObjectStorage, nowMs: number): Promise<void> {
  forget(storage, nowMs);
  const { oldest } = storage.sql
    .exec<{ oldest: number | null }>("SELECT min(at) AS oldest FROM attempts")
    .one();
  if (oldest === null) await storage.deleteAll();
  else await storage.setAlarm(oldest + WINDOW_MS);
}

/** Drops the attempts that no longer count. */
function forget({ sql }: DurableObjectStorage, nowMs: number): void {
  sql.exec(
    "CREATE TABLE IF NOT EXISTS attempts (id INTEGER PRIMARY KEY, address TEXT NOT NULL, at INTEGER NOT NULL)",
  );
  sql.exec("DELETE FROM attempts WHERE at <= ?", nowMs - WINDOW_MS);
}

/** Returns when fewer than `most` attempts will be within the window; 0 if that is so already. */
function freeAt(
  { sql }: DurableObjectStorage,
  condition: string,
  parameters: string[],
  most: number,
): number {
  const [last] = sql
    .exec<{ at: number }>(
      `SELECT at FROM attempts WHERE ${condition} ORDER BY at DESC LIMIT 1 OFFSET ?`,
      ...parameters,
      most - 1,
    )
    .toArray();
  return last === undefined ? 0 : last.at + WINDOW_MS;
}
