import { splitUrl, type UrlParts } from "./url-parts.ts";

/** Makes Locations of URLs as owners write them, escaped as text (contract 4.1). Visits get them ready-made. */

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
