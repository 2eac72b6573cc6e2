import { parse } from "tldts";

/** By the Public Suffix List (section 9). Not for the visitor path: the list is large. */

export interface DomainParts {
  /** Registrable domain: `example.co.uk`. */
  domain: string;
  /** Public suffix: `co.uk`. */
  tld: string;
}

const LOCAL = ".localhost";

/** The parts of a hostname, wildcards included; null for public suffixes and what stands above them. */
export function splitDomain(host: string): DomainParts | null {
  const name = host.startsWith("*.") ? host.slice(2) : host;
  if (name.endsWith(LOCAL)) {
    const labels = name.slice(0, -LOCAL.length).split(".");
    return { domain: `${labels.at(-1)}${LOCAL}`, tld: "localhost" };
  }
  const { domain, publicSuffix } = parse(name, { allowPrivateDomains: true });
  return domain === null || publicSuffix === null ? null : { domain, tld: publicSuffix };
}
