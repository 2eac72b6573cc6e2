import type { Hostname } from "./hostname.ts";
import { countSegments, foldCase, foldPath, toUrlPath, type CanonicalPath } from "./path.ts";
import { nameCaptures, SPLAT, toPatternPath, type Pattern } from "./pattern.ts";
import { withoutTracking } from "./query.ts";
import {
  exactSlot,
  HOST_SLOT,
  patternSlot,
  PLATFORM_PATHS,
  prefixSlot,
  querySlot,
  type SlotName,
} from "./slot.ts";

/**
 * The match path of a record on its host (contract 2.1). `path` is canonical. For a prefix it is the part
 * before `/*`, which is never empty (`/*` is `any`).
 */
export type Source =
  | { kind: "exact"; path: CanonicalPath }
  | { kind: "query"; path: CanonicalPath; query: string }
  | { kind: "prefix"; path: CanonicalPath }
  /** `path` is the shape of the pattern (pattern.ts). */
  | { kind: "pattern"; path: CanonicalPath; captures: string[] }
  | { kind: "any" };

export const ANY_SOURCE: Source = { kind: "any" };

export function aliasSource(alias: string): Source {
  // An alias is canonical by its own rules (alias.ts).
  return { kind: "exact", path: `/${alias}` as CanonicalPath };
}

/**
 * Returns a text that identifies the source on its host: `*`, `/`, `/a/b`, `/a/b?x=1`, `/blog/*`.
 * Canonical paths contain no literal `?`, so the forms are unambiguous.
 */
export function formatSource(source: Source): string {
  switch (source.kind) {
    case "any":
      return "*";
    case "prefix":
      return `${source.path}/*`;
    case "query":
      return `${source.path}?${source.query}`;
    case "pattern":
    case "exact":
      return source.path;
  }
}

/**
 * Parses the result of `formatSource`. `kind` says whether a trailing `/*` makes it a prefix.
 * @param captures the names of a pattern's captures
 */
export function readSource(kind: Source["kind"], text: string, captures: string[] = []): Source {
  switch (kind) {
    case "any":
      return ANY_SOURCE;
    case "prefix":
      return { kind, path: text.slice(0, -2) as CanonicalPath };
    case "query": {
      const mark = text.indexOf("?");
      return { kind, path: text.slice(0, mark) as CanonicalPath, query: text.slice(mark + 1) };
    }
    case "pattern":
      return { kind, path: text as CanonicalPath, captures };
    case "exact":
      return { kind, path: text as CanonicalPath };
  }
}

/** Returns the text of a source in answers and messages: that of `formatSource` with the names of captures. */
export function toSourceText(source: Source): string {
  return source.kind === "pattern" ? nameCaptures(toPattern(source)) : formatSource(source);
}

export function toUrlSuffix(source: Source): string {
  switch (source.kind) {
    case "any":
      return "/*";
    case "prefix":
      return `${toLiteralPath(source.path)}/*`;
    case "query":
      return `${toLiteralPath(source.path)}?${toUrlPath(source.query)}`;
    case "pattern":
      return toPatternPath(toPattern(source));
    case "exact":
      return toLiteralPath(source.path);
  }
}

/** Returns a path without captures as its owner would write it. Escapes colons that would begin a capture. */
function toLiteralPath(path: CanonicalPath): string {
  return toUrlPath(path).replaceAll("/:", "/%3A");
}

export function toPattern({ path, captures }: Extract<Source, { kind: "pattern" }>): Pattern {
  return { shape: path, captures };
}

export function capturesOf(source: Source): string[] {
  switch (source.kind) {
    case "pattern":
      return source.path.endsWith("/*") ? [...source.captures, SPLAT] : source.captures;
    case "prefix":
    case "any":
      return [SPLAT];
    default:
      return [];
  }
}

/**
 * Returns the slot of a source. Sources that differ only in letter case (and query sources that differ
 * only in their tracking parameters) share a slot. Lookups use slots: `p/a/b`, `q/a/b?x=1`, `w/blog`,
 * `t/p/*:`; the source `any` is in the slot of its host.
 */
export function slotOf(source: Source): SlotName {
  switch (source.kind) {
    case "any":
      return HOST_SLOT;
    case "prefix":
      return prefixSlot(foldPath(source.path));
    case "query":
      return querySlot(foldPath(source.path), withoutTracking(source.query));
    case "pattern":
      return patternSlot(foldPath(source.path));
    case "exact":
      return exactSlot(foldPath(source.path));
  }
}

export function prefixDepth(source: Source): number | null {
  return source.kind === "prefix" ? countSegments(source.path) : null;
}

/** Returns whether a record with this source changes the snapshot of its host (contract 2.10). */
export function isPartOfHostSnapshot(source: Source): boolean {
  if (source.kind !== "exact") return true;
  const folded = foldCase(source.path);
  return PLATFORM_PATHS.some((path) => path === folded);
}

export interface HostedSource {
  host: Hostname;
  source: Source;
}
