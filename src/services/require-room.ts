import type { Env } from "../env.ts";
import { askForNothing } from "../storage/statement.ts";
import { databaseLimit } from "./health/read-facts.ts";
import { failed, type Failure } from "./result.ts";

/** The number of records above which a call needs more room. */
const MANY = 1_000;
/** The shares of the limit, in percent, from which calls with many new records are refused, and all with new ones. */
const FULL_FOR_MANY = 85;
const FULL = 95;

const KEPT_MS = 60_000;
const sizes = new WeakMap<D1Database, { atMs: number; bytes: number }>();

/**
 * Refuses to add so many records while the database is nearly full (contract 25.18). Nothing else is refused: visits,
 * edits, deletions and undos go on. The size is a minute old at most.
 */
export async function requireRoom(env: Env, added: number, nowMs: number): Promise<Failure | null> {
  if (added === 0) return null;
  let size = sizes.get(env.DB);
  if (size === undefined || nowMs >= size.atMs + KEPT_MS) {
    size = { atMs: nowMs, bytes: (await askForNothing(env.DB)).bytes };
    sizes.set(env.DB, size);
  }
  const { bytes: used } = size;
  const allowed = databaseLimit(env);
  const percent = added > MANY ? FULL_FOR_MANY : FULL;
  return used * 100 < allowed * percent
    ? null
    : failed({ code: "plan_limit", limit: "database", used, allowed });
}
