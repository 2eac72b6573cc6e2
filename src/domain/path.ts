import type { Branded } from "./brand.ts";
import { countCharacters, toNfc } from "./text.ts";

/**
 * The forms in which paths are compared. This file makes every decision on spelling (contract 2.7).
 *
 * The canonical form is decoded text in NFC without trailing slashes. Only characters that would change
 * a path's meaning stay escaped: `/ ? # % \ *`, control characters and bytes that are not UTF-8.
 */

/** A path that `toCanonicalPath` made, in the form of sources. */
export type CanonicalPath = Branded<"CanonicalPath">;

/** A canonical path that `foldPath` made, in the form of slots: one text for all letter cases. */
export type FoldedPath = Branded<"FoldedPath">;

export const MAX_PATH_CHARACTERS = 2048;

const PLAIN_ASCII = /^[\x21-\x24\x26-\x7e]*$/;
const ASCII = /^[\x00-\x7f]*$/;
const STAYS_ESCAPED = /[\x00-\x1f\x7f/?#%\\*]/;

const TAIL = "%[89ab][0-9a-f]";
/** Matches one escaped character (Unicode's table of well-formed UTF-8), or an escaped byte that belongs to none. */
const ESCAPED = new RegExp(
  [
    "%[0-7][0-9a-f]",
    `%(?:c[2-9a-f]|d[0-9a-f])${TAIL}`,
    `%e0%[ab][0-9a-f]${TAIL}`,
    `%ed%[89][0-9a-f]${TAIL}`,
    `%e[1-9abcef]${TAIL}${TAIL}`,
    `%f0%[9ab][0-9a-f]${TAIL}${TAIL}`,
    `%f4%8[0-9a-f]${TAIL}${TAIL}`,
    `%f[123]${TAIL}${TAIL}${TAIL}`,
    "(%[89a-f][0-9a-f])",
  ].join("|"),
  "gi",
);

/** Returns the canonical form of a path that starts with `/`, as a request or an owner wrote it. */
export function toCanonicalPath(rawPath: string): CanonicalPath {
  return withoutSelectors(toSpelledPath(rawPath)) as CanonicalPath;
}

/** Returns the older canonical form of a path, which kept variation selectors. */
export function toSpelledPath(rawPath: string): CanonicalPath {
  const path = PLAIN_ASCII.test(rawPath) ? rawPath : decodePath(rawPath);
  return withoutTrailingSlashes(path) as CanonicalPath;
}

/** Removes variation selectors, which choose between two looks of one character (contract 2.15). */
export function withoutSelectors(text: string): string {
  return /[\ufe0e\ufe0f]/.test(text) ? toNfc(text.replace(/[\ufe0e\ufe0f]/g, "")) : text;
}

export function foldPath(path: CanonicalPath): FoldedPath {
  return foldCase(path) as FoldedPath;
}

/** Returns the canonical form of a query without its `?`. `&`, `=` and `+` also keep their escapes. */
export function toCanonicalQuery(rawQuery: string): string {
  if (PLAIN_ASCII.test(rawQuery)) return rawQuery;
  return decodeExcept(rawQuery, /[\x00-\x1f\x7f#%&=+]/);
}

/** Returns one form for all texts that differ in letter case alone. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  // The lower case of Σ depends on its neighbours. One form is enough for a comparison.
  return toNfc(lower.replaceAll("ς", "σ"));
}

export function isOverlong(canonical: string): boolean {
  return canonical.length > MAX_PATH_CHARACTERS && countCharacters(canonical) > MAX_PATH_CHARACTERS;
}

/** Returns the number of segments of a canonical path; 0 for `/`. */
export function countSegments(canonicalPath: string): number {
  if (canonicalPath === "/") return 0;
  let count = 0;
  for (let i = 0; i < canonicalPath.length; i++) {
    if (canonicalPath.charCodeAt(i) === SLASH) count++;
  }
  return count;
}

export function indexAfterSegments(path: string, depth: number): number {
  let index = 0;
  for (let segment = 0; segment < depth; segment++) {
    index = path.indexOf("/", index + 1);
    if (index < 0) return path.length;
  }
  return index;
}

export function toUrlPath(canonicalPath: string): string {
  return encodeURI(canonicalPath).replaceAll("%25", "%");
}

export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === SLASH) end--;
  return end === path.length ? path : path.slice(0, end);
}

const SLASH = 0x2f;

function decodePath(rawPath: string): string {
  return decodeExcept(rawPath, STAYS_ESCAPED);
}

function decodeExcept(text: string, keep: RegExp): string {
  return toNfc(decodeEscapes(text, keep).toWellFormed());
}

/** Decodes each character that is valid UTF-8 and not in `keep`. The others stay escaped, with upper-case hex. */
export function decodeEscapes(text: string, keep?: RegExp): string {
  return text.replace(ESCAPED, (escaped: string, strayByte: string | undefined) => {
    if (strayByte !== undefined) return escaped.toUpperCase();
    const character = decodeURIComponent(escaped);
    return keep?.test(character) === true ? escaped.toUpperCase() : character;
  });
}
