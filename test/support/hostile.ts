import * as fc from "fast-check";

/** Values that attackers send, and values that are sent by accident. */

const HOSTILE_TEXTS = [
  "",
  " ",
  ".",
  "..",
  "../../etc/passwd",
  "\u0000",
  "\ud800",
  "\ufffe",
  "\u202e",
  "\u0301".repeat(300),
  "\r\nSet-Cookie: a=b",
  "' OR 1=1 --",
  '"); DROP TABLE records; --',
  "%' ESCAPE '",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "%",
  "%ff",
  "%00",
  "%2e%2e%2f",
  "*",
  "*.*",
  "/",
  "//evil.example",
  "javascript:alert(1)",
  "https://",
  "https://user:secret@evil.example",
  "http://[::1",
  "xn--",
  "weighted:1e309,-1",
  "weighted:NaN",
  "2026-02-30T00:00:00Z",
  "9999999-01-01T00:00:00Z",
  "1e400",
  "-0",
  "9".repeat(400),
  "a".repeat(3_000),
  "é".repeat(1_000),
  "😀".repeat(300),
];

/** Texts that end or escape a string in some language. */
const punctuation = fc.array(fc.constantFrom(..."'\"`\\;%_-*/?#[]{}<>()|&=:,.\n\0 a1"), {
  minLength: 1,
  maxLength: 12,
});

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  punctuation.map((characters) => `'${characters.join("")}`),
  punctuation.map((characters) => characters.join("")),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ maxLength: 30 }),
);

/** Any JSON value, with names of members that mean something to an engine. */
export const hostileValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    hostileText,
    fc.constantFrom(null, true, false, 0, -1, 0.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER + 2),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(hostileText, tie("value"), { maxKeys: 4 }),
  ),
})).value;

/** Texts that are no JSON, or JSON that no schema expects. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  hostileValue.map((value) => JSON.stringify(value)),
  fc.constantFrom(
    "[".repeat(20_000),
    `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
    '{"__proto__":{"host":"x"}}',
    '{"host":"a","host":"b"}',
    "\ufeff{}",
    "{}{}",
    "1e999",
  ),
);
