import type { FieldErrors } from "../domain/field-error.ts";
import type { ServiceError } from "../services/result.ts";

/** The one place that knows which status an error has (contract: Errors; section 9). */

interface ErrorOptions {
  errors?: FieldErrors;
  headers?: Record<string, string>;
}

/** What a route throws to end a request. */
export class HttpError extends Error {
  readonly status: number;
  readonly options: ErrorOptions;

  constructor(status: number, message: string, options: ErrorOptions = {}) {
    super(message);
    this.status = status;
    this.options = options;
  }
}

export const STORAGE_RETRY_SECONDS = 5;

export function toHttpError(error: ServiceError): HttpError {
  switch (error.code) {
    case "invalid":
      return new HttpError(422, "Some fields are not valid.", { errors: error.fields });
    case "not_found":
      return new HttpError(404, "Not found.");
    case "plan_limit":
      return new HttpError(482, `The plan's limit of ${error.limit} is reached.`);
    case "role_too_low":
      return new HttpError(484, `This needs the role ${error.needed}.`);
    case "busy":
      return new HttpError(503, "Too many writes to this record at once.", {
        headers: { "Retry-After": "1" },
      });
  }
}

/** Body and headers that every answer of the API has. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}

export function toErrorResponse(error: unknown): Response {
  if (error instanceof HttpError) {
    const { errors, headers } = error.options;
    return jsonResponse(error.status, { message: error.message, ...(errors && { errors }) }, headers);
  }
  console.error(error);
  if (isStorageFailure(error)) {
    const headers = { "Retry-After": String(STORAGE_RETRY_SECONDS) };
    return jsonResponse(503, { message: "Storage is not available. Try again." }, headers);
  }
  return jsonResponse(500, { message: "Something went wrong on our side." });
}

/** Not every message of the database bears its mark: an overload may come as "D1 DB is overloaded". */
function isStorageFailure(error: unknown): boolean {
  return (
    error instanceof Error && /\bD1[_ ]|\bKV (?:GET|PUT)|SQLITE_|Network connection lost/.test(error.message)
  );
}
