import type { MiddlewareHandler } from "hono";
import { DAY_MS } from "../domain/time.ts";
import { sha256Hex } from "../runtime/digest.ts";
import { beginCall, endCall } from "../services/keyed-call.ts";
import { invalid } from "../services/result.ts";
import { readBytes } from "./body.ts";
import { requiring } from "./endpoint.ts";
import { HttpError, toHttpError } from "./error.ts";
import type { AdminContext, AdminEnv } from "./request-context.ts";

/** Executes a call with an `Idempotency-Key` once, even if it is sent several times (contract 9.21). */

const HEADER = "Idempotency-Key";
const MAX_KEY_CHARACTERS = 255;
/** The largest limit of any endpoint. The endpoint's own limit is checked later. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Answers a repeated call from the stored result of the first call, which is null if that call wrote nothing. */
type Render = (c: AdminContext, result: unknown) => Promise<Response> | Response;

/**
 * Returns the middleware of a POST. Its place is between `endpoint` and the middleware that reads the body.
 * @param render absent for calls that write nothing, which are executed again when repeated
 */
export function once(render?: Render): MiddlewareHandler<AdminEnv> {
  return requiring<MiddlewareHandler<AdminEnv>>({ isKeyed: true }, async (c, next) => {
    const key = c.req.header(HEADER);
    if (key === undefined) return next();
    if (key === "" || key.length > MAX_KEY_CHARACTERS) {
      throw refuseKey(`must have 1 to ${MAX_KEY_CHARACTERS} characters`);
    }
    const service = c.get("service");
    const { pathname: path } = new URL(c.req.url);
    const attempt = await beginCall(service, { path, key, body: await hashRequest(c) });
    switch (attempt.kind) {
      case "done":
        if (render === undefined) return next();
        c.res = await render(c, attempt.result);
        return;
      case "running":
        throw new HttpError(409, "A call with this Idempotency-Key is still running.", {
          headers: { "Retry-After": String(Math.ceil(attempt.leftMs / 1000)) },
        });
      case "other_body":
        throw refuseKey("was used for another request");
      case "no_keys_left":
        throw new HttpError(429, "The workspace has used up its idempotency keys of this day.", {
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

function refuseKey(reason: string): HttpError {
  return toHttpError(invalid({ [HEADER]: [reason] }).error);
}

/** Answers a repeated call whose first answer showed a secret, which cannot be shown again. */
export function renderSecret(_: AdminContext, result: unknown): never {
  throw new HttpError(409, "This call was done before, and its answer showed a secret that is shown once.", {
    details: result as Record<string, unknown>,
  });
}

/** Hashes the content of a call, and restores the body that it has read. */
async function hashRequest(c: AdminContext): Promise<string> {
  const bytes = await readBytes(c, MAX_BYTES);
  const { method, headers, url } = c.req.raw;
  c.req.raw = new Request(url, { method, headers, body: bytes.length === 0 ? null : bytes });
  const query = new TextEncoder().encode(`${new URL(url).search}\n`);
  const hashed = new Uint8Array(query.length + bytes.length);
  hashed.set(query);
  hashed.set(bytes, query.length);
  return sha256Hex(hashed);
}

function secondsToMidnight(nowMs: number): number {
  return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);
}
