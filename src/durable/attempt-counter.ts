import { DurableObject } from "cloudflare:workers";
import { MINUTE_MS } from "../domain/time.ts";

/**
 * Counts the wrong passwords of one record (contract 5.10). Each record has one object, whose storage outlives
 * the object. An attempt is reserved before the password is checked and released if it was right, so that
 * parallel guesses cannot exceed the limit.
 */
export class AttemptCounter extends DurableObject {
  /**
   * Reserves an attempt.
   * @param address a keyed hash of the client's address
   */
  async reserve(address: string, nowMs: number): Promise<Reservation> {
    this.forget(nowMs);
    const freeAtMs = Math.max(
      this.freeAt("address = ?", [address], MAX_OF_ADDRESS),
      this.freeAt("true", [], MAX_OF_RECORD),
    );
    if (freeAtMs > nowMs) {
      return { id: null, retryAfterSeconds: Math.ceil((freeAtMs - nowMs) / 1000) };
    }
    const { id } = this.ctx.storage.sql
      .exec<{ id: number }>("INSERT INTO attempts (address, at) VALUES (?, ?) RETURNING id", address, nowMs)
      .one();
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(nowMs + WINDOW_MS);
    return { id, retryAfterSeconds: 0 };
  }

  /** Releases an attempt, because the password was right or could not be checked. */
  release(id: number): void {
    this.ctx.storage.sql.exec("DELETE FROM attempts WHERE id = ?", id);
  }

  /** Deletes attempts with their addresses as soon as they no longer count (contract 5.12). */
  override async alarm(): Promise<void> {
    this.forget(Date.now());
    const { storage } = this.ctx;
    const { at } = storage.sql.exec<{ at: number | null }>("SELECT min(at) AS at FROM attempts").one();
    if (at === null) await storage.deleteAll();
    else await storage.setAlarm(at + WINDOW_MS);
  }

  private forget(nowMs: number): void {
    const { sql } = this.ctx.storage;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS attempts (id INTEGER PRIMARY KEY, address TEXT NOT NULL, at INTEGER NOT NULL)",
    );
    sql.exec("DELETE FROM attempts WHERE at <= ?", nowMs - WINDOW_MS);
  }

  /** Returns the time from which fewer than `most` attempts are within the window; 0 if that is already so. */
  private freeAt(condition: string, parameters: string[], most: number): number {
    const [last] = this.ctx.storage.sql.exec<{ at: number }>(
      `SELECT at FROM attempts WHERE ${condition} ORDER BY at DESC LIMIT 1 OFFSET ?`,
      ...parameters,
      most - 1,
    );
    return last === undefined ? 0 : last.at + WINDOW_MS;
  }
}

interface Reservation {
  /** The id by which the attempt can be released; null if no attempt is left. */
  id: number | null;
  retryAfterSeconds: number;
}

const WINDOW_MS = 15 * MINUTE_MS;
const MAX_OF_ADDRESS = 10;
const MAX_OF_RECORD = 100;
