import { parseAlias } from "./alias.ts";
import { accepted, refused, type Parsed } from "./field-error.ts";
import type { Hostname } from "./hostname.ts";
import { parseHostname } from "./parse-hostname.ts";
import {
  countSegments,
  isOverlong,
  MAX_PATH_CHARACTERS,
  toCanonicalPath,
  toCanonicalQuery,
  type CanonicalPath,
} from "./path.ts";
import { hasCaptures, parsePattern } from "./pattern.ts";
import { ANY_SOURCE, type HostedSource, type Source } from "./source.ts";
import { MAX_PREFIX_SEGMENTS } from "./slot.ts";

/** Parses sources as owners write them (contract 2.1). */

/** Parses the `url` of a redirect: a hostname with an optional scheme, port, path and query. */
export function parseSourceUrl(text: string): Parsed<HostedSource> {
  const rest = text.trim().replace(/^https?:\/\//i, "");
  const split = rest.search(/[/?#]/);
  const authority = split < 0 ? rest : rest.slice(0, split);
  const suffix = split < 0 ? "" : rest.slice(split);
  if (authority === "") return refused("no_host");
  const host = parseHostname(authority.replace(/:\d{1,5}$/, ""));
  if (!host.ok) return refused("in_host", { reason: host.reason });
  const source = parseSource(suffix);
  return source.ok ? accepted({ host: host.value, source: source.value }) : source;
}

/** Parses the text after the hostname: nothing or `/*` for every path, else a path with an optional query. */
export function parseSource(suffix: string): Parsed<Source> {
  if (suffix === "" || suffix === "/*" || suffix === "*") return accepted(ANY_SOURCE);
  if (suffix.includes("#")) return refused("has_fragment");
  if (/[\x00-\x20\x7f\\]/.test(suffix)) return refused("has_space");
  if (!suffix.isWellFormed()) return refused("not_unicode");
  const mark = suffix.indexOf("?");
  const rawPath = mark < 0 ? suffix : suffix.slice(0, mark);
  const query = mark < 0 ? "" : toCanonicalQuery(suffix.slice(mark + 1));
  const resolved = resolveDotSegments(rawPath === "" ? "/" : rawPath);
  return buildSource(resolved, query);
}

function buildSource(rawPath: string, query: string): Parsed<Source> {
  return hasCaptures(rawPath) ? buildPattern(rawPath, query) : buildLiteral(rawPath, query);
}

function buildPattern(rawPath: string, query: string): Parsed<Source> {
  const pattern = parsePattern(rawPath);
  if (!pattern.ok) return pattern;
  // A shape is canonical by the rules of pattern.ts.
  const { shape: path, captures } = pattern.value;
  if (query !== "") return refused("capture_no_query");
  if (isOverlong(path)) return refused("path_too_long", { count: MAX_PATH_CHARACTERS });
  return accepted({ kind: "pattern", path: path as CanonicalPath, captures });
}

function buildLiteral(rawPath: string, query: string): Parsed<Source> {
  const whole = toCanonicalPath(rawPath);
  const isPrefix = whole.endsWith("/*");
  const path = isPrefix ? toCanonicalPath(whole.slice(0, -2) || "/") : whole;
  if (isOverlong(path + query)) {
    return refused("path_too_long", { count: MAX_PATH_CHARACTERS });
  }
  if (`${path}/`.includes("/*/")) return refused("star_last");
  if (isPrefix) {
    if (query !== "") return refused("prefix_no_query");
    if (path === "/") return accepted(ANY_SOURCE);
    if (countSegments(path) > MAX_PREFIX_SEGMENTS) {
      return refused("prefix_segments", { count: MAX_PREFIX_SEGMENTS });
    }
    return accepted({ kind: "prefix", path });
  }
  return accepted(query === "" ? { kind: "exact", path } : { kind: "query", path, query });
}

/** Resolves `.` and `..` as requests do: a source that kept them would never match. */
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

/** Splits a list of sources at white space, or at a comma followed by white space. */
export function splitSourceList(text: string): string[] {
  return text.split(/,?\s+/).filter((part) => part !== "" && part !== ",");
}

/** Parses `host/alias`, the `url` of a short link. */
export function parseAliasUrl(text: string): Parsed<{ host: Hostname; alias: string }> {
  const rest = text.trim().replace(/^https?:\/\//i, "");
  const slash = rest.indexOf("/");
  if (slash <= 0) return refused("not_host_and_alias");
  const host = parseHostname(rest.slice(0, slash).replace(/:\d{1,5}$/, ""));
  if (!host.ok) return refused("in_host", { reason: host.reason });
  const alias = parseAlias(toCanonicalPath(rest.slice(slash)).slice(1));
  return alias.ok
    ? accepted({ host: host.value, alias: alias.value })
    : refused("in_alias", { reason: alias.reason });
}
