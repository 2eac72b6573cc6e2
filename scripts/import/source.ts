import type { Refusal } from "./row.ts";

/** A source as the API takes it: host, path with an optional query, or everything on the host. */
export interface Source {
  host: string;
  /** Begins with a slash; `/*` is everything on the host. */
  path: string;
  /** Without its question mark; empty if there is none. */
  query: string;
}

const fullUrl = /^https?:\/\/([^/?#]+)(.*)$/is;
const hostAndPath = /^([^/?#\s]+\.[^/?#\s]+)(\/.*)$/s;
const prefixEnd = "/*";

/**
 * Reads a source: `/path`, `/path?query`, `/path/*`, `*`, `https://host/path` or `host/path`, where
 * only a whole last segment `*` means everything below.
 */
export function parseSource(text: string, defaultHost: string): Source | Refusal {
  const parts = splitHost(text, defaultHost);
  if (parts === null) return { reason: 'a source starts with "/", "https://" or "host.example/"' };

  const { host, rest } = parts;
  if (/\p{Cc}/u.test(rest)) return { reason: "the source has a control character in it" };
  if (rest.includes("#")) return { reason: "browsers do not send the #fragment of a source" };
  const queryAt = rest.indexOf("?");
  const path = queryAt === -1 ? rest : rest.slice(0, queryAt);
  const query = queryAt === -1 ? "" : rest.slice(queryAt + 1);
  if (path.endsWith(prefixEnd) && query !== "") {
    return { reason: "a query together with /* cannot be expressed" };
  }
  return { host, path: path === "" ? "/" : path, query };
}

function splitHost(text: string, defaultHost: string): { host: string; rest: string } | null {
  if (text === "*") return { host: defaultHost, rest: prefixEnd };
  if (text.startsWith("/")) return { host: defaultHost, rest: text };
  const [, host, rest] = fullUrl.exec(text) ?? hostAndPath.exec(text) ?? [];
  return host === undefined || rest === undefined ? null : { host, rest };
}

/**
 * Returns the `url` of a redirect. A space is escaped, because the API reads it as the end of a source, and
 * so is a colon that begins a segment: it would begin a capture.
 */
export function toUrl({ host, path, query }: Source): string {
  if (path === prefixEnd) return host;
  const literal = path.replaceAll("/:", "/%3A");
  const url = query === "" ? `${host}${literal}` : `${host}${literal}?${query}`;
  return url.replace(/\s/gu, encodeURIComponent);
}
