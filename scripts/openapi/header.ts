/** The headers of answers, which responses of the document refer to by name. */

export const HEADERS = {
  "x-ratelimit-limit": {
    description: "How many calls a minute the token has.",
    schema: { type: "integer" },
    example: 200,
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
