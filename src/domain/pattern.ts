import { accepted, refused, type Parsed } from "./field-error.ts";
import { memoizeText } from "./memoize-text.ts";
import { foldCase, toCanonicalPath, toUrlPath, withoutTrailingSlashes } from "./path.ts";

/**
 * Patterns: paths with captures, such as `/p/:id.html` or `/:year/:slug/*` (contract 22.1). The shape
 * of a pattern is its canonical path without the names: each capture is written `*:`, which no other
 * canonical path contains. So two patterns that answer the same paths have the same shape.
 */

export interface Pattern {
  /** For example `/p/*:.html`, or `/*:/*:/*` with an open end. */
  shape: string;
  captures: string[];
}

/** The name of a trailing `/*` in a destination. */
export const SPLAT = "splat";

const MAX_PATTERN_SEGMENTS = 16;
export const MAX_PATTERNS = 200;
const MAX_NAME_CHARACTERS = 32;

/** Stands for a capture in a shape. */
const HOLE = "*:";
const CAPTURE = /^:([a-z][a-z0-9_]*)(.*)$/s;

/** Returns whether a path, as its owner wrote it, has captures: segments that begin with a colon. */
export function hasCaptures(rawPath: string): boolean {
  return rawPath.includes("/:");
}

/** Parses a path with captures as its owner wrote it, with dot segments resolved. */
export function parsePattern(rawPath: string): Parsed<Pattern> {
  const path = withoutTrailingSlashes(rawPath);
  const isOpen = path.endsWith("/*");
  const segments = (isOpen ? path.slice(0, -2) : path).slice(1).split("/");
  if (segments.length > MAX_PATTERN_SEGMENTS) {
    return refused("capture_segments", { count: MAX_PATTERN_SEGMENTS });
  }
  const captures: string[] = [];
  const shape: string[] = [];
  for (const segment of segments) {
    const literal = segment.startsWith(":") ? parseCapture(segment, captures) : accepted(segment);
    if (!literal.ok) return literal;
    const canonical = toCanonicalPath(`/${literal.value}`).slice(1);
    if (canonical.includes("*")) {
      return refused("star_last");
    }
    if (literal.value === segment) shape.push(canonical);
    else if (/^\p{M}/u.test(canonical)) {
      return refused("capture_before_combining_mark");
    } else shape.push(HOLE + canonical);
  }
  if (isOpen && captures.includes(SPLAT)) return refused("capture_of_prefix", { name: SPLAT });
  return accepted({ shape: `/${[...shape, ...(isOpen ? ["*"] : [])].join("/")}`, captures });
}

/** Parses a segment such as `:id.html`. Returns the text after the name. */
function parseCapture(segment: string, captures: string[]): Parsed<string> {
  const [, name, text = ""] = CAPTURE.exec(segment) ?? [];
  if (name === undefined) {
    return refused("capture_name");
  }
  if (name.length > MAX_NAME_CHARACTERS) {
    return refused("capture_name_length", { count: MAX_NAME_CHARACTERS });
  }
  if (captures.includes(name)) return refused("capture_twice", { name });
  captures.push(name);
  return accepted(text);
}

export function toPatternPath(pattern: Pattern): string {
  return toUrlPath(nameCaptures(pattern));
}

export function nameCaptures({ shape, captures }: Pattern): string {
  let next = 0;
  const segments = shape.split("/").map((segment) => {
    if (!segment.startsWith(HOLE)) return segment.replace(/^:/, "%3A");
    return `:${captures[next++] ?? ""}${segment.slice(HOLE.length)}`;
  });
  return segments.join("/");
}

/** Stands for any text that a visitor may send. No record has it as its path. */
export const SAMPLE = "sample-of-a-capture";

/** Returns a path of the shape, to determine where its visitors go. */
export function toSamplePath(shape: string): string {
  return shape.replaceAll(HOLE, SAMPLE).replace(/\*$/, SAMPLE);
}

export interface ShapeSegment {
  isCapture: boolean;
  text: string;
}

/** The segments of a shape, without its open end. */
interface Shape {
  readonly segments: readonly ShapeSegment[];
  readonly isOpen: boolean;
}

export function readShape(shape: string): Shape {
  const isOpen = shape.endsWith("/*");
  const segments = (isOpen ? shape.slice(0, -2) : shape).slice(1).split("/");
  return {
    isOpen,
    segments: segments.map((segment) => {
      const isCapture = segment.startsWith(HOLE);
      return { isCapture, text: isCapture ? segment.slice(HOLE.length) : segment };
    }),
  };
}

/** Remembers shapes, because each visit of a pattern needs those of the same few. */
const recallShape = memoizeText(readShape);

/** Returns whether a canonical path has the shape in the same letter case. */
export function isOfShape(path: string, shape: string): boolean {
  const { segments, isOpen } = recallShape(shape);
  const asked = path.slice(1).split("/");
  if (isOpen ? asked.length < segments.length : asked.length !== segments.length) return false;
  return segments.every(({ isCapture, text }, index) => {
    const segment = asked[index] ?? "";
    return isCapture ? segment.length > text.length && segment.endsWith(text) : segment === text;
  });
}

/**
 * Returns the values of a shape's captures, from left to right, in the raw path of a request that has the shape: the
 * bytes as the visitor sent them. The value of `/*` is not among them.
 */
export function readCaptures(rawPath: string, shape: string): string[] {
  const { segments } = recallShape(shape);
  const sent = rawPath.slice(1).split("/");
  const values: string[] = [];
  segments.forEach(({ isCapture, text }, index) => {
    if (isCapture) values.push(withoutEnd(sent[index] ?? "", text));
  });
  return values;
}

const TOKEN = /%[0-9a-f]{2}(?:%[89ab][0-9a-f])*|[\s\S]/giu;

function withoutEnd(raw: string, end: string): string {
  if (end === "") return raw;
  if (raw.endsWith(end)) return raw.slice(0, -end.length);
  const length = foldCase(end).length;
  const starts = [...raw.matchAll(TOKEN)].map(({ index }) => index);
  // The canonical form of an end grows with the end, so this searches for the longest that is not too long.
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const tail = toCanonicalPath(`/${raw.slice(starts[middle])}`).slice(1);
    if (foldCase(tail).length > length) low = middle + 1;
    else high = middle;
  }
  return raw.slice(0, starts[low]);
}
