import { sayRow } from "../../src/import/say-row.ts";
import { describe, expect, it } from "vitest";
import { readUrlList } from "../../src/import/read-urls.ts";

/** Files and pasted texts of old URLs, as people have them. */

const read = (text: string, host: string | null = "old.example", fileName = "") => {
  const result = readUrlList(text, { fileName, host });
  if (!result.ok) return sayRow(result.reason);
  const { kind, urls, skipped } = result.value;
  return { kind, urls, skipped: skipped.map(({ line, reason }) => `${line} ${reason}`) };
};

const CRAWL = "Address,Content Type,Status Code\nhttps://old.example/a,text/html,200\n";
const CONSOLE = "Top pages,Clicks,Impressions\nhttps://old.example/b,12,300\n";
const SITEMAP = "<urlset><url><loc>https://old.example/a?x=1&amp;y=2</loc></url></urlset>";
const OWN =
  "line,url,result,expected_location,expected_status\n1,https://old.example/a,chain,https://new.example/,308\n";

describe("[32.13] the URLs of a check are read from", () => {
  it.each([
    [
      "a list",
      "old.example/a\n\n# a comment\nhttps://old.example/b?c=1,2\n",
      ["list", ["old.example/a", "https://old.example/b?c=1,2"]],
    ],
    ["a list of paths", "/a\r\n/b\r\n", ["list", ["old.example/a", "old.example/b"]]],
    ["a sitemap", SITEMAP, ["sitemap", ["https://old.example/a?x=1&y=2"]]],
    [
      "a crawl, whose status is what was found and not what is expected",
      CRAWL,
      ["pages", ["https://old.example/a"]],
    ],
    ["the export of a search console", CONSOLE, ["pages", ["https://old.example/b"]]],
  ])("%s", (_, text, [kind, urls]) => {
    const expected = (urls as string[]).map((url) => ({ url }));
    expect(read(text)).toEqual({ kind, urls: expected, skipped: [] });
  });

  it("a list with a line of something else, which is left out", () => {
    const lines = ["https://old.example/a", "nonsense", "/b", "two words", "old.example/c"];
    expect(read(lines.join("\n"))).toEqual({
      kind: "list",
      urls: [{ url: "https://old.example/a" }, { url: "old.example/b" }, { url: "old.example/c" }],
      skipped: ["2 unreadable", "4 unreadable"],
    });
  });

  it.each([
    [
      "a pasted list that mixes both",
      "old.example/a\n/b, https://new.example/b\n",
      [{ url: "old.example/a" }, { url: "old.example/b", location: "https://new.example/b" }],
    ],
    [
      "lines with a status",
      "/a https://new.example/a 308\n/b\t410\n",
      [
        { url: "old.example/a", location: "https://new.example/a", status: 308 },
        { url: "old.example/b", status: 410 },
      ],
    ],
    [
      "a table with a header",
      "Old URL;New URL\n/a;https://new.example/a\n",
      [{ url: "old.example/a", location: "https://new.example/a", status: 301 }],
    ],
    [
      "the rows of a check",
      OWN,
      [{ url: "https://old.example/a", location: "https://new.example/", status: 308 }],
    ],
    [
      "rules of Apache",
      "RewriteEngine On\nRewriteRule ^a$ https://new.example/a [R=302,L]\n",
      [{ url: "old.example/a", location: "https://new.example/a", status: 302 }],
    ],
  ])("%s, with what is expected", (_, text, urls) => {
    expect(read(text)).toMatchObject({ urls });
  });
});

describe("[32.13] a row of a file is left out, with its line, where it", () => {
  it.each([
    ["names no hostname", read("/a\nold.example/b\n", null), ["1 host"]],
    ["names none in a table", read("source,destination\n/a,https://new.example/\n", null), ["2 host"]],
    ["stands for many paths", read("old.example/a/*\nold.example/b\n"), ["1 pattern"]],
    [
      "stands for many paths in a table",
      read("source,destination\n/a/*,https://new.example/\n/b,https://new.example/\n"),
      ["2 pattern"],
    ],
    [
      "is no URL that the API takes",
      read("https://user:word@old.example/\nold.example/b\n"),
      ["1 unreadable"],
    ],
  ])("%s", (_, result, skipped) => {
    expect(result).toMatchObject({ skipped });
  });

  it("says what is wrong with a file that cannot be read at all", () => {
    expect(read("<sitemapindex></sitemapindex>")).toMatch(/index of sitemaps/);
    expect(read("name,age\nAda,36\n")).toMatch(/columns of this file are not known/);
  });
});
