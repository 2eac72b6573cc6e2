import { sayRow } from "../../src/import/say-row.ts";
import { describe, expect, test } from "vitest";
import { escapeDots } from "../../src/import/regex.ts";
import { readFile, toLines } from "./outcome.ts";

/** Unescaped dots in expressions of `.htaccess` and nginx (contract 18.7). */

test.each([
  ["^/a.html$", "^/a\\.html$"],
  ["^/a\\.html$", "^/a\\.html$"],
  ["^/a\\\\.html$", "^/a\\\\\\.html$"],
  ["^/(.*)$", "^/(.*)$"],
  ["^/(.+).html$", "^/(.+)\\.html$"],
  ["^/a.?$", "^/a.?$"],
  ["^/a.{2}$", "^/a.{2}$"],
  ["^/a.{b}$", "^/a\\.{b}$"],
  ["^/[.]x.$", "^/[.]x\\.$"],
  ["^/[^.]x.$", "^/[^.]x\\.$"],
  ["^/[].]x.$", "^/[].]x\\.$"],
  ["^/[^].]x.$", "^/[^].]x\\.$"],
  ["^/[\\].]x.$", "^/[\\].]x\\.$"],
  ["^/[[.]x.$", "^/[[.]x\\.$"],
  ["^/[[]x.$", "^/[[]x\\.$"],
])("[18.7] escapes the dots of %s as in %s", (regex, escaped) => {
  expect(escapeDots(regex)).toBe(escaped);
});

describe("[18.7] --literal-dots", () => {
  const NOTE = "dots without \\ are read as dots";
  const DOT = "regex: an unescaped dot stands for any character";

  test.each([
    [
      "htaccess",
      "RewriteRule ^a.html$ /x [R=301]",
      "old.example/a.html -> https://new.example/x 301 +query",
      DOT,
    ],
    [
      "htaccess",
      "RedirectMatch 301 ^/a.html$ /x",
      "old.example/a.html -> https://new.example/x 301 +query",
      DOT,
    ],
    [
      "htaccess",
      "RewriteCond %{HTTP_HOST} ^shop.example$\nRewriteRule ^a$ /x [R=301]",
      "shop.example/a -> https://new.example/x 301 +query",
      "depends on a condition that a redirect cannot have: HTTP_HOST ^shop.example$",
    ],
    [
      "htaccess",
      "RewriteCond %{QUERY_STRING} ^v=1.2$\nRewriteRule ^a$ /x? [R=301]",
      "old.example/a?v=1.2 -> https://new.example/x 301",
      "captures a parameter of the query",
    ],
    [
      "nginx-conf",
      "server { location ~ ^/a.html$ { return 301 /x; } }",
      "old.example/a.html -> https://new.example/x 301",
      DOT,
    ],
    [
      "nginx-conf",
      "server { rewrite ^/a.html$ /x permanent; }",
      "old.example/a.html -> https://new.example/x 301 +query",
      DOT,
    ],
    [
      "nginx-conf",
      "server { location ~ ^/a.html$ { rewrite ^ /x permanent; } }",
      "old.example/a.html -> https://new.example/x 301 +query",
      DOT,
    ],
    ["nginx-map", "~^/a.html$ /x;", "old.example/a.html -> https://new.example/x 301", DOT],
  ])("reads a dot of %s: %s", (format, text, row, refusal) => {
    const without = readFile(text, { format });
    expect(without.rows).toEqual([]);
    expect(without.refused.map(({ reason }) => sayRow(reason))).toEqual([refusal]);
    const result = readFile(text, { format, literalDots: true });
    expect(toLines(result)).toEqual([`1 ${row}`]);
    expect(result.warnings.filter(({ warning }) => sayRow(warning) === NOTE).map(({ line }) => line)).toEqual(
      [1],
    );
  });

  test("changes no expression without such a dot, and says nothing of it", () => {
    const text = "RewriteRule ^a\\.html$ /x [R=301]\nRewriteRule ^b/(.*)$ /y/$1 [R=301]";
    const options = { format: "htaccess" };
    expect(readFile(text, { ...options, literalDots: true })).toEqual(readFile(text, options));
  });

  test("leaves expressions of other formats alone", () => {
    const text = "Type,Origin,Target,Format\n301,^/a.html$,/x,regex";
    const options = { format: "yoast-csv" };
    expect(readFile(text, { ...options, literalDots: true })).toEqual(readFile(text, options));
  });
});
