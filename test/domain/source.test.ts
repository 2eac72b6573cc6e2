import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMatch } from "../../src/domain/match.ts";
import { parseSource } from "../../src/domain/parse-source.ts";
import { isPlatformPath } from "../../src/domain/snapshot.ts";
import {
  aliasSource,
  formatSource,
  isPartOfHostSnapshot,
  prefixDepth,
  readSource,
  slotOf,
  toUrlSuffix,
} from "../../src/domain/source.ts";
import { isSameQuery } from "../../src/domain/query.ts";
import { hostWith, linkRecord, requestFor, sourceOf } from "../support/records.ts";

describe("a source as text", () => {
  test.each([
    ["/", "/"],
    ["/a/b/", "/a/b"],
    ["/a/b?x=1", "/a/b?x=1"],
    ["/blog/*", "/blog/*"],
    ["/*", "*"],
    ["", "*"],
    ["/caf%c3%a9", "/café"],
    ["/a%2fb", "/a%2Fb"],
  ])("%j is written %j", (suffix, text) => {
    expect(formatSource(sourceOf(suffix))).toBe(text);
  });

  test.each(["/", "/a", "/a?x=1?y", "/blog/*", "/*", "/blog/%2A", "/a%2Fb"])(
    "%s is read as it was written",
    (suffix) => {
      const source = sourceOf(suffix);
      expect(readSource(source.kind, formatSource(source))).toEqual(source);
    },
  );

  test("an alias is the path of its name", () => {
    expect(aliasSource("promo")).toEqual({ kind: "exact", path: "/promo" });
  });

  test("sources of different kinds never share a text", () => {
    const suffixes = ["/*", "/*/", "/%2A", "/a/*", "/a/*/", "/a/%2A", "/a", "/a?*", "/a%3F*"];
    const sources = new Set(suffixes.map((suffix) => JSON.stringify(sourceOf(suffix))));
    const texts = new Set(suffixes.map((suffix) => formatSource(sourceOf(suffix))));
    expect(texts.size).toBe(sources.size);
  });
});

describe("a source in the public URL", () => {
  test.each([
    ["/", "/"],
    ["/a/b?x=1", "/a/b?x=1"],
    ["/blog/*", "/blog/*"],
    ["", "/*"],
    ["/café", "/caf%C3%A9"],
    ["/a%2fb?q=a%26b%20c", "/a%2Fb?q=a%26b%20c"],
  ])("%j stands there as %j", (suffix, inUrl) => {
    expect(toUrlSuffix(sourceOf(suffix))).toBe(inUrl);
  });

  const text = fc.string({ unit: "grapheme" }).map((part) => encodeURIComponent(part).replaceAll("*", "%2A"));
  const query = fc.tuple(text, text).map(([name, value]) => `?${name}=${value}`);
  const suffixes = fc
    .tuple(fc.array(text, { minLength: 1, maxLength: 5 }), fc.option(query))
    .map(([segments, asked]) => `/${segments.join("/")}${asked ?? ""}`);

  test("reads back as the same source", () => {
    fc.assert(
      fc.property(suffixes, (suffix) => {
        const source = sourceOf(suffix);
        expect(parseSource(toUrlSuffix(source))).toEqual({ ok: true, value: source });
      }),
    );
  });

  test("is answered by the record", () => {
    fc.assert(
      fc.property(suffixes, (suffix) => {
        const source = sourceOf(suffix);
        const { config, slots } = hostWith([linkRecord({ id: "own", source })]);
        const match = findMatch(config, requestFor(toUrlSuffix(source)), (slot) => slots.get(slot) ?? null);
        expect(match?.record.id).toBe("own");
      }),
    );
  });
});

describe("slots", () => {
  test.each([
    ["exact paths", "/About", "/aBOUT"],
    ["everything below a path", "/Blog/*", "/blog/*"],
    ["paths with a query", "/A?x=1", "/a?x=1"],
    ["queries that differ in the tracking parameters that they name", "/a?x=1", "/a?x=1&utm_source=n"],
    ["spellings of one character", "/caf%C3%A9", "/CAFÉ"],
  ])("are shared by sources that differ in letter case: %s", (_, one, other) => {
    expect(slotOf(sourceOf(one))).toBe(slotOf(sourceOf(other)));
  });

  test("are not shared by anything else", () => {
    const suffixes = ["", "/", "/a", "/a/b", "/a/*", "/a/%2A", "/a?x=1", "/a?X=1", "/a?x=2", "/b", "/a%2Fb"];
    const slots = suffixes.map((suffix) => slotOf(sourceOf(suffix)));
    expect(new Set(slots).size).toBe(suffixes.length);
  });
});

describe("isSameQuery", () => {
  test.each([
    ["the very query", "x=1", "x=1", true],
    ["another value", "x=1", "x=2", false],
    ["another letter case", "x=a", "x=A", false],
    ["another order", "x=1&y=2", "y=2&x=1", false],
    ["one parameter more", "x=1", "x=1&y=2", false],
    ["one parameter less", "x=1&y=2", "x=1", false],
    ["tracking parameters behind", "x=1", "x=1&utm_source=n&gclid=g", true],
    ["tracking parameters in front", "x=1", "fbclid=f&msclkid=m&x=1", true],
    ["the tracking parameter that the source names", "utm_source=n", "utm_source=n", true],
    ["another value of it", "utm_source=n", "utm_source=m", false],
    ["none of it", "x=1&utm_source=n", "x=1", false],
    ["a further tracking parameter beside it", "utm_source=n", "utm_source=n&utm_medium=m&gclid=g", true],
  ])("%s", (_, source, visitor, expected) => {
    expect(isSameQuery(source, visitor)).toBe(expected);
  });
});

test.each([
  ["/blog/*", 1],
  ["/a/b/c/*", 3],
  ["/*", null],
  ["/a", null],
  ["/a?x=1", null],
])("%s has the prefix depth %j", (suffix, depth) => {
  expect(prefixDepth(sourceOf(suffix))).toBe(depth);
});

describe("[2.10] robots.txt and favicon.ico", () => {
  const { config } = hostWith([]);

  test.each(["/robots.txt", "/favicon.ico"])("%s is answered by the platform", (path) => {
    expect(isPlatformPath(config, path)).toBe(true);
  });

  test.each(["/robots.txt", "/favicon.ico"])("%s is a record's where one has exactly that path", (path) => {
    expect(isPlatformPath({ ...config, ownPaths: [path] }, path)).toBe(false);
    expect(isPartOfHostSnapshot(sourceOf(path))).toBe(true);
  });

  test.each(["/", "/robots", "/a/robots.txt", "/.well-known/security.txt"])("%s is no such path", (path) => {
    expect(isPlatformPath(config, path)).toBe(false);
    expect(isPartOfHostSnapshot(sourceOf(path))).toBe(false);
  });

  test.each(["/*", "/blog/*", "/a?x=1"])("%s is told by the snapshot of the host", (suffix) => {
    expect(isPartOfHostSnapshot(sourceOf(suffix))).toBe(true);
  });
});
