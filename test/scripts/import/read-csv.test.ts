import { describe, expect, test } from "vitest";
import { readCsv } from "../../../scripts/import/read-csv.ts";
import { readFixture, toOutcomeLines } from "./list-outcome.ts";

describe("readCsv", () => {
  const list = readCsv(readFixture("nasty.csv"));
  const outcomes = toOutcomeLines(list, false);

  test.each([
    "3 old.example/plain -> https://new.example/new/plain 301",
    "4 old.example/com,ma -> https://new.example/new/com,ma 302",
    '5 old.example/quoted -> https://new.example/say-"hi" 301',
    "6 old.example/multi-line -> https://new.example/new 301",
    "8 old.example/after-multi-line -> https://new.example/new/after 301",
    "12 old.example/trimmed -> https://new.example/new/trimmed 301",
    "13 go.example alias promo -> https://new.example/promo default +path",
    "14 ! line 13 already redirects this path",
    "15 go.example alias Été -> https://new.example/summer 307",
    "16 ! the host other.example and the source name different hosts",
    "17 old.example/full?x=1 -> https://new.example/full 301",
    "18 second.example/hosted -> https://new.example/hosted 301",
    "19 old.example/tail/* -> https://new.example/tail/ 301 +path +query",
    '20 ! forward_path "maybe" is not true, false, yes, no, 1 or 0',
    '21 ! forward_query "perhaps" is not true, false, yes, no, 1 or 0',
    '22 ! "418" is not one of 301, 302, 303, 307, 308',
    "23 ! no target",
    '24 ! a source starts with "/", "https://" or "host.example/"',
    "25 old.example/short -> https://new.example/row 301",
    "26 old.example/line%E2%80%A8separator -> https://new.example/x 301",
    "27 ! the source has a control character in it",
    '29 old.example/stray"quote -> https://new.example/x"y 301',
    "30 old.example/fragment -> https://new.example/x#y 301",
    "31 old.example//two -> https://cdn.example/two 301",
    "33 ! a quote opens here and never closes; nothing from here on was read",
  ])("reads %s", (outcome) => {
    expect(outcomes).toContain(outcome);
  });

  test("says something about every row and nothing about blank ones", () => {
    expect(outcomes).toHaveLength(25);
  });

  test("counts rows that are comments, whatever quotes are in them", () => {
    expect(list.comments).toBe(2);
  });

  test("reads title, tags and expiry by the names in the header", () => {
    const text = "Old,NEW,tags,title,description,expires\n/a,/b,x; y;;X,T,D,2030-01-01T00:00:00Z\n";
    expect(readCsv(text).rows).toEqual([
      {
        line: 2,
        source: "/a",
        target: "/b",
        tags: ["x", "y", "X"],
        title: "T",
        description: "D",
        expires: "2030-01-01T00:00:00Z",
      },
    ]);
  });

  test("reads source, target and status by their place without a header", () => {
    expect(readCsv('/a,/b\n"/c","/d",302').rows).toEqual([
      { line: 1, source: "/a", target: "/b" },
      { line: 2, source: "/c", target: "/d", status: 302 },
    ]);
  });

  test("does not guess what a fourth column without a header means", () => {
    const list = readCsv("/a,/b,301,sale\n/c,/d,301,,\n");
    expect(list.rows).toEqual([{ line: 2, source: "/c", target: "/d", status: 301 }]);
    expect(list.problems).toMatchObject([
      { line: 1, reason: expect.stringMatching(/^more than three columns/) },
    ]);
  });

  test("reads semicolons where the first row has no comma", () => {
    expect(readCsv('url;to;tags\n/a,b;/c;"x;y"').rows).toEqual([
      { line: 2, source: "/a,b", target: "/c", tags: ["x", "y"] },
    ]);
  });

  test("leaves out what an empty cell would say", () => {
    expect(readCsv("url,to,title,forward_path\n/a,/b,,\n").rows).toEqual([
      { line: 2, source: "/a", target: "/b" },
    ]);
  });

  test("refuses a header without a target once, not row by row", () => {
    expect(readCsv("url,goes where\n/a,/b\n/c,/d\n").problems).toEqual([
      {
        line: 1,
        source: "",
        reason: "no column is named destination, to, target, new",
        kind: "failed",
      },
    ]);
  });

  test("tells the line of a quote that never closes, past comments before it", () => {
    expect(readCsv('/a,/b\n# "comment\n"/c,/d\n/e,/f\n# end').problems).toMatchObject([{ line: 3 }]);
  });

  test.each(["\r\n", "\n", "\r"])("counts lines by %j, also inside quotes", (lineEnd) => {
    const text = ["url,to,title", '/a,/b,"one', 'two"', "", "# c", "/c,/d,"].join(lineEnd);
    expect(readCsv(text).rows.map((row) => row.line)).toEqual([2, 6]);
  });
});
