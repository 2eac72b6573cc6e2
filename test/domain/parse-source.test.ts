import { describe, expect, test } from "vitest";
import {
  parseAliasUrl,
  parseSource,
  parseSourceUrl,
  splitSourceList,
} from "../../src/domain/parse-source.ts";

describe("what stands after the hostname", () => {
  test.each([
    ["nothing answers every path that nothing else answers", "", { kind: "any" }],
    ["/* answers every path that nothing else answers", "/*", { kind: "any" }],
    ["a trailing slash makes no difference to /*", "/*/", { kind: "any" }],
    ["/ is the root page only", "/", { kind: "exact", path: "/" }],
    ["/a/b is that path", "/a/b", { kind: "exact", path: "/a/b" }],
    ["a trailing slash makes no difference", "/a/b/", { kind: "exact", path: "/a/b" }],
    [
      "/a/b?x=1 is that path with exactly that query",
      "/a/b?x=1",
      { kind: "query", path: "/a/b", query: "x=1" },
    ],
    [
      "a trailing slash makes no difference before a query",
      "/a/?x=1",
      { kind: "query", path: "/a", query: "x=1" },
    ],
    ["the root page can be asked for with a query", "/?x=1", { kind: "query", path: "/", query: "x=1" }],
    [
      "a query behind a bare hostname asks for the root page",
      "?x=1",
      { kind: "query", path: "/", query: "x=1" },
    ],
    ["a lone question mark is no query", "/a?", { kind: "exact", path: "/a" }],
    ["a query may hold further question marks", "/a?x=1?y", { kind: "query", path: "/a", query: "x=1?y" }],
    ["/blog/* is everything below /blog", "/blog/*", { kind: "prefix", path: "/blog" }],
    ["a trailing slash makes no difference to /blog/*", "/blog/*/", { kind: "prefix", path: "/blog" }],
    ["letter case is kept", "/Blog/*", { kind: "prefix", path: "/Blog" }],
    ["an escaped star is no wildcard", "/blog/%2a", { kind: "exact", path: "/blog/%2A" }],
    ["percent-encoded and literal characters are the same", "/caf%c3%a9", { kind: "exact", path: "/café" }],
    ["NFD is NFC", "/cafe\u0301", { kind: "exact", path: "/café" }],
    ["an escaped slash stays escaped", "/a%2fb", { kind: "exact", path: "/a%2Fb" }],
    [
      "tracking parameters stay where the source names them",
      "/a?utm_source=x",
      { kind: "query", path: "/a", query: "utm_source=x" },
    ],
  ])("%s", (_, suffix, source) => {
    expect(parseSource(suffix)).toEqual({ ok: true, value: source });
  });

  test.each([
    ["/a/./b", "/a/b"],
    ["/a/../b", "/b"],
    ["/a/b/..", "/a"],
    ["/a/b/.", "/a/b"],
    ["/../../a", "/a"],
    ["/..", "/"],
    ["/a/%2e%2E/b", "/b"],
    ["/a/.%2e/b", "/b"],
    ["/a/%2e/b", "/a/b"],
    ["/a//../b", "/a/b"],
    ["/a/..b/.c/d.", "/a/..b/.c/d."],
  ])("dot segments are resolved as in every request: %s is %s", (suffix, path) => {
    expect(parseSource(suffix)).toEqual({ ok: true, value: { kind: "exact", path } });
  });

  test.each([
    ["a fragment", "/a#b"],
    ["a space", "/a b"],
    ["a tab", "/a\tb"],
    ["a line feed", "/a\nb"],
    ["a NUL", "/a\0b"],
    ["a backslash", "/a\\b"],
    ["a lone surrogate", "/a\ud800"],
    ["a star before the last segment", "/a/*/b"],
    ["two stars", "/*/*"],
    ["two stars behind a path", "/a/*/*"],
    ["a query behind /*", "/blog/*?x=1"],
  ])("%s is refused", (_, suffix) => {
    expect(parseSource(suffix)).toMatchObject({ ok: false, reason: expect.any(Object) });
  });

  test("[2.2] a path in front of /* has at most 16 segments", () => {
    expect(parseSource(`${"/a".repeat(16)}/*`)).toMatchObject({ ok: true, value: { kind: "prefix" } });
    expect(parseSource(`${"/a".repeat(17)}/*`)).toMatchObject({ ok: false });
  });

  test("an exact path has any number of segments", () => {
    expect(parseSource("/a".repeat(17))).toMatchObject({ ok: true });
  });

  test.each([
    ["letters", "a"],
    ["escaped characters", "%C3%A9"],
    ["characters outside the basic plane", "😀"],
    ["escaped characters outside the basic plane", "%F0%9F%98%80"],
    ["escapes of one character are one, decomposed or not", "e%CC%81"],
  ])("[2.8] a path has at most 2,048 characters: %s", (_, character) => {
    expect(parseSource(`/${character.repeat(2047)}`)).toMatchObject({ ok: true });
    expect(parseSource(`/${character.repeat(2048)}`)).toMatchObject({ ok: false });
  });
});

describe("the url of a redirect", () => {
  const any = { kind: "any" };

  test.each([
    ["a bare hostname", "old.example", "old.example", any],
    ["a hostname in upper case and with a trailing dot", "OLD.Example.", "old.example", any],
    ["a hostname outside ASCII", "bücher.example", "xn--bcher-kva.example", any],
    ["an https URL", "https://old.example/a", "old.example", { kind: "exact", path: "/a" }],
    [
      "an http URL, the scheme in upper case",
      "HTTP://old.example/a",
      "old.example",
      { kind: "exact", path: "/a" },
    ],
    ["a port, which decides nothing", "old.example:8080/a", "old.example", { kind: "exact", path: "/a" }],
    ["white space around", "  old.example/a\n", "old.example", { kind: "exact", path: "/a" }],
    ["a wildcard hostname", "*.example.com/a", "*.example.com", { kind: "exact", path: "/a" }],
    ["the root page", "old.example/", "old.example", { kind: "exact", path: "/" }],
    ["a query", "old.example/a/b?x=1", "old.example", { kind: "query", path: "/a/b", query: "x=1" }],
    ["everything below a path", "old.example/blog/*", "old.example", { kind: "prefix", path: "/blog" }],
    ["every path", "old.example/*", "old.example", any],
  ])("[2.1] takes %s", (_, url, host, source) => {
    expect(parseSourceUrl(url)).toEqual({ ok: true, value: { host, source } });
  });

  test.each([
    ["nothing", ""],
    ["a path alone", "/a"],
    ["another scheme", "ftp://old.example/a"],
    ["a user name", "https://user@old.example/a"],
    ["an IP address", "192.0.2.1/a"],
    ["an IPv6 address", "https://[2001:db8::1]/a"],
    ["an empty label", "old..example/a"],
    ["a fragment", "old.example/#top"],
    ["white space inside", "old.example/a b"],
  ])("refuses %s", (_, url) => {
    expect(parseSourceUrl(url)).toMatchObject({ ok: false });
  });
});

describe("several sources in one text", () => {
  test.each([
    ["are separated by white space", "a.example b.example\tc.example\nd.example", 4],
    ["are separated by a comma and white space", "a.example, b.example,\nc.example", 3],
    ["may have white space around", "\n  a.example  \n", 1],
    ["may have white space before the comma", "a.example , b.example", 2],
    ["are none in white space alone", " \n\t ", 0],
    ["are not separated by a comma alone, which a path may hold", "a.example/x,y", 1],
  ])("%s", (_, text, count) => {
    expect(splitSourceList(text)).toHaveLength(count);
  });

  test("keep their text", () => {
    expect(splitSourceList("a.example/x,y, https://b.example/?q=1,2\r\n*.c.example")).toEqual([
      "a.example/x,y",
      "https://b.example/?q=1,2",
      "*.c.example",
    ]);
  });
});

describe("the url of a short link", () => {
  test.each([
    ["host and alias", "go.example/promo", "promo"],
    ["a scheme and a port", "https://go.example:8787/promo", "promo"],
    ["a trailing slash", "go.example/promo/", "promo"],
    ["an escaped alias", "go.example/caf%C3%A9", "café"],
  ])("[2.1] takes %s", (_, url, alias) => {
    expect(parseAliasUrl(url)).toEqual({ ok: true, value: { host: "go.example", alias } });
  });

  test.each([
    ["a hostname alone", "go.example"],
    ["the root page", "go.example/"],
    ["a path of two segments", "go.example/a/b"],
    ["a query", "go.example/a?x=1"],
    ["an escaped slash", "go.example/a%2Fb"],
    ["a reserved alias", "go.example/robots.txt"],
    ["a broken hostname", "-go.example/a"],
  ])("refuses %s", (_, url) => {
    expect(parseAliasUrl(url)).toMatchObject({ ok: false });
  });
});
