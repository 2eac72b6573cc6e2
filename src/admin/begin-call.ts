import { log } from "../runtime/log.ts";
import type { ServiceContext } from "../services/context.ts";
import { noteUse } from "../services/token/find-caller.ts";
import { authenticate } from "./authenticate.ts";
import type { FailedRequest } from "./error.ts";
import { addressOf, limitToken } from "./rate-limit.ts";
import type { AdminContext } from "./request-context.ts";

/**
 * Begins a call with a token that came in another header than the API's, and counts it as one of the API.
 * @throws HttpError 401 without a valid token, 429 beyond the limit of the token or of the address
 */
export async function beginCall(c: AdminContext, token: string): Promise<ServiceContext> {
  const { env } = c;
  const nowMs = Date.now();
  const caller = await authenticate(env, `Bearer ${token}`, addressOf(c.req.raw), nowMs);
  const background = (work: Promise<unknown>) =>
    c.executionCtx.waitUntil(
      work.catch((error: unknown) =>
        log("warn", "background_work_failed", { request_id: c.get("requestId"), error: String(error) }),
      ),
    );
  const ctx: ServiceContext = { env, caller, channel: "api", nowMs, random: Math.random, background };
  c.set("authenticated", ctx);
  await limitToken(env, caller.token.id, nowMs);
  background(noteUse(env.DB, caller, nowMs));
  return ctx;
}

/** Returns what the log and the answer of a failed call tell of it. */
export function failedCall(c: AdminContext): FailedRequest {
  // Not set if the call failed before its caller was known.
  const known = c.get("authenticated") as ServiceContext | undefined;
  return {
    id: c.get("requestId"),
    method: c.req.method,
    path: c.req.path,
    workspaceId: known?.caller.workspace.id ?? null,
  };
}
