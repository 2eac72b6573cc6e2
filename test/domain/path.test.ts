import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countSegments,
  foldCase,
  indexAfterSegments,
  isOverlong,
  toCanonicalPath,
  toCanonicalQuery,
  toUrlPath,
  withoutTrailingSlashes,
} from "../../src/domain/path.ts";

describe("toCanonicalPath", () => {
  test.each([
    ["a trailing slash makes no difference", "/a/b/", "/a/b"],
    ["several trailing slashes make no difference", "/a/b///", "/a/b"],
    ["the root keeps its slash", "/", "/"],
    ["slashes inside a path are its own", "/a//b", "/a//b"],
    ["letter case is kept", "/About/Us", "/About/Us"],
    ["an escaped ASCII letter is that letter", "/%61%62out", "/about"],
    ["an escaped tilde, hyphen or dot is that character", "/%7Ejo%2Dhn%2Ehtml", "/~jo-hn.html"],
    ["an escaped space is a space", "/a%20b", "/a b"],
    ["escaped UTF-8 is its character", "/caf%C3%A9", "/café"],
    ["lower-case hex is the same character", "/caf%c3%a9", "/café"],
    ["decomposed letters are composed", "/cafe\u0301", "/café"],
    ["an escaped combining mark composes with the letter in front", "/cafe%CC%81", "/café"],
    ["characters outside the basic plane are decoded", "/%F0%9F%98%80", "/😀"],
    ["Hangul in NFD is Hangul in NFC", "/\u1112\u1161\u11ab", "/한"],
  ])("%s", (_, raw, canonical) => {
    expect(toCanonicalPath(raw)).toBe(canonical);
  });

  test.each(["%2F", "%3F", "%23", "%25", "%5C", "%2A"])(
    "[2.7] %s stays escaped, with upper-case hex",
    (escape) => {
      expect(toCanonicalPath(`/a${escape}b`)).toBe(`/a${escape}b`);
      expect(toCanonicalPath(`/a${escape.toLowerCase()}b`)).toBe(`/a${escape}b`);
    },
  );

  test.each([
    ["[2.7] a byte that is no UTF-8", "/%ff", "/%FF"],
    ["a lone continuation byte", "/%a9", "/%A9"],
    ["a sequence that is cut short", "/%e2%82", "/%E2%82"],
    ["a sequence that a letter interrupts", "/%e2%82%41", "/%E2%82A"],
    ["an overlong slash", "/%c0%af", "/%C0%AF"],
    ["an encoded surrogate", "/%ed%a0%80", "/%ED%A0%80"],
    ["an overlong letter of three bytes", "/%e0%81%a1", "/%E0%81%A1"],
    ["an overlong letter of four bytes", "/%f0%80%81%a1", "/%F0%80%81%A1"],
    ["a sequence just above Unicode", "/%f4%90%80%80", "/%F4%90%80%80"],
    ["a sequence far above Unicode", "/%f5%80%80%80", "/%F5%80%80%80"],
    ["a Latin-1 letter between letters", "/stra%dfe", "/stra%DFe"],
  ])("[2.7] %s stays escaped, with upper-case hex", (_, raw, canonical) => {
    expect(toCanonicalPath(raw)).toBe(canonical);
  });

  test("an escape is decoded once only", () => {
    expect(toCanonicalPath("/%252F")).toBe("/%252F");
    expect(toCanonicalPath("/%2561")).toBe("/%2561");
  });

  test("an escaped slash at the end is no trailing slash", () => {
    expect(toCanonicalPath("/a%2F")).toBe("/a%2F");
    expect(toCanonicalPath("/a%2f/")).toBe("/a%2F");
  });

  test("valid characters are decoded beside invalid bytes", () => {
    expect(toCanonicalPath("/%C3%A9%FF%C3%A9%2F")).toBe("/é%FFé%2F");
  });

  test("every spelling of a text has one canonical form", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const escaped = `/${encodeURIComponent(text)}`;
        const canonical = toCanonicalPath(escaped);
        expect(toCanonicalPath(escaped.replaceAll(/%../g, (hex) => hex.toLowerCase()))).toBe(canonical);
        expect(toCanonicalPath(`/${text.replaceAll(/[/?#%\\*]/g, encodeURIComponent)}`)).toBe(canonical);
        expect(toCanonicalPath(`/${encodeURIComponent(text.normalize("NFD"))}`)).toBe(canonical);
        expect(toCanonicalPath(canonical)).toBe(canonical);
      }),
    );
  });

  test("a canonical path is the canonical form of its own spelling in a URL", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const canonical = toCanonicalPath(`/${encodeURIComponent(text)}`);
        const inUrl = toUrlPath(canonical);
        expect(new URL(inUrl, "https://old.example").pathname.includes("//")).toBe(false);
        expect(toCanonicalPath(inUrl)).toBe(canonical);
      }),
    );
  });
});

describe("toCanonicalQuery", () => {
  test.each([
    ["percent-encoded and literal spellings are the same", "q=caf%C3%A9", "q=café"],
    ["NFD is NFC", "q=cafe%CC%81", "q=café"],
    ["an escaped ampersand separates nothing", "q=a%26b", "q=a%26b"],
    ["an escaped equals sign is no assignment", "a%3db", "a%3Db"],
    ["an escaped plus is no space", "q=a%2bb", "q=a%2Bb"],
    ["an escaped hash and percent sign stay escaped", "q=%23%25", "q=%23%25"],
    ["invalid UTF-8 stays escaped", "q=%ff", "q=%FF"],
    ["order and empty values are kept", "b=2&a=&c", "b=2&a=&c"],
  ])("%s", (_, raw, canonical) => {
    expect(toCanonicalQuery(raw)).toBe(canonical);
  });
});

describe("foldCase", () => {
  test.each([
    ["ASCII letters", "/About", "/aBOUT"],
    ["accented letters", "/CAFÉ", "/café"],
    ["Greek letters, the final sigma included", "/ΟΔΟΣ", "/οδοσ"],
    ["a final and a medial sigma", "/οδος", "/οδοσ"],
    ["Cyrillic letters", "/НОВОСТИ", "/новости"],
    ["the hex of escapes that stay", "/A%2Fb", "/a%2fB"],
    ["letters whose lower case is decomposed", "/İ", "/i\u0307"],
  ])("%s that differ in letter case fold alike", (_, one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });

  test.each([
    ["different letters", "/a", "/b"],
    ["letters with and without an accent", "/cafe", "/café"],
    ["an escaped and a literal slash", "/a%2Fb", "/a/b"],
  ])("%s stay apart", (_, one, other) => {
    expect(foldCase(one)).not.toBe(foldCase(other));
  });
});

describe("segments", () => {
  test.each([
    ["/", 0],
    ["/a", 1],
    ["/a/b", 2],
    ["/a//b", 3],
    ["/a%2Fb", 1],
  ])("%s has %i", (path, count) => {
    expect(countSegments(path)).toBe(count);
  });

  test.each([
    ["/a/b/c", 0, ""],
    ["/a/b/c", 1, "/a"],
    ["/a/b/c", 2, "/a/b"],
    ["/a/b/c", 3, "/a/b/c"],
    ["/a/b/c", 4, "/a/b/c"],
    ["/a//c", 2, "/a/"],
  ])("of %s the first %i are %j", (path, depth, head) => {
    expect(path.slice(0, indexAfterSegments(path, depth))).toBe(head);
  });
});

describe("toUrlPath", () => {
  test.each([
    ["/café", "/caf%C3%A9"],
    ["/a b", "/a%20b"],
    ["/a%2Fb", "/a%2Fb"],
    ["/100%25", "/100%25"],
    ["/%252F", "/%252F"],
    ["/😀", "/%F0%9F%98%80"],
  ])("%s stands in a URL as %s", (canonical, inUrl) => {
    expect(toUrlPath(canonical)).toBe(inUrl);
  });
});

test.each([
  ["/", "/"],
  ["//", "/"],
  ["/a", "/a"],
  ["/a//", "/a"],
  ["", ""],
])("withoutTrailingSlashes makes %j %j", (path, expected) => {
  expect(withoutTrailingSlashes(path)).toBe(expected);
});

test.each([
  ["2,048 letters are a path", `/${"a".repeat(2047)}`, false],
  ["2,049 letters are too many", `/${"a".repeat(2048)}`, true],
  ["2,048 characters are a path, however many units they take", `/${"😀".repeat(2047)}`, false],
  ["2,049 of them are too many", `/${"😀".repeat(2048)}`, true],
])("%s", (_, path, expected) => {
  expect(isOverlong(path)).toBe(expected);
});
