/** Hostnames have at most this many characters. */
const MAX_CHARACTERS = 253;

/**
 * The hostname of the page that a visitor came from, from the header `Referer`: lower case,
 * without user, port and `www.`; empty where there is none. Paths are never kept.
 */
export function toReferrer(header: string | null): string {
  const start = (header ?? "").indexOf("//") + 2;
  if (header === null || start < 2) return "";
  let end = start;
  while (end < header.length && !"/?#\\".includes(header.charAt(end))) end++;
  const authority = header.slice(start, end);
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/:\d*$/, "")
    .toLowerCase();
  return HOST.test(host) ? host.replace(/^www\./, "").slice(0, MAX_CHARACTERS) : "";
}

/** Visitors write this header: what is no name or address is no referrer. */
const HOST = /^[\p{L}\p{M}\p{N}._\-[\]:]+$/u;
