const BOOKMARK = "DB:0000000b-0000000b-00004ca7-9f3dba64bda132e1c1706a4b9d44c3c9";

/** The headers of answers, which responses of the document refer to by name. */
export const HEADERS = {
  "x-ratelimit-limit": {
    description: "How many calls a minute the token has.",
    schema: { type: "integer" },
    example: 200,
  },
  "X-Signpost-Bookmark": {
    description:
      "The newest state of the database that the call has seen or made; absent unless the installation has replicas of it.",
    schema: { type: "string" },
    example: BOOKMARK,
  },
  "x-ratelimit-remaining": {
    description: "How many are left: none.",
    schema: { type: "integer" },
    example: 0,
  },
  "x-ratelimit-reset": {
    description: "When calls are taken again at the latest, in seconds since 1970.",
    schema: { type: "integer" },
    example: 1769852400,
  },
  "Retry-After": {
    description: "Seconds after which the call may be sent again. A 409 has it while the call is running.",
    schema: { type: "integer" },
    example: 5,
  },
  "WWW-Authenticate": {
    description: "The scheme that the call lacks.",
    schema: { type: "string", enum: ["Bearer"] },
    example: "Bearer",
  },
  ETag: {
    description: "The version of the record or hostname, for `If-Match`.",
    schema: { type: "string", pattern: '^"[0-9]+"$' },
    example: '"3"',
  },
  "X-Next-Cursor": {
    description: "Of a page as CSV: the cursor of the next one; absent on the last.",
    schema: { type: "string" },
    example: "eyJhIjoxfQ",
  },
  "Content-Disposition": {
    description: "The name under which a browser saves the file.",
    schema: { type: "string" },
    example: "attachment",
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

/** Returns the headers of a response, as references. */
export function headersOf(names: string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers of calls. */

export const KEY_PARAMETER = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "The call is done once, however often it is sent with this key within 24 hours: a repeated call gets the answer of the first one.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "0b1c2d3e-spring-sale",
};
export const CONDITION_PARAMETER = {
  name: "If-Match",
  in: "header",
  description: "The `ETag` of the version that was read: it is written only if it is still that version.",
  schema: { type: "string" },
  example: '"3"',
};

export const BOOKMARK_PARAMETER = {
  name: "X-Signpost-Bookmark",
  in: "header",
  description:
    "The newest bookmark of the answers so far. A replica of the database that has this state may answer.",
  schema: { type: "string" },
  example: BOOKMARK,
};
