import { refuse, type Refusal } from "./refusal/refusal.ts";
import { decode } from "punycode/punycode.es6.js";
import { accepted, refused, type Parsed } from "./field-error.ts";
import { wildcardOver, type Hostname } from "./hostname.ts";

/**
 * Hostnames as owners write them (contract 1.4, 2.3 and 10.7). The normal form is the A-label, lower
 * case, without trailing dot and port; `*.` in front makes it a wildcard.
 */

const MAX_HOST_CHARACTERS = 100;
const MAX_NAME_OCTETS = 253;
const HOST_SHAPE = /^[^\s/?#@\\%:[\]]+$/u;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

/** Reads a hostname, `*.example.com` included. Refuses IP addresses, ports and invalid labels. */
export function parseHostname(text: string): Parsed<Hostname> {
  const trimmed = text.trim();
  const isWildcard = trimmed.startsWith("*.");
  const name = parseDomainName(isWildcard ? trimmed.slice(2) : trimmed);
  if (!name.ok) return name;
  const host = isWildcard ? wildcardOver(name.value) : name.value;
  if (host.length > MAX_HOST_CHARACTERS) {
    return refused("too_long", { count: MAX_HOST_CHARACTERS });
  }
  return accepted(host);
}

/** Reads a hostname without a wildcard, of any length that DNS takes. */
export function parseDomainName(text: string): Parsed<Hostname> {
  const name = text.trim();
  if (!HOST_SHAPE.test(name) || name.includes("*")) return refused("not_hostname");
  const ascii = toAsciiHostname(name);
  if (ascii === null || IPV4.test(ascii)) return refused("not_hostname");
  const problem = findLabelProblem(ascii);
  return problem === null ? accepted(ascii) : { ok: false, reason: problem };
}

/** Returns the A-label form of a hostname in lower case and without trailing dot, or null. */
export function toAsciiHostname(name: string): Hostname | null {
  try {
    const { hostname } = new URL(`http://${name}/`);
    return (hostname.endsWith(".") ? hostname.slice(0, -1) : hostname) as Hostname;
  } catch {
    return null;
  }
}

/** Returns the hostname to look up for a text. A text that is none stays as it is, and nothing has it. */
export function toSoughtHostname(text: string): Hostname {
  return toAsciiHostname(text) ?? (text as Hostname);
}

/** Returns what is wrong with the labels of an A-label name, or null. URL parsers let more pass than DNS. */
export function findLabelProblem(asciiName: string): Refusal | null {
  if (asciiName.length > MAX_NAME_OCTETS) return refuse("hostname_long");
  for (const label of asciiName.split(".")) {
    if (label === "") return refuse("empty_label");
    if (label.length > 63) return refuse("hostname_label");
    if (!LABEL.test(label)) return refuse("hostname_invalid", { label });
    if (label.startsWith("xn--") && !isValidALabel(label)) return refuse("hostname_broken", { label });
  }
  return null;
}

function isValidALabel(label: string): boolean {
  try {
    const unicode = decode(label.slice(4));
    return /[^\x00-\x7f]/.test(unicode) && toAsciiHostname(unicode) === label;
  } catch {
    return false;
  }
}
