import { parseAlias } from "./alias.ts";
import { accepted, refused, type Parsed } from "./field-error.ts";
import { parseHostname } from "./hostname.ts";
import { countSegments, foldCase, MAX_PATH_CHARACTERS, toCanonicalPath, toCanonicalQuery, toUrlPath } from "./path.ts";
import { trackingNames, withoutTracking } from "./query.ts";

/**
 * The match path of a record on its host (section 2). `path` is canonical; of a prefix it is the
 * part before `/*`, empty never (`/*` is `any`).
 */
export type Source =
  | { kind: "exact"; path: string }
  | { kind: "query"; path: string; query: string }
  | { kind: "prefix"; path: string }
  | { kind: "any" };

export const MAX_PREFIX_SEGMENTS = 16;

export const ANY_SOURCE: Source = { kind: "any" };

/** The source of a short link or QR code. */
export function aliasSource(alias: string): Source {
  return { kind: "exact", path: `/${alias}` };
}

/**
 * The text that tells a source from every other of its host: `*`, `/`, `/a/b`, `/a/b?x=1`, `/blog/*`.
 * Canonical paths hold no literal `?`, so the forms cannot be confused.
 */
export function formatSource(source: Source): string {
  switch (source.kind) {
    case "any":
      return "*";
    case "prefix":
      return `${source.path}/*`;
    case "query":
      return `${source.path}?${source.query}`;
    case "exact":
      return source.path;
  }
}

/** Reads what `formatSource` wrote. `kind` settles what a trailing `/*` means. */
export function readSource(kind: Source["kind"], text: string): Source {
  switch (kind) {
    case "any":
      return ANY_SOURCE;
    case "prefix":
      return { kind, path: text.slice(0, -2) };
    case "query": {
      const mark = text.indexOf("?");
      return { kind, path: text.slice(0, mark), query: text.slice(mark + 1) };
    }
    case "exact":
      return { kind, path: text };
  }
}

/** What stands after the hostname in the record's public URL. */
export function toUrlSuffix(source: Source): string {
  switch (source.kind) {
    case "any":
      return "/*";
    case "prefix":
      return `${toUrlPath(source.path)}/*`;
    case "query":
      return `${toUrlPath(source.path)}?${toUrlPath(source.query)}`;
    case "exact":
      return toUrlPath(source.path);
  }
}

/**
 * The slot that a source shares with those that differ in letter case alone (and, for query
 * sources, in the tracking parameters that they name). Slots are what is looked up: `p/a/b`,
 * `q/a/b?x=1`, `w/blog`; the source `any` lives in the slot of its host.
 */
export function slotOf(source: Source): string {
  switch (source.kind) {
    case "any":
      return HOST_SLOT;
    case "prefix":
      return prefixSlot(foldCase(source.path));
    case "query":
      return querySlot(foldCase(source.path), withoutTracking(source.query));
    case "exact":
      return exactSlot(foldCase(source.path));
  }
}

export const HOST_SLOT = "h";
export const exactSlot = (foldedPath: string): string => `p${foldedPath}`;
export const querySlot = (foldedPath: string, baseQuery: string): string => `q${foldedPath}?${baseQuery}`;
export const prefixSlot = (foldedPath: string): string => `w${foldedPath}`;

/** Number of segments in front of `/*`; null for sources that are no prefix. */
export function prefixDepth(source: Source): number | null {
  return source.kind === "prefix" ? countSegments(source.path) : null;
}

/** Whether a visitor's query, in canonical form, is the one that a query source asks for. */
export function isSameQuery(sourceQuery: string, visitorQuery: string): boolean {
  return withoutTracking(visitorQuery, trackingNames(sourceQuery)) === sourceQuery;
}

/** Paths that the platform answers by itself unless a record of the host has exactly that path. */
export const PLATFORM_PATHS = ["/robots.txt", "/favicon.ico"] as const;

/** Whether a record with this source changes what the snapshot of its host tells (section 2). */
export function isToldByHost(source: Source): boolean {
  if (source.kind !== "exact") return true;
  const folded = foldCase(source.path);
  return PLATFORM_PATHS.some((path) => path === folded);
}

export interface HostedSource {
  host: string;
  source: Source;
}

/** Reads the `url` of a redirect: a hostname with an optional scheme, port, path and query. */
export function parseSourceUrl(text: string): Parsed<HostedSource> {
  const rest = text.trim().replace(/^https?:\/\//i, "");
  const split = rest.search(/[/?#]/);
  const authority = split < 0 ? rest : rest.slice(0, split);
  const suffix = split < 0 ? "" : rest.slice(split);
  const host = parseHostname(authority.replace(/:\d{1,5}$/, ""));
  if (!host.ok) return refused(`the hostname ${host.reason}`);
  const source = parseSource(suffix);
  return source.ok ? accepted({ host: host.value, source: source.value }) : source;
}

/** Reads what stands after the hostname: nothing or `/*` for every path, else a path with an optional query. */
export function parseSource(suffix: string): Parsed<Source> {
  if (suffix === "" || suffix === "/*" || suffix === "*") return accepted(ANY_SOURCE);
  if (suffix.includes("#")) return refused("must not hold a fragment: browsers never send one");
  if (/[\x00-\x20\x7f\\]/.test(suffix)) return refused("must not hold white space, control characters or backslashes");
  if (!suffix.isWellFormed()) return refused("is not valid Unicode");
  const mark = suffix.indexOf("?");
  const rawPath = mark < 0 ? suffix : suffix.slice(0, mark);
  const query = mark < 0 ? "" : toCanonicalQuery(suffix.slice(mark + 1));
  const resolved = resolveDotSegments(rawPath === "" ? "/" : rawPath);
  return buildSource(resolved, query);
}

function buildSource(rawPath: string, query: string): Parsed<Source> {
  const isPrefix = rawPath.endsWith("/*");
  const path = toCanonicalPath(isPrefix ? rawPath.slice(0, -2) || "/" : rawPath);
  if (path.length + query.length > MAX_PATH_CHARACTERS) {
    return refused(`must have a path of at most ${MAX_PATH_CHARACTERS} characters`);
  }
  if (path.includes("/*/")) return refused("* stands for everything below only as the last segment; write %2A for a star");
  if (isPrefix) {
    if (query !== "") return refused("a path that ends in /* takes no query");
    if (path === "/") return accepted(ANY_SOURCE);
    if (countSegments(path) > MAX_PREFIX_SEGMENTS) {
      return refused(`a path that ends in /* has at most ${MAX_PREFIX_SEGMENTS} segments`);
    }
    return accepted({ kind: "prefix", path });
  }
  return accepted(query === "" ? { kind: "exact", path } : { kind: "query", path, query });
}

/** Requests arrive with `.` and `..` resolved, so a source that keeps them would never match. */
function resolveDotSegments(rawPath: string): string {
  if (!/\/(?:\.|%2e)/i.test(rawPath)) return rawPath;
  const kept: string[] = [];
  const segments = rawPath.slice(1).split("/");
  for (const [index, segment] of segments.entries()) {
    const plain = segment.replace(/%2e/gi, ".");
    if (plain !== "." && plain !== "..") kept.push(segment);
    else {
      if (plain === "..") kept.pop();
      if (index === segments.length - 1) kept.push("");
    }
  }
  return `/${kept.join("/")}`;
}

/** Splits a list of sources: white space, or a comma followed by white space. */
export function splitSourceList(text: string): string[] {
  return text.split(/,?\s+/).filter((part) => part !== "" && part !== ",");
}

/** Reads `host/alias`, the `url` of a short link. */
export function parseAliasUrl(text: string): Parsed<{ host: string; alias: string }> {
  const rest = text.trim().replace(/^https?:\/\//i, "");
  const slash = rest.indexOf("/");
  if (slash < 0) return refused("must be a hostname and an alias");
  const host = parseHostname(rest.slice(0, slash).replace(/:\d{1,5}$/, ""));
  if (!host.ok) return refused(`the hostname ${host.reason}`);
  const alias = parseAlias(toCanonicalPath(rest.slice(slash)).slice(1));
  return alias.ok ? accepted({ host: host.value, alias: alias.value }) : refused(`the alias ${alias.reason}`);
}
