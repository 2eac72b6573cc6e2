/** Splits and escapes URLs as text, without serializing them again (contract 4.1). */

/** The parts of a URL: `origin + path`, then `?` and `query` unless it is null, then `fragment`. */
interface UrlParts {
  /** Scheme and authority: `https://example.com:8080`. */
  origin: string;
  authority: string;
  path: string;
  /** Without `?`; null if there is none. */
  query: string | null;
  /** With `#`; empty if there is none. */
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

/** Returns the parts of a Location. Escapes characters that a URL cannot contain, and keeps all others. */
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

export function toLocation(destination: string): string {
  const { origin, path, query, fragment } = toLocationParts(destination);
  return origin + path + (query === null ? "" : `?${query}`) + fragment;
}
