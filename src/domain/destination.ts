import { accepted, refused, type Parsed } from "./field-error.ts";
import { findLabelProblem } from "./hostname.ts";
import { countCharacters } from "./text.ts";

/** Destinations as owners write them (section 4): absolute http(s) URLs that keep their bytes. */

export const MAX_DESTINATION_CHARACTERS = 2048;
export const MAX_DESTINATIONS = 20;

const FORBIDDEN = /[\x00-\x1f\x7f-\x9f\\\s]/u;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HTTP_SCHEME = /^https?:\/\//i;
/** `example.com/x` and `example.com:8080`, but neither `mailto:x` nor `localhost:80`. */
const BARE_HOST = /^[^/?#:@[\]]+\.[^/?#:@[\]]+(?::\d{1,5})?(?:[/?#]|$)/u;

/** Reads a destination into the text that is stored: trimmed, with a scheme, otherwise as written. */
export function parseDestination(text: string): Parsed<string> {
  const trimmed = text.trim();
  const url = !SCHEME.test(trimmed) && BARE_HOST.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (url === "") return refused("must not be empty");
  if (countCharacters(url) > MAX_DESTINATION_CHARACTERS) {
    return refused(`must have at most ${MAX_DESTINATION_CHARACTERS} characters`);
  }
  if (!url.isWellFormed()) return refused("is not valid Unicode");
  if (FORBIDDEN.test(url)) {
    return refused("must not hold white space, control characters or backslashes");
  }
  if (!HTTP_SCHEME.test(url)) return refused("must be an absolute http or https URL");
  return parseAuthority(url);
}

function parseAuthority(url: string): Parsed<string> {
  const { authority } = splitUrl(url);
  if (authority.includes("@")) return refused("must not hold a user name or password");
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // Parsers skip extra slashes in front of the host and so see one where we see none.
  if (parsed === null || authority === "" || authority.startsWith(":")) {
    return refused("must be a URL with a valid host");
  }
  const { hostname } = parsed;
  if (hostname.startsWith("[")) return accepted(url);
  const problem = findLabelProblem(hostname.endsWith(".") ? hostname.slice(0, -1) : hostname);
  return problem === null ? accepted(url) : refused(`has a host that ${problem}`);
}

/** The parts of a URL with their delimiters: `origin + path + query + fragment` is the URL. */
export interface UrlParts {
  /** Scheme and authority: `https://example.com:8080`. */
  origin: string;
  authority: string;
  path: string;
  /** Without `?`; null where there is none. */
  query: string | null;
  /** With `#`; empty where there is none. */
  fragment: string;
}

export function splitUrl(url: string): UrlParts {
  const authorityStart = url.indexOf("//") + 2;
  const hash = url.indexOf("#", authorityStart);
  const beforeFragment = hash < 0 ? url : url.slice(0, hash);
  const mark = beforeFragment.indexOf("?", authorityStart);
  const beforeQuery = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
  const slash = beforeQuery.indexOf("/", authorityStart);
  const origin = slash < 0 ? beforeQuery : beforeQuery.slice(0, slash);
  return {
    origin,
    authority: origin.slice(authorityStart),
    path: slash < 0 ? "" : beforeQuery.slice(slash),
    query: mark < 0 ? null : beforeFragment.slice(mark + 1),
    fragment: hash < 0 ? "" : url.slice(hash),
  };
}

/** The parts as they may stand in a Location: what a URL cannot hold is escaped, all else untouched. */
export function toLocationParts(destination: string): UrlParts {
  const parts = splitUrl(destination);
  const authority = toAsciiAuthority(destination, parts.authority);
  const scheme = parts.origin.slice(0, -parts.authority.length);
  return {
    origin: scheme + authority,
    authority,
    path: escape(parts.path, PATH_ESCAPES),
    query: parts.query === null ? null : escape(parts.query, QUERY_ESCAPES),
    fragment: escape(parts.fragment, FRAGMENT_ESCAPES),
  };
}

const PLAIN_AUTHORITY = /^[a-z0-9._-]+(?::\d+)?$/i;

function toAsciiAuthority(url: string, authority: string): string {
  if (PLAIN_AUTHORITY.test(authority) || authority.startsWith("[")) return authority;
  const port = /:\d+$/.exec(authority)?.[0] ?? "";
  return new URL(url).hostname + port;
}

// The percent-encode sets of the URL standard, for special schemes.
const PATH_ESCAPES = /[^\x21\x24-\x3b\x3d\x40-\x5d\x5f\x61-\x7a\x7c\x7e]/gu;
const QUERY_ESCAPES = /[^\x21\x24-\x26\x28-\x3b\x3d\x3f-\x7e]/gu;
const FRAGMENT_ESCAPES = /[^\x21\x23-\x3b\x3d\x3f-\x5f\x61-\x7e]/gu;

function escape(text: string, unsafe: RegExp): string {
  return text.replace(unsafe, encodeURIComponentStrictly);
}

function encodeURIComponentStrictly(character: string): string {
  return character === "'" ? "%27" : encodeURIComponent(character);
}

/** A destination as a Location, with nothing appended. */
export function toLocation(destination: string): string {
  const { origin, path, query, fragment } = toLocationParts(destination);
  return origin + path + (query === null ? "" : `?${query}`) + fragment;
}
