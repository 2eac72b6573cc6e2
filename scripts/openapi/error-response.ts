import { headersOf } from "./header.ts";

/** The error responses of the API, which operations refer to by status. */

export const ERRORS = {
  400: "The request could not be completed: malformed JSON, or an unknown key.",
  401: "Unauthenticated: no valid token.",
  403: "The operator has suspended the workspace, so that it can only be read; or the session of a dashboard has to show its token again (`needs`).",
  404: "Not found, or in another workspace.",
  409: "The call is running, its answer showed a secret that is shown once (`id` names what was made), or the state of a change does not allow it.",
  412: "There is another version than `If-Match` names.",
  413: "The body is too large.",
  415: "The body has another content type.",
  422: "Validation failed: `errors` lists every field with its reasons.",
  429: "Too many requests.",
  482: "The action would exceed a limit of the workspace's plan, or the most webhooks, shared statistics or QR styles.",
  484: "The caller's role is too low.",
  500: "Something went wrong here: give `request_id` to the operator.",
  503: "Storage is down, or overloaded.",
} as const;

type Status = keyof typeof ERRORS;

/** A query parameter that an endpoint does not know is a 422 everywhere. */
const ALWAYS: Status[] = [401, 422, 429, 484, 500, 503];

/**
 * Returns the error statuses of an operation, ascending.
 * @param has `refusesBody`: a POST or DELETE without a body schema refuses a body
 * @param others the statuses that only its service returns
 */
export function errorsOf(
  has: { body: boolean; write: boolean; refusesBody: boolean; key: boolean; condition: boolean },
  others: Status[] = [],
): Status[] {
  const statuses: Status[] = [
    ...ALWAYS,
    ...(has.write ? [403 as const] : []),
    ...(has.body ? [400 as const, 413 as const, 415 as const] : []),
    ...(has.refusesBody ? [400 as const, 413 as const] : []),
    ...(has.key ? [409 as const] : []),
    ...(has.condition ? [412 as const] : []),
    ...others,
  ];
  return [...new Set(statuses)].toSorted((a, b) => a - b);
}

const HEADERS: Partial<Record<Status, string[]>> = {
  401: ["WWW-Authenticate"],
  409: ["Retry-After"],
  429: ["Retry-After", "x-ratelimit-remaining", "x-ratelimit-reset"],
  503: ["Retry-After"],
};

/** Returns the responses for `components` of the document. */
export function errorResponses(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([key, description]) => {
      const status = Number(key) as Status;
      // Answers to unauthenticated callers have no rate limit to show.
      const names = [...(status === 401 ? [] : ["x-ratelimit-limit"]), ...(HEADERS[status] ?? [])];
      const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
      return [status, { description, headers: headersOf(names), content }];
    }),
  );
}
