import { memoizeText } from "../domain/memoize-text.ts";

/** Hostnames have at most this many characters. */
const MAX_CHARACTERS = 253;

/** Matches a scheme and the authority after it. */
const URL_START = /^[a-z][a-z\d+.-]*:\/\/([^/?#\\]*)/i;

/** Matches a name (as an A-label) or an address. Other texts are ignored, because visitors can send any header. */
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/;

/**
 * Returns the hostname of the referring page, from the header `Referer`: lower case, without user, port
 * and `www.`; empty if there is none. Paths are never kept.
 */
export function toReferrer(header: string | null): string {
  if (header === null) return "";
  const path = header.indexOf("/", header.indexOf("://") + 3);
  return readHostname(path < 0 ? header : header.slice(0, path));
}

const readHostname = memoizeText((url) => {
  const authority = URL_START.exec(url)?.[1] ?? "";
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/:\d*$/, "")
    .replace(/\.$/, "")
    .toLowerCase()
    .replace(/^www\./, "");
  return host.length <= MAX_CHARACTERS && HOST.test(host) ? host : "";
});
