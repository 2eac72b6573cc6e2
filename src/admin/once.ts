import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import type { MiddlewareHandler } from "hono";
import { DAY_MS } from "../domain/time.ts";
import { sha256Hex } from "../runtime/digest.ts";
import { hasFieldErrors } from "../domain/field-error.ts";
import { beginCall, endCall } from "../services/keyed-call.ts";
import { invalid, type Draft } from "../services/result.ts";
import { requiring } from "./endpoint.ts";
import { HttpError, toHttpError } from "./error.ts";
import type { AdminContext, AdminEnv } from "./request-context.ts";

/** Executes a call with an `Idempotency-Key` once, even if it is sent several times (contract 9.21). */

const HEADER = "Idempotency-Key";
const MAX_KEY_CHARACTERS = 255;

/** Answers a repeated call from the stored result of the first call: null if that call wrote nothing. */
type Render = (c: AdminContext, result: unknown) => Promise<Response> | Response;

/**
 * Returns the middleware of a POST that writes. Its place is after the middlewares that read query and body, so that a
 * call that they refuse uses no key. A POST that writes nothing has no such middleware, and ignores the header.
 */
export function once(render: Render): MiddlewareHandler<AdminEnv> {
  return requiring<MiddlewareHandler<AdminEnv>>({ isKeyed: true }, async (c, next) => {
    const key = c.req.header(HEADER);
    if (key === undefined) return next();
    if (key === "" || key.length > MAX_KEY_CHARACTERS) {
      throw refuseKey(refuse("key_length", { count: MAX_KEY_CHARACTERS }));
    }
    // The route refuses a body with errors, and writes nothing.
    const draft = c.req.valid("json" as never) as Draft<unknown> | undefined;
    if (draft !== undefined && hasFieldErrors(draft.errors)) return next();
    const service = c.get("service");
    const { pathname: path } = new URL(c.req.url);
    const attempt = await beginCall(service, { path, key, body: await hashRequest(c) });
    switch (attempt.kind) {
      case "done":
        c.res = await render(c, attempt.result);
        return;
      case "running":
        throw new HttpError(409, refuse("key_running"), {
          headers: { "Retry-After": String(Math.ceil(attempt.leftMs / 1000)) },
        });
      case "other_body":
        throw refuseKey(refuse("key_other"));
      case "no_keys_left":
        throw new HttpError(429, noKeysLeft(attempt), {
          headers: { "Retry-After": String(secondsToMidnight(service.nowMs)) },
        });
      case "begun": {
        c.set("service", attempt.ctx);
        await next();
        // After an error, `c.res` is already its answer.
        await endCall(attempt.ctx, c.res.status === 200);
      }
    }
  });
}

function refuseKey(reason: Refusal): HttpError {
  return toHttpError(invalid({ [HEADER]: [reason] }).error);
}

/** Answers a repeated call whose first answer showed a secret, which cannot be shown again. */
export function renderSecret(_: AdminContext, result: unknown): never {
  throw new HttpError(409, refuse("key_secret"), {
    details: result as Record<string, unknown>,
  });
}

function noKeysLeft({ of, allowed }: { of: "token" | "workspace"; allowed: number }): Refusal {
  return of === "token"
    ? refuse("keys_used_by_token", { count: allowed })
    : refuse("keys_used_by_workspace", { count: allowed });
}

/** Hashes the content of a call: its query and its body. */
async function hashRequest(c: AdminContext): Promise<string> {
  const bytes = c.get("body") ?? new Uint8Array();
  const query = new TextEncoder().encode(`${new URL(c.req.url).search}\n`);
  const hashed = new Uint8Array(query.length + bytes.length);
  hashed.set(query);
  hashed.set(bytes, query.length);
  return sha256Hex(hashed);
}

function secondsToMidnight(nowMs: number): number {
  return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);
}
