import { bareHost, type Hostname } from "./hostname.ts";

/** Applies the Public Suffix List (contract 11.4). Callers pass its rules in, because it has ten thousand of them. */

export interface DomainParts {
  /** The registrable domain, such as `example.co.uk`. */
  domain: string;
  /** The public suffix, such as `co.uk`. */
  tld: string;
}

export function candidateRules(host: Hostname): string[] {
  return namesOf(host).flatMap(({ name, above }) => [name, `!${name}`, `*.${above}`]);
}

/**
 * Returns the parts of a hostname or wildcard; null for public suffixes and the names above them.
 * @param rules the rules among `candidateRules` that the list has; rules of one label may be left out, since
 *   a top-level domain is a public suffix in any case
 */
export function splitDomain(host: Hostname, rules: ReadonlySet<string>): DomainParts | null {
  let below: string | null = null;
  for (const { name, above } of namesOf(host)) {
    if (rules.has(`!${name}`)) return { domain: name, tld: above };
    if (rules.has(name) || rules.has(`*.${above}`) || above === "") {
      return below === null ? null : { domain: below, tld: name };
    }
    below = name;
  }
  return null;
}

/** More labels than any rule has. */
const MAX_LABELS = 10;

/** Lists a hostname, cut to the last `MAX_LABELS` labels, and all names above it, the longest first. */
function namesOf(host: Hostname): { name: string; above: string }[] {
  const labels = bareHost(host).split(".").slice(-MAX_LABELS);
  return labels.map((_, index) => ({
    name: labels.slice(index).join("."),
    above: labels.slice(index + 1).join("."),
  }));
}
