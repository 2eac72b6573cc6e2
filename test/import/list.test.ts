import { describe, expect, test } from "vitest";
import { detectFormat } from "../../src/import/detect.ts";
import { readFile, toLines, toOutcomeLines } from "./outcome.ts";

/** Lists with everything that people write into them, and what becomes of each line. */

describe("reads nasty.csv", () => {
  const outcomes = toOutcomeLines("nasty.csv", "csv");

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
    "22 ! 418 is no redirect",
    "23 ! no destination",
    "24 ! no source",
    "25 old.example/short -> https://new.example/row 301",
    "26 old.example/line%E2%80%A8separator -> https://new.example/x 301",
    "27 ! the source has a control character in it",
    '29 old.example/stray"quote -> https://new.example/x"y 301',
    "30 old.example/fragment -> https://new.example/x#y 301",
    "31 old.example//two -> https://cdn.example/two 301",
    "33 ! a quote opens here and never closes; nothing from here on was read",
  ])("%s", (outcome) => {
    expect(outcomes).toContain(outcome);
  });

  test("says something about every row", () => {
    expect(outcomes).toHaveLength(25);
  });
});

describe("reads nasty.tsv", () => {
  const outcomes = toOutcomeLines("nasty.tsv", "tsv");

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
    "11 ! the source * stands for everything below only as the last segment; write %2A for a star",
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
    '35 ! the destination starts with neither "/" nor "https://"',
    "36 ! the destination is not http or https",
    "37 ! no tab and destination after the source",
    "38 ! no tab and destination after the source",
    "39 ! not of the form FROM<TAB>TO[<TAB>STATUS]",
    "40 ! 200 is a rewrite, no redirect",
    "41 old.example/gone -> https://new.example/b 308",
    '42 old.example/quote"d -> https://new.example/"quoted" 301',
    "43 old.example/emoji-🎉 -> https://new.example/🎉?🎉=1#🎉 301",
    "44 old.example/Plain -> https://new.example/case-matters 301",
    "45 old.example/plus+and%20space -> https://new.example/a+b 301",
    "46 old.example/percent%zz -> https://new.example/bad-escape 301",
    "47 old.example/%E4%F6 -> https://new.example/latin1-escapes 301",
    "48 ! the destination has more than 2,048 characters",
    "49 old.example/fr/docs/CSS/%3Aactive -> https://new.example/css/active 301",
    "50 old.example/last -> https://new.example/line-without-end 301",
  ])("%s", (outcome) => {
    expect(outcomes).toContain(outcome);
  });

  test("says something about every row", () => {
    expect(outcomes).toHaveLength(47);
  });
});

describe("reads nasty._redirects", () => {
  const outcomes = toOutcomeLines("nasty._redirects", "netlify-redirects");

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
    "11 ! line 10 takes it: there the first match wins",
    "12 ! line 10 takes it: there the first match wins",
    "13 old.example/flat/* -> https://new.example/flat-target 302 +query",
    "14 ! a * that is not the whole last segment",
    "15 ! a * that is not the whole last segment",
    "16 old.example/mid/* -> https://new.example/new/:splat/index.html 301 +query",
    "17 old.example/after/* -> https://new.example/new/:splat?from=old 301 +query",
    "18 old.example/in-query/* -> https://new.example/new?path=:splat 301 +query",
    "19 ! uses :splat, which its source does not capture",
    "20 old.example/blog/:year/:slug -> https://new.example/posts/:year-:slug 301 +query",
    "21 ! a capture that is not a whole segment",
    "22 old.example/wiki/Special:Search -> https://new.example/w/Special:Search 301 +query",
    "23 ! uses :id, which its source does not capture",
    "24 old.example/text-fragment -> https://new.example/x#:~:text=foo 301 +query",
    "25 old.example/port -> http://new.example:8080/x 301 +query",
    "26 old.example/item?id=5 -> https://new.example/items/5 301 +query",
    "27 ! line 26 already redirects this path",
    "28 ! captures a parameter of the query",
    "29 old.example/item?a=1&b=%20 -> https://new.example/items/ab 301 +query",
    "30 old.example/item -> https://new.example/items 301 +query",
    "31 ! line 30 takes it: there the first match wins",
    "32 ! a query together with /* cannot be expressed",
    "33 ! depends on a condition that a redirect cannot have: Country=us,ca, Language=en",
    "34 ! depends on a condition that a redirect cannot have: Cookie=preview",
    "35 ! depends on a condition that a redirect cannot have: Role=admin",
    "36 ! 200 is a rewrite, no redirect",
    "37 ! 200 is a rewrite, no redirect",
    "38 ! 200 is a rewrite, no redirect",
    "39 ! 404 is no redirect",
    "40 old.example/gone -> gone",
    '41 ! the status "3xx" is not one of 301, 302, 303, 307, 308, 410',
    '42 ! "301" is out of place',
    '43 ! "stray" is out of place',
    "44 ! no destination",
    "45 ! no destination",
    "46 ! no destination",
    '47 ! a source starts with "/", "https://" or "host.example/"',
    "48 Shop.example/sale/* -> https://new.example/ 301 +path +query",
    "49 shop.example/SALE/* -> https://new.example/upper/ 301 +path +query",
    "50 *.example.com -> https://new.example/ 301 +path +query",
    "51 bare.example/ -> https://new.example/ 301 +query",
    "52 old.example/no-scheme -> https://cdn.example/x 301 +query",
    "53 old.example/caf%C3%A9/ -> https://new.example/coffee 301 +query",
    "54 ! line 53 already redirects this path",
    "55 old.example/quer?y=1 -> https://new.example/x 301 +query",
    "56 ! browsers do not send the #fragment of a source",
    "57 old.example/multi/a/* -> https://new.example/a/ 301 +path +query",
    "58 old.example/multi/* -> https://new.example/m/ 301 +path +query",
    "59 ! line 58 takes it: there the first match wins",
    "62 old.example -> https://catch.example/ 302 +path +query",
    "63 ! line 62 takes it: there the first match wins",
    "64 ! line 62 takes it: there the first match wins",
  ])("%s", (outcome) => {
    expect(outcomes).toContain(outcome);
  });

  test("says something about every row", () => {
    expect(outcomes).toHaveLength(61);
  });
});

describe("tables", () => {
  test("takes title, tags, expiry and clicks by the names in the header", () => {
    const text =
      'Old,NEW,tags,title,description,expires,hits\n/a,/b,x; y;;X,T,D,2030-01-01T00:00:00Z,"1,234"\n';
    expect(readFile(text, { format: "csv" }).rows).toEqual([
      {
        line: 2,
        url: "old.example/a",
        destination: "https://new.example/b",
        status: 301,
        tags: ["x", "y", "X"],
        title: "T",
        description: "D",
        expires: "2030-01-01T00:00:00.000Z",
        clicks_before: 1234,
      },
    ]);
  });

  test("[18.6] imports a disabled row paused, its code beside", () => {
    expect(readFile("url,to,code,status\n/a,/b,302,disabled\n").rows).toMatchObject([
      { type: "302", status: "paused" },
    ]);
  });

  test("[18.6] refuses a status that only every object knows", () => {
    expect(readFile("url,to,status\n/a,/b,constructor\n")).toMatchObject({
      rows: [],
      refused: [{ line: 2 }],
    });
  });

  test.each(["\r\n", "\n", "\r"])("counts lines by %j, also inside quotes", (lineEnd) => {
    const text = ["url,to,title", '/a,/b,"one', 'two"', "", "# c", "/c,/d,"].join(lineEnd);
    expect(readFile(text).rows.map((row) => row.line)).toEqual([2, 6]);
  });

  test("tells the line of a quote that never closes, past comments before it", () => {
    expect(readFile('/a,/b\n# "comment\n"/c,/d\n/e,/f\n# end').refused).toMatchObject([{ line: 3 }]);
  });

  test.each([
    [
      "a host without a path",
      "shop.example,https://new.example/,301,TRUE,FALSE\nold.example/a,https://new.example/a\n",
    ],
    ["a row that is no redirect", "old.example/a,https://new.example/a,,,true,,\nnothing,nowhere\n"],
  ])("[18.3] detects a list of Bulk Redirects without a header, with %s", (_, text) => {
    expect(detectFormat({ name: "list.csv", text })).toMatchObject({ value: { key: "cloudflare-bulk-csv" } });
  });

  test.each([
    ["three columns", "old.example/a,https://new.example/a,301\n"],
    ["the empty columns of a spreadsheet", "/a,https://new.example/a,301,,\n"],
    ["other values behind the code", "old.example/a,https://new.example/a,301,TRUE\n/b,/c,301,a note\n"],
    ["five values behind the code", "shop.example,https://new.example/a,301,TRUE,TRUE,TRUE,TRUE,TRUE\n"],
    ["a third column that is no code", "shop.example,https://new.example/a,418,TRUE\n"],
  ])("[18.3] takes a list without a header for a plain one, with %s", (_, text) => {
    expect(detectFormat({ name: "list.csv", text })).toMatchObject({ value: { key: "csv" } });
  });

  test("[18.3] names the columns of a table that it does not know, once", () => {
    expect(() => readFile("ancient,modern\n/a,/b\n/c,/d\n", { format: "csv" })).toThrow(
      /Seen: "ancient", "modern"\. Needed: .*source.*destination.*--map/,
    );
  });

  test("reads a table whose columns --map names", () => {
    const columnMap = new Map([
      ["Ancient", "source"],
      ["modern", "destination"],
    ]);
    expect(readFile("ancient,modern\n/a,/b\n", { columnMap }).rows).toMatchObject([{ url: "old.example/a" }]);
    expect(() => readFile("x,y\n/a,/b\n", { columnMap })).toThrow('--map names the column "Ancient"');
  });

  test("stops at a column that could change what visitors get, and goes on where it is left out", () => {
    const text = "from,to,Match Type\n/a,/b,exact\n";
    expect(() => readFile(text)).toThrow('The column "Match Type"');
    expect(readFile(text, { columnMap: new Map([["Match Type", "ignore"]]) }).rows).toHaveLength(1);
  });

  test.each([
    ["^/a/(.*)$", "/b"],
    ["/a/.*", "/b"],
    ["/a/*/b", "/c"],
    ["/a", "/b/$1"],
    ["/a", "/b/%1"],
    ["/a/{id}", "/b"],
    ["/a/*", "/b/*"],
  ])("takes %s to %s for no path", (source, target) => {
    expect(readFile(`from,to\n${source},${target}\n`).refused).toMatchObject([
      { reason: { code: "file_wildcard_text" } },
    ]);
  });

  test("takes the apostrophe off cells that an export protected", () => {
    expect(readFile("from,to,title\n/a,/b,'=1+1\n/c,/d,'tis\n").rows.map(({ title }) => title)).toEqual([
      "=1+1",
      "'tis",
    ]);
  });
});

test("[18.2] magento-csv reads an empty request_path as the root page of the store", () => {
  const file = [
    "request_path,target_path,redirect_type,store_id",
    ",home,301,1",
    "index.php,,302,1",
    ",,0,1",
    ",again,301,1",
  ].join("\n");
  expect(toLines(readFile(file))).toEqual([
    "2 old.example/ -> https://new.example/home 301",
    "3 old.example/index.php -> https://new.example/ 302",
    "5 ! line 2 already redirects this path",
  ]);
});
