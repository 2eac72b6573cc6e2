import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toRequestedSource } from "../../src/domain/match.ts";
import { foldCase, toCanonicalPath } from "../../src/domain/path.ts";
import { readCaptures, readShape } from "../../src/domain/pattern.ts";
import { rankPatterns } from "../../src/domain/pattern-ranking.ts";
import { hostWith, matchOn, redirectAt, requestFor, sourceOf } from "../support/records.ts";

/** The source that answers a path, as the test wrote it. */
function answerTo(target: string, suffixes: string[]): string | null {
  return matchOn(hostWith(suffixes.map(redirectAt)), requestFor(target))?.record.id ?? null;
}

describe("what a pattern answers", () => {
  test.each([
    ["a segment", ["/p/:id"], "/p/5", "/p/:id"],
    ["with a trailing slash", ["/p/:id"], "/p/5/", "/p/:id"],
    ["no empty segment", ["/p/:id"], "/p/", null],
    ["no empty segment in the middle", ["/p/:id/x"], "/p//x", null],
    ["nothing below it", ["/p/:id"], "/p/5/6", null],
    ["nothing above it", ["/p/:id"], "/p", null],
    ["a segment that ends in its text", ["/p/:id.html"], "/p/a.b.html", "/p/:id.html"],
    ["not the text alone", ["/p/:id.html"], "/p/.html", null],
    ["no other text", ["/p/:id.html"], "/p/5.htm", null],
    ["below an open end", ["/s/:id/*"], "/s/5/6/7", "/s/:id/*"],
    ["an open end itself", ["/s/:id/*"], "/s/5", "/s/:id/*"],
    ["another letter case", ["/P/:id.HTML"], "/p/5.html", "/P/:id.HTML"],
    ["any query", ["/p/:id"], "/p/5?x=1", "/p/:id"],
    ["an escaped spelling", ["/caf%C3%A9/:id"], "/cafe%CC%81/5", "/caf%C3%A9/:id"],
    ["not an escaped slash", ["/p/:a/:b"], "/p/5%2F6", null],
  ])("[22.2] %s", (_, sources, target, answer) => {
    expect(answerTo(target, sources)).toBe(answer);
  });
});

describe("the order of patterns and prefixes", () => {
  test.each([
    ["an exact path goes first", ["/p/:id", "/p/5"], "/p/5", "/p/5"],
    ["a literal before a capture", ["/:a/x", "/p/:b"], "/p/x", "/p/:b"],
    ["a literal before a capture, further right, too", ["/:a/:b/z", "/:a/y/:c"], "/x/y/z", "/:a/y/:c"],
    ["a capture with text before a bare one", ["/p/:id", "/p/:id.html"], "/p/5.html", "/p/:id.html"],
    ["of two with text the longer", ["/p/:id.html", "/p/:id.x.html"], "/p/5.x.html", "/p/:id.x.html"],
    ["a capture before a star", ["/p/*", "/p/:id"], "/p/5", "/p/:id"],
    ["a literal prefix before a capture", ["/p/a/*", "/p/:id/*"], "/p/a/b", "/p/a/*"],
    ["a longer literal start before a longer pattern", ["/a/b/*", "/a/:x/c"], "/a/b/c", "/a/b/*"],
    ["a pattern before the shorter prefix", ["/a/*", "/a/:x/c"], "/a/b/c", "/a/:x/c"],
    ["a closed end before an open one", ["/a/:x/*", "/a/:x"], "/a/b", "/a/:x"],
    ["patterns before *", ["/*", "/:a/*"], "/x/y", "/:a/*"],
    ["* where no pattern fits", ["/*", "/:a/x"], "/x/y", "/*"],
    ["the same letter case before the rank", ["/P/:id", "/:a/:b"], "/p/5", "/:a/:b"],
    ["the rank where no letter case fits", ["/P/:id", "/*"], "/p/5", "/P/:id"],
  ])("[22.3] %s", (_, sources, target, answer) => {
    expect(answerTo(target, sources)).toBe(answer);
    expect(answerTo(target, sources.toReversed())).toBe(answer);
  });

  test("[22.3] neither of two patterns answers that differ only in letter case, both from the request's", () => {
    expect(answerTo("/pP/5", ["/PP/:id", "/Pp/:id", "/*"])).toBe("/*");
  });
});

describe("the value of a capture", () => {
  test.each([
    ["a segment", "/p/:id", "/p/5", ["5"]],
    ["its bytes", "/p/:id", "/p/%c3%A9+%20", ["%c3%A9+%20"]],
    ["the part before its text", "/p/:id.html", "/p/a.b.html", ["a.b"]],
    ["the text in another spelling", "/p/:id.html", "/p/a%2Ehtm%6c", ["a"]],
    ["the text in another letter case", "/p/:id.HTML", "/p/a.html", ["a"]],
    ["the text in NFD", "/p/:id-caf%C3%A9", "/p/a-cafe%CC%81", ["a"]],
    ["the text in NFC", "/p/:id-cafe%CC%81", "/p/e%CC%81-caf%c3%a9", ["e%CC%81"]],
    ["each segment of its own", "/:a/:b", "/x/y/", ["x", "y"]],
    ["nothing of the open end", "/:a/*", "/x/y/z", ["x"]],
  ])("[22.5] %s", (_, suffix, rawPath, values) => {
    const source = sourceOf(suffix);
    if (source.kind !== "pattern") throw new Error(suffix);
    expect(readCaptures(rawPath, source.path)).toEqual(values);
  });
});

/** Returns whether a path has a shape, by trying every way to read it. */
function fits(shape: string, path: string): boolean {
  const { segments, isOpen } = readShape(shape);
  const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const parts = segments.map(({ isCapture, text }) => (isCapture ? `[^/]+${escape(text)}` : escape(text)));
  return new RegExp(`^/${parts.join("/")}${isOpen ? "(?:/.*)?" : ""}$`, "u").test(path);
}

/** The rank of a shape by its definition: one key for each segment, compared from the left. */
function compare(a: string, b: string): number {
  const keys = (shape: string) => {
    const { segments, isOpen } = readShape(shape);
    return [
      ...segments.map(({ isCapture, text }) => (isCapture ? [text === "" ? 2 : 1, -text.length] : [0, 0])),
      ...(isOpen ? [[3, 0]] : []),
    ];
  };
  const [left, right] = [keys(a), keys(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [x = [-1, 0], y = [-1, 0]] = [left[i], right[i]];
    const order = (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

const word = fc.constantFrom("a", "b", "ab", "bab", "a.b", "A", "é");
const shapeSegment = fc.oneof(
  word,
  fc.constant("*:"),
  word.map((text) => `*:${text}`),
);
const shape = fc
  .tuple(fc.array(shapeSegment, { minLength: 1, maxLength: 4 }), fc.boolean())
  .filter(([segments]) => segments.some((segment) => segment.startsWith("*:")))
  .map(([segments, isOpen]) => `/${segments.join("/")}${isOpen ? "/*" : ""}`);
const path = fc
  .array(
    fc.oneof(
      word,
      fc.tuple(word, word).map((pair) => pair.join("")),
      fc.constant(""),
    ),
    { maxLength: 6 },
  )
  .map((segments) => `/${segments.join("/")}`);

test("[22.3] finds what a slow matcher finds, in the order of the definition", () => {
  fc.assert(
    fc.property(fc.uniqueArray(shape.map(foldCase), { maxLength: 30 }), path, (shapes, asked) => {
      const requested = toRequestedSource(asked, "");
      const folded = foldCase(toCanonicalPath(asked));
      const expected = shapes.filter((each) => fits(each, folded)).toSorted(compare);
      expect(rankPatterns(shapes, requested).map(({ slot }) => slot.slice(1))).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

test("[22.3] 200 hostile shapes and a path of 8 kB are compared segment by segment", () => {
  const shapes = Array.from({ length: 200 }, (_, i) => `/${"*:a/".repeat(15)}*:${"a".repeat(i + 1)}`);
  const asked = toRequestedSource(`/${"a".repeat(500)}`.repeat(16), "");
  expect(rankPatterns(shapes, asked)).toHaveLength(200);
  expect(rankPatterns(shapes, toRequestedSource(`/${"a".repeat(500)}`.repeat(15), ""))).toEqual([]);
});
