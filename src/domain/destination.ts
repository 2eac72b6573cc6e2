import { accepted, refused, type Parsed } from "./field-error.ts";
import { findLabelProblem } from "./parse-hostname.ts";
import { countCharacters } from "./text.ts";
import { splitUrl } from "./url-parts.ts";

/** Parses destinations as owners write them (contract 4.10): absolute http(s) URLs that keep their bytes. */

const MAX_DESTINATION_CHARACTERS = 2048;
export const MAX_DESTINATIONS = 20;

const FORBIDDEN = /[\x00-\x1f\x7f-\x9f\\\s]/u;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HTTP_SCHEME = /^https?:\/\//i;
/** Matches `example.com/x` and `example.com:8080`, but not `mailto:x` or `localhost:80`. */
const BARE_HOST = /^[^/?#:@[\].]+\.[^/?#:@[\]]+(?::\d{1,5})?(?:[/?#]|$)/u;

/** Parses a destination into the stored text: trimmed, with a scheme, otherwise as written. */
export function parseDestination(text: string): Parsed<string> {
  const trimmed = text.trim();
  const url = !SCHEME.test(trimmed) && BARE_HOST.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (url === "") return refused("empty");
  if (countCharacters(url) > MAX_DESTINATION_CHARACTERS) {
    return refused("too_long", { count: MAX_DESTINATION_CHARACTERS });
  }
  if (!url.isWellFormed()) return refused("not_unicode");
  if (FORBIDDEN.test(url)) {
    return refused("has_space");
  }
  if (!HTTP_SCHEME.test(url)) return refused("not_url");
  return parseAuthority(url);
}

function parseAuthority(url: string): Parsed<string> {
  const { authority } = splitUrl(url);
  if (authority.includes("@")) return refused("has_user");
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // URL parsers skip extra slashes before the host, so they may find a host where `authority` is empty.
  if (parsed === null || authority === "" || authority.startsWith(":")) {
    return refused("not_url_with_host");
  }
  const { hostname } = parsed;
  if (hostname.startsWith("[")) return accepted(url);
  const problem = findLabelProblem(hostname.endsWith(".") ? hostname.slice(0, -1) : hostname);
  return problem === null ? accepted(url) : refused("has_host_that", { reason: problem });
}
