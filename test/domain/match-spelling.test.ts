import { describe, expect, it, test } from "vitest";
import { findMatch } from "../../src/domain/match.ts";
import type { CanonicalPath } from "../../src/domain/path.ts";
import type { LinkRecord } from "../../src/domain/record.ts";
import { hostWith, linkRecord, matchOn, redirectAt, requestFor, shortLinkAt } from "../support/records.ts";

function matchOf(target: string, records: LinkRecord[]) {
  const { config, slots } = hostWith(records);
  return findMatch(config, requestFor(target), (slot) => slots.get(slot) ?? null);
}

describe("[2.7] percent-encoded and literal spellings of one character are the same source", () => {
  test.each([
    ["a letter outside ASCII", "/café", "/caf%C3%A9"],
    ["a source that was written in escapes", "/caf%C3%A9", "/café"],
    ["escapes in lower-case hex", "/café", "/caf%c3%a9"],
    ["an NFD source", "/cafe\u0301", "/caf%C3%A9"],
    ["an NFD request", "/café", "/cafe%CC%81"],
    ["a space", "/a%20b", "/a b"],
    ["an escaped ASCII letter", "/about", "/%61bout"],
    ["a quote, which browsers escape", '/a"b', "/a%22b"],
    ["a vertical bar, which browsers leave", "/a%7Cb", "/a|b"],
    ["an emoji", "/🎉", "/%F0%9F%8E%89"],
    ["below a path", "/café/*", "/cafe%CC%81/x"],
    ["in a query", "/a?q=caf%C3%A9", "/a?q=café"],
    ["in a query, as NFD", "/a?q=café", "/a?q=cafe%CC%81"],
  ])("%s", (_, source, target) => {
    expect(matchOf(target, [redirectAt(source)])?.record.id).toBe(source);
  });

  test.each([
    ["%2F", "/a%2Fb", "/a/b"],
    ["%3F", "/a%3Fb", "/a?b"],
    ["%25", "/a%2541", "/aA"],
    ["%2A", "/a/%2A", "/a/*"],
    ["%5C", "/a%5Cb", "/a/b"],
    ["invalid UTF-8", "/stra%DFe", "/straße"],
  ])("%s stays escaped", (_, source, other) => {
    expect(matchOf(source, [redirectAt(source)])?.record.id).toBe(source);
    expect(matchOf(source.toLowerCase(), [redirectAt(source)])?.record.id).toBe(source);
    expect(matchOf(other, [redirectAt(source)])).toBeNull();
  });

  test("an escaped hash is part of the path", () => {
    expect(matchOf("/a%23b", [redirectAt("/a%23b")])?.record.id).toBe("/a%23b");
    expect(matchOf("/a%23b", [redirectAt("/a")])).toBeNull();
  });
});

test("[2.6] of prefixes, the narrowest one in the letter case of the request answers", () => {
  const sources = ["/A/B/C/*", "/a/b/*", "/a/*"];
  expect(
    matchOf(
      "/a/b/c/d",
      sources.map((source) => redirectAt(source)),
    )?.record.id,
  ).toBe("/a/b/*");
  expect(
    matchOf(
      "/A/b/c/d",
      sources.map((source) => redirectAt(source)),
    )?.record.id,
  ).toBe("/A/B/C/*");
});

describe("tracking parameters", () => {
  test.each([
    [
      "[2.9] of the visitor are left out",
      ["/a?x=1"],
      "/a?x=1&utm_source=n&gclid=1&fbclid=2&msclkid=3",
      "/a?x=1",
    ],
    ["are left out wherever they stand", ["/a?x=1&y=2"], "/a?x=1&utm_term=t&y=2", "/a?x=1&y=2"],
    ["make no query of their own", ["/a?x=1", "/a"], "/a?utm_source=n", "/a"],
    ["[2.9] count where the source names them", ["/a?utm_source=n"], "/a?utm_source=n", "/a?utm_source=n"],
    ["have to be the ones that the source names", ["/a?utm_source=n"], "/a?utm_source=m", null],
    ["have to be there where the source names them", ["/a?utm_source=n", "/a"], "/a", "/a"],
    [
      "that the source does not name are left out beside them",
      ["/a?utm_source=n"],
      "/a?utm_source=n&gclid=1",
      "/a?utm_source=n",
    ],
    [
      "beside others count where the source names them",
      ["/a?x=1&gclid=1"],
      "/a?x=1&gclid=1&utm_source=n",
      "/a?x=1&gclid=1",
    ],
    [
      "that one source names decide between two",
      ["/a?x=1", "/a?x=1&utm_source=n"],
      "/a?x=1&utm_source=n",
      "/a?x=1&utm_source=n",
    ],
    [
      "that neither source names leave it to the plain one",
      ["/a?x=1", "/a?x=1&utm_source=n"],
      "/a?x=1&utm_source=m",
      "/a?x=1",
    ],
    [
      "count where the path differs in letter case",
      ["/A?utm_source=n"],
      "/a?utm_source=n",
      "/A?utm_source=n",
    ],
  ])("%s", (_, sources, target, answer) => {
    expect(matchOf(target, sources.map(redirectAt))?.record.id ?? null).toBe(answer);
  });
});

describe("the part of the request path that the match left over", () => {
  test.each([
    ["[4.3] is all of it for *", redirectAt("/*"), "/a/b/", "/a/b/"],
    ["is the root's slash for * at the root", redirectAt("/*"), "/", "/"],
    ["[4.3] is what * stood for in /blog/*", redirectAt("/blog/*"), "/blog/2020/a", "2020/a"],
    ["keeps its trailing slash", redirectAt("/blog/*"), "/blog/2020/", "2020/"],
    ["is nothing at /blog", redirectAt("/blog/*"), "/blog", ""],
    ["is nothing at /blog/", redirectAt("/blog/*"), "/blog/", ""],
    ["keeps slashes in a row", redirectAt("/blog/*"), "/blog//a//b", "/a//b"],
    ["[4.3] is what follows the alias", shortLinkAt("promo", true), "/promo/more/path", "more/path"],
    ["is nothing at the alias", shortLinkAt("promo", true), "/promo", ""],
    ["is nothing at the alias and a slash", shortLinkAt("promo", true), "/promo/", ""],
    ["[4.3] is nothing for an exact path", redirectAt("/a/b"), "/a/b", ""],
    ["is nothing for an exact path with a trailing slash", redirectAt("/a/b"), "/a/b/", ""],
    ["is nothing for a path with its query", redirectAt("/a?x=1"), "/a?x=1", ""],
    ["keeps its bytes, escapes in any spelling", redirectAt("/*"), "/%7e/%C3%A9/a%2fb", "/%7e/%C3%A9/a%2fb"],
    ["keeps its letter case", redirectAt("/blog/*"), "/BLOG/Post", "Post"],
    [
      "is cut where the request's own spelling ends",
      redirectAt("/café/*"),
      "/cafe%CC%81/caf%c3%a9",
      "caf%c3%a9",
    ],
    ["is cut behind an alias in escapes", shortLinkAt("café", true), "/caf%C3%A9/x%20y", "x%20y"],
    ["is cut behind 16 segments", redirectAt(`${"/%61".repeat(16)}/*`), `${"/a".repeat(16)}/%62`, "%62"],
  ])("%s", (_, record, target, remainder) => {
    expect(matchOf(target, [record])?.remainder).toBe(remainder);
  });
});

describe("[2.15] variation selectors", () => {
  const find = (target: string, ...records: LinkRecord[]) =>
    matchOn(hostWith(records), requestFor(target))?.record.id ?? null;
  const HEART = "❤";
  const SELECTED = "❤\ufe0f";

  it("make no difference", () => {
    for (const target of [`/${HEART}`, `/${SELECTED}`, `/${HEART}\ufe0e`, "/%E2%9D%A4%EF%B8%8F"]) {
      expect(find(target, shortLinkAt(HEART)), target).toBe(`/${HEART}`);
      expect(find(target, redirectAt(`/${SELECTED}`)), target).toBe(`/${SELECTED}`);
    }
    expect(find(`/${SELECTED}/b`, redirectAt(`/${HEART}/*`))).toBe(`/${HEART}/*`);
  });

  it.each([
    ["[2.5] the exact path before a star", redirectAt(`/b/${HEART}`), redirectAt("/b/*")],
    ["[2.5] the exact path before an alias", redirectAt(`/b/${HEART}`), shortLinkAt("b", true)],
    ["[22.3] a capture before a star", redirectAt("/b/:id"), redirectAt("/b/*")],
    ["[22.3] the longer of two starts", redirectAt(`/b/${HEART}/*`), redirectAt("/b/*")],
  ])("%s answers a request that has one", (_, first, second) => {
    expect(find(`/b/${SELECTED}`, first, second)).toBe(first.id);
  });

  it("a source from before they were left out answers under its own spelling", () => {
    const old = linkRecord({
      id: "old",
      handler: "short-url",
      source: { kind: "exact", path: `/${SELECTED}` as CanonicalPath },
    });
    expect(find(`/${SELECTED}`, old)).toBe("old");
    expect(find(`/${SELECTED}`, old, shortLinkAt(HEART))).toBe("old");
    expect(find(`/${HEART}`, old, shortLinkAt(HEART))).toBe(`/${HEART}`);
  });
});
