import type { Env } from "../env.ts";
import { markDatabase } from "../storage/bookmark.ts";

/** Returns the tools of one call that may read nearby, and what tells its bookmark at the end (contract 9.24). */
export function readNearby(env: Env, sent: string | undefined): { env: Env; bookmark(): string | null } {
  const { db, bookmark } = markDatabase(env.DB, sent, env.DATABASE);
  return { env: { ...env, DB: db }, bookmark };
}
