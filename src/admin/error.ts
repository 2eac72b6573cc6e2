import { showCode } from "./serialize/said.ts";
import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import { say } from "../domain/refusal/say.ts";
import { boundErrors } from "../domain/bound-errors.ts";
import type { FieldErrors } from "../domain/field-error.ts";
import { log } from "../runtime/log.ts";
import { isSuperseded } from "../services/keyed-call.ts";
import type { ServiceError } from "../services/result.ts";

/** Maps errors to HTTP statuses, which no other module does (contract 9.6 to 9.17). */

interface ErrorOptions {
  errors?: FieldErrors;
  /** Further members of the body. */
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export class HttpError extends Error {
  readonly status: number;
  readonly reason: Refusal;
  readonly options: ErrorOptions;

  constructor(status: number, reason: Refusal, options: ErrorOptions = {}) {
    super(say(reason));
    this.status = status;
    this.reason = reason;
    this.options = options;
  }
}

const STORAGE_RETRY_SECONDS = 5;

export function toHttpError(error: ServiceError): HttpError {
  switch (error.code) {
    case "invalid":
      return new HttpError(422, INVALID, { errors: error.fields });
    case "not_found":
      return new HttpError(404, refuse("not_found"));
    case "plan_limit": {
      const { limit, used, allowed } = error;
      const message =
        limit === "database"
          ? refuse("database_full")
          : refuse("plan_limit_reached", { count: allowed, limit });
      return new HttpError(482, message, { details: { limit, used, allowed } });
    }
    case "role_too_low":
      return new HttpError(484, refuse("needs_role", { role: error.needed }));
    case "proof_needed":
      return new HttpError(403, refuse("needs_proof"), {
        details: { needs: "proof" },
      });
    case "limited_to_hosts":
      return new HttpError(484, refuse("needs_all_hosts"));
    case "limited_to_tags":
      return new HttpError(484, refuse("needs_all_tags"));
    case "limited_to_conversions":
      return new HttpError(484, refuse("needs_whole_token"));
    case "suspended":
      return new HttpError(403, refuse("suspended"));
    case "version_mismatch":
      return new HttpError(412, refuse("other_version"));
    case "wrong_state":
      return new HttpError(409, error.reason);
    case "busy":
      return new HttpError(503, refuse("too_many_writes"), {
        headers: { "Retry-After": "1" },
      });
  }
}

/** No cache keeps an answer with them, and no browser guesses its type. */
export const SAFE_HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
export const JSON_TYPE = "application/json; charset=utf-8";

/** Returns a response with the headers that every answer of the API has. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": JSON_TYPE, ...SAFE_HEADERS, ...headers },
  });
}

export interface FailedRequest {
  id: string;
  method: string;
  path: string;
  /** Null if the caller is not known. */
  workspaceId: string | null;
}

/** Logs a call that is refused or has failed, with the request's id, and without its query, which may have secrets. */
export function logFailure(
  request: FailedRequest,
  { status, message }: Pick<HttpError, "status" | "message">,
  cause?: unknown,
): void {
  log(status >= 500 ? "error" : "info", "api_error", {
    request_id: request.id,
    status,
    method: request.method,
    path: request.path.slice(0, MAX_LOGGED_PATH),
    workspace_id: request.workspaceId,
    message,
    ...(cause !== undefined && { error: describe(cause) }),
  });
}

/** Returns an error as one of the API, and logs it. */
export function logError(error: unknown, request: FailedRequest): HttpError {
  const isKnown = error instanceof HttpError;
  const known = isKnown ? error : toUnexpected(error);
  logFailure(request, known, isKnown ? undefined : error);
  return known;
}

/** Returns the answer for an error, and logs it, both with the request's id. */
export function toErrorResponse(error: unknown, request: FailedRequest): Response {
  const known = logError(error, request);
  return jsonResponse(known.status, toErrorBody(known, request), known.options.headers);
}

const MAX_LOGGED_PATH = 500;
/** The most bytes of `errors`. An answer has 16 kB, with room for the other members. */
const MAX_ERRORS_BYTES = 15_500;
export const INVALID = refuse("invalid_fields");

/** Returns the body of an answer for an error: at most 16 kB, with the request's id (contract 9.23). */
export function toErrorBody({ reason, options }: HttpError, { id }: FailedRequest) {
  const { errors: all, details } = options;
  const { omitted, ...bounded } = all === undefined ? { omitted: 0 } : boundErrors(all, MAX_ERRORS_BYTES);
  const said = omitted === 0 ? reason : refuse("invalid_fields_more", { count: omitted });
  return { message: say(said), message_code: showCode(said), ...bounded, ...details, request_id: id };
}

function toUnexpected(error: unknown): HttpError {
  // The call was admitted before the suspension, and the database refuses its records.
  if (/assertion failed: suspended/.test(String(error))) return toHttpError({ code: "suspended" });
  if (isSuperseded(error)) return new HttpError(409, refuse("other_run"));
  if (!isStorageFailure(error)) return new HttpError(500, refuse("our_side"));
  return new HttpError(503, refuse("storage"), {
    headers: { "Retry-After": String(STORAGE_RETRY_SECONDS) },
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}

/** Returns whether D1 or KV failed. Compares the message: an overload may be "D1 DB is overloaded". */
function isStorageFailure(error: unknown): boolean {
  return (
    error instanceof Error && /\bD1[_ ]|\bKV (?:GET|PUT)|SQLITE_|Network connection lost/.test(error.message)
  );
}
