import { MINUTE_MS } from "../../domain/time.ts";
import { updateTokenUse } from "../../storage/token/write.ts";
import type { Caller } from "../context.ts";

const PRECISION_MS = MINUTE_MS;

/** Stores the time when a token was last used, at most once a minute. The time is for information only. */
export async function noteUse(db: D1Database, { token }: Caller, nowMs: number): Promise<void> {
  if (nowMs - (token.lastUsedAtMs ?? 0) >= PRECISION_MS) await updateTokenUse(db, token.id, nowMs);
}
