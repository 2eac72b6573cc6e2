import {
  HttpError,
  jsonResponse,
  logError,
  toErrorBody,
  toHttpError,
  type FailedRequest,
} from "../../admin/error.ts";
import type { FieldErrors } from "../../domain/field-error.ts";
import { refuse } from "../../domain/refusal/refusal.ts";

/** Errors in Shlink's format, which is RFC 7807, with the types that its clients know (contract 35.10). */

const TYPE = "https://shlink.io/api/error/";
/** Its clients know no statuses of our own. It says that data are invalid with 400. */
const STATUSES: Record<number, number> = { 422: 400, 482: 403, 484: 403 };

/** The fields of short URLs, by Shlink's names. */
export const FIELDS = {
  longUrl: "destination",
  validSince: "starts",
  validUntil: "expires",
  maxVisits: "max_clicks",
  title: "title",
  tags: "tags",
  forwardQuery: "forward_query",
  customSlug: "alias",
  domain: "host",
};

/** Shlink's names of fields and parameters, by ours. */
const NAMES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(FIELDS).map(([name, ours]) => [ours, name])),
  plugins: "crawlable",
  rules: "redirectRules",
  not_found_url: "regular404Redirect",
  "filter.created_after": "startDate",
  "filter.created_before": "endDate",
};

/** Returns an error of one of Shlink's types. @param more further members, which the detail repeats */
export function problem(status: number, type: string, title: string, more: object = {}): HttpError {
  const text = [title, ...Object.values(more)].join(": ");
  return new HttpError(status, refuse("as_written", { text }), {
    details: { type: TYPE + type, title, ...more },
  });
}

/** Returns an error that names invalid fields, by our names or by Shlink's. */
export function invalidData(fields: FieldErrors): HttpError {
  return toHttpError({ code: "invalid", fields });
}

/** Returns the answer for an error, and logs it as the API does. */
export function toProblemResponse(error: unknown, request: FailedRequest): Response {
  const known = logError(error, request);
  const { message, message_code, errors, codes: _, ...more } = toErrorBody(known, request);
  const fields = Object.entries(errors ?? {}).map(([path, reasons]) => [toName(path), inNames(reasons)]);
  const { code } = errors === undefined ? message_code : { code: "invalid-data" };
  const body = {
    type: TYPE + code.replaceAll("_", "-"),
    title: errors === undefined ? message : "Invalid data",
    detail: [message, ...fields.map((field) => `${field.join(": ")}.`)].join(" "),
    status: STATUSES[known.status] ?? known.status,
    ...(errors !== undefined && { invalidElements: [...new Set(fields.map(([name]) => name))] }),
    ...more,
  };
  const headers = { ...known.options.headers, "Content-Type": "application/problem+json" };
  return jsonResponse(body.status, body, headers);
}

/** Joins reasons, which may end in another field: "must be earlier than expires". */
const inNames = (reasons: string[]) => reasons.join(", ").replace(/\w+$/, (word) => NAMES[word] ?? word);

function toName(path: string): string {
  const [field = "", ...rest] = path.split(".");
  const name = NAMES[path] ?? [NAMES[field] ?? field, ...rest].join(".");
  return name
    .replace(/^(redirectRules\.\d+)\.if\b.*/, "$1.conditions")
    .replace(/^(redirectRules\.\d+)\.dest.*/, "$1.longUrl");
}
