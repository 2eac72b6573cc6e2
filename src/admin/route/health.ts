import { checkHealth } from "../../services/health/check-health.ts";
import { withDeadline } from "../../runtime/deadline.ts";
import { VERSION } from "../../version.ts";
import { authenticate } from "../authenticate.ts";
import { HttpError, jsonResponse } from "../error.ts";
import { newApp } from "../new-app.ts";
import { limitAddress } from "../rate-limit.ts";
import type { AdminContext } from "../request-context.ts";

/** The deadline of the token's lookup, which runs at the same time as the checks. */
const TOKEN_DEADLINE_MS = 800;

/** The route of `GET /healthz` (contract 25.6), which is for monitors and therefore not below `/v1`. */
export const healthRoutes = newApp().get("/", async (c) => {
  const nowMs = Date.now();
  const [isKnown, { database, hasStore }] = await Promise.all([isCallerKnown(c, nowMs), checkHealth(c.env)]);
  const isWell = database !== null && hasStore;
  const state = (answers: boolean) => (answers ? "ok" : "failing");
  const body = {
    status: state(isWell),
    ...(isKnown && {
      version: VERSION,
      database: state(database !== null),
      store: state(hasStore),
      pending_oldest_seconds: toAge(database?.pendingSinceMs, nowMs),
      dead_letters: database?.deadLetters ?? null,
      unknown_keys: database?.unknownKeys ?? null,
    }),
  };
  return jsonResponse(isWell ? 200 : 503, body);
});

/** @returns seconds; 0 if nothing waits, null if the database did not answer */
function toAge(sinceMs: number | null | undefined, nowMs: number): number | null {
  if (sinceMs === undefined) return null;
  return sinceMs === null ? 0 : Math.max(0, Math.floor((nowMs - sinceMs) / 1000));
}

/**
 * Returns whether the call has a valid token. No token is valid while the database does not answer.
 * @throws HttpError 401 for a wrong token, 429 beyond the limit of its address
 */
async function isCallerKnown(c: AdminContext, nowMs: number): Promise<boolean> {
  const address = c.req.header("CF-Connecting-IP") ?? "";
  const authorization = c.req.header("Authorization");
  if (authorization === undefined) {
    await limitAddress(c.env, address, nowMs);
    return false;
  }
  try {
    await withDeadline(authenticate(c.env, authorization, address, nowMs), TOKEN_DEADLINE_MS);
    return true;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    return false;
  }
}
