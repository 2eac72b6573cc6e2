import { describe, expect, test } from "vitest";
import { readNetlify } from "../../../scripts/import/read-netlify.ts";
import { readFixture, toOutcomeLines } from "./list-outcome.ts";

describe("readNetlify", () => {
  const list = readNetlify(readFixture("nasty._redirects"));
  const outcomes = toOutcomeLines(list, true);

  test.each([
    "2 old.example/plain -> https://new.example/new/plain 301 +query",
    "3 old.example/forced -> https://new.example/new/forced 301 +query",
    "4 old.example/temporary -> https://new.example/new/temporary 302 +query",
    "5 old.example/cr-lf -> https://new.example/new/cr-lf 308 +query",
    "6 old.example/indented -> https://new.example/new/indented 301 +query",
    "7 old.example/comment -> https://new.example/new/comment 301 +query",
    "8 old.example/fragment -> https://new.example/new/page#part 302 +query",
    "9 old.example/comment-glued -> https://new.example/new/page 301 +query",
    "10 old.example/old/* -> https://new.example/new/ 301 +path +query",
    "11 ! line 10 already redirects this path",
    "12 old.example/old -> https://new.example/old-root 301 +query",
    "13 old.example/flat/* -> https://new.example/flat-target 302 +query",
    "14 ! a * that is not the whole last segment cannot be expressed (inexpressible)",
    "15 ! a * that is not the whole last segment cannot be expressed (inexpressible)",
    "16 ! a :splat that is not the end of the target cannot be expressed (inexpressible)",
    "17 ! a :splat that is not the end of the target cannot be expressed (inexpressible)",
    "18 ! a :splat that is not the end of the target cannot be expressed (inexpressible)",
    "19 ! a :splat without /* at the end of the source cannot be expressed (inexpressible)",
    "20 ! the placeholder :year cannot be expressed; the placeholder :slug cannot be expressed (inexpressible)",
    "21 ! the placeholder :id cannot be expressed (inexpressible)",
    "22 old.example/wiki/Special:Search -> https://new.example/w/Special:Search 301 +query",
    "23 ! the placeholder :id cannot be expressed (inexpressible)",
    "24 old.example/text-fragment -> https://new.example/x#:~:text=foo 301 +query",
    "25 old.example/port -> http://new.example:8080/x 301 +query",
    "26 old.example/item?id=5 -> https://new.example/items/5 301 +query",
    "27 ! line 26 already redirects this path",
    "28 ! the placeholder :id cannot be expressed (inexpressible)",
    "29 old.example/item?a=1&b=%20 -> https://new.example/items/ab 301 +query",
    "30 old.example/item -> https://new.example/items 301 +query",
    "31 ! line 30 already redirects this path",
    "32 ! a query together with /* cannot be expressed (inexpressible)",
    "33 ! the condition Country=us,ca cannot be expressed; the condition Language=en cannot be expressed (inexpressible)",
    "34 ! the condition Cookie=preview cannot be expressed (inexpressible)",
    "35 ! the condition Role=admin cannot be expressed; status 200 is a rewrite and cannot be expressed (inexpressible)",
    "36 ! status 200 is a rewrite and cannot be expressed (inexpressible)",
    "37 ! status 200 is a rewrite and cannot be expressed (inexpressible)",
    "38 ! status 200 is a rewrite and cannot be expressed (inexpressible)",
    "39 ! status 404 is no redirect and cannot be expressed (inexpressible)",
    "40 ! status 410 is no redirect and cannot be expressed (inexpressible)",
    '41 ! "3xx" is not a status',
    '42 ! "301" is out of place',
    '43 ! "stray" is out of place',
    '44 ! no target that starts with "/", "http://" or "https://"',
    '45 ! no target that starts with "/", "http://" or "https://"',
    '46 ! no target that starts with "/", "http://" or "https://"',
    '47 ! a source starts with "/", "http://" or "https://"',
    "48 Shop.example/sale/* -> https://new.example/ 301 +path +query",
    "49 shop.example/SALE/* -> https://new.example/upper/ 301 +path +query",
    "50 ! a * that is not the whole last segment cannot be expressed (inexpressible)",
    "51 bare.example/ -> https://new.example/ 301 +query",
    "52 old.example/no-scheme -> https://cdn.example/x 301 +query",
    "53 old.example/caf%C3%A9/ -> https://new.example/coffee 301 +query",
    "54 ! line 53 already redirects this path",
    "55 old.example/quer?y=1 -> https://new.example/x 301 +query",
    "56 ! browsers do not send the #fragment of a source",
    "57 old.example/multi/a/* -> https://new.example/a/ 301 +path +query",
    "58 old.example/multi/* -> https://new.example/m/ 301 +path +query",
    "59 ! line 58 already redirects this path",
    "62 old.example -> https://catch.example/ 302 +path +query",
    "63 ! line 62 already redirects this path",
    "64 ! line 62 already redirects this path",
  ])("reads %s", (outcome) => {
    expect(outcomes).toContain(outcome);
  });

  test("says something about every rule and nothing about blank lines", () => {
    expect(outcomes).toHaveLength(61);
  });

  test("counts whole comment lines, not the comments behind a rule", () => {
    expect(list.comments).toBe(2);
  });

  test("passes the visitor's query on in every rule", () => {
    expect(list.rows.every((row) => row.forwardQuery)).toBe(true);
  });

  test("tells a rule without :splat apart from one that says nothing about the path", () => {
    expect(readNetlify("/old/* /new").rows[0]?.forwardPath).toBe(false);
  });

  test("takes :splat in a source for a placeholder like any other", () => {
    expect(readNetlify("/:splat /b").problems).toMatchObject([
      { reason: "the placeholder :splat cannot be expressed" },
    ]);
  });

  test("names what a problem is about by its source", () => {
    expect(readNetlify("/a/:id /b").problems).toEqual([
      {
        line: 1,
        source: "/a/:id",
        reason: "the placeholder :id cannot be expressed",
        kind: "inexpressible",
      },
    ]);
  });
});
