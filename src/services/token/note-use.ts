import { MINUTE_MS } from "../../domain/time.ts";
import { noteTokenUse } from "../../storage/tokens.ts";
import type { Caller } from "../context.ts";

const PRECISION_MS = MINUTE_MS;

/** Stores when a token was used last, at most once a minute. Nothing decides by that moment. */
export async function noteUse(db: D1Database, { token }: Caller, nowMs: number): Promise<void> {
  if (nowMs - (token.lastUsedAtMs ?? 0) >= PRECISION_MS) await noteTokenUse(db, token.id, nowMs);
}
