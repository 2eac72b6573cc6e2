import { describe, expect, test } from "vitest";
import { readTsv } from "../../../scripts/import/read-tsv.ts";
import { readFixture, toOutcomeLines } from "./list-outcome.ts";

describe("readTsv", () => {
  const list = readTsv(readFixture("nasty.tsv"));
  const outcomes = toOutcomeLines(list, false);

  test.each([
    "2 old.example/plain -> https://new.example/new/plain 301",
    "3 old.example/fr/docs/Développer -> https://new.example/fr/docs/Développeur 301",
    "4 old.example/caf%C3%A9 -> https://new.example/caf%C3%A9-bar 301",
    "5 ! line 4 already redirects this path",
    "6 ! line 4 already redirects this path",
    "7 old.example/100% -> https://new.example/full% 301",
    "8 old.example/a%2Fb -> https://new.example/a%2fb 301",
    "9 old.example/a/b -> https://new.example/a-b 301",
    "10 old.example/fr/docs/function* -> https://new.example/fr/docs/function_star 301",
    "11 old.example/fr/docs/*/end -> https://new.example/fr/docs/middle 301",
    "12 old.example/below/* -> https://new.example/all-below 301",
    "13 old.example/below/%2A -> https://new.example/a-star 301",
    "14 old.example -> https://elsewhere.example 301",
    "15 old.example/with%20space/and,%20comma -> https://new.example/no-space 301",
    "16 old.example/indented -> https://new.example/trimmed 301",
    "17 old.example/aligned -> https://new.example/columns 302",
    "18 old.example/query?id=5&b=%20 -> https://new.example/page?id=5 301",
    "19 old.example/query?id=5 -> https://new.example/page?id=5#part 301",
    "20 ! a query together with /* cannot be expressed",
    "21 ! browsers do not send the #fragment of a source",
    "24 old.example/target-fragment -> https://new.example/page#:~:text=foo,bar 301",
    "25 old.example//double//slash -> https://cdn.example//x 301",
    "26 old.example/double/trailing/ -> https://new.example/slash/ 301",
    "27 ! line 26 already redirects this path",
    "28 old.example/ -> https://new.example/home 301",
    "29 old.example/index.html -> https://new.example 301",
    "30 other.example/from?x=1 -> https://new.example/to 301",
    "31 OTHER.example/ -> https://new.example/root 301",
    "32 third.example -> https://new.example/third 301",
    '33 ! a source starts with "/", "https://" or "host.example/"',
    '34 ! a source starts with "/", "https://" or "host.example/"',
    '35 ! the target "new/x" starts with neither "/" nor "https://"',
    '36 ! the target "javascript:alert(1)" starts with neither "/" nor "https://"',
    "37 ! no tab and target after the source",
    "38 ! no tab and target after the source",
    "39 ! more than three columns",
    '40 ! "200" is not one of 301, 302, 303, 307, 308',
    "41 old.example/gone -> https://new.example/b 308",
    '42 old.example/quote"d -> https://new.example/"quoted" 301',
    "43 old.example/emoji-🎉 -> https://new.example/🎉?🎉=1#🎉 301",
    "44 old.example/Plain -> https://new.example/case-matters 301",
    "45 old.example/plus+and%20space -> https://new.example/a+b 301",
    "46 old.example/percent%zz -> https://new.example/bad-escape 301",
    "47 old.example/%E4%F6 -> https://new.example/latin1-escapes 301",
    "49 old.example/fr/docs/CSS/%3Aactive -> https://new.example/css/active 301",
    "50 old.example/last -> https://new.example/line-without-end 301",
  ])("reads %s", (outcome) => {
    expect(outcomes).toContain(outcome);
  });

  test("reads a pair of 2,500 characters whole", () => {
    const long = `${"long-".repeat(500)}end`;
    expect(outcomes).toContain(`48 old.example/${long} -> https://new.example/${long}-new 301`);
  });

  test("says something about every row and nothing about blank lines", () => {
    expect(outcomes).toHaveLength(47);
  });

  test("counts the lines that are comments, also behind a byte order mark", () => {
    expect(list.comments).toBe(2);
  });

  test("reads the same from Windows and old Mac line ends", () => {
    const unix = "# c\n/a\t/b\n\n/c\t/d\t302\n";
    expect(readTsv(unix.replaceAll("\n", "\r\n"))).toEqual(readTsv(unix));
    expect(readTsv(unix.replaceAll("\n", "\r"))).toEqual(readTsv(unix));
  });

  test("makes nothing of an empty list", () => {
    expect(readTsv("\n \n")).toEqual({ rows: [], problems: [], comments: 0 });
  });
});
