import type { DnsRecord } from "./dns-answer.ts";

/** The CNAME records from a name to the name that has its addresses. */
export interface DnsChain {
  links: { name: string; target: string }[];
  /** The last name of the chain so far; at first the name itself. */
  end: string;
  problem: "cname_loop" | "cname_chain_too_long" | null;
}

export const MAX_LINKS = 8;

export function startChain(name: string): DnsChain {
  return { links: [], end: name, problem: null };
}

/** Adds the links in an answer, in any order: none, the next one, or all up to the end. */
export function extendChain(chain: DnsChain, records: DnsRecord[]): DnsChain {
  const targets = new Map<string, string>();
  for (const { type, name, data } of records) {
    if (type === "CNAME" && !targets.has(name)) targets.set(name, data);
  }
  const links = [...chain.links];
  let { end, problem } = chain;
  for (let target = targets.get(end); target !== undefined && problem === null; target = targets.get(end)) {
    links.push({ name: end, target });
    if (links.some(({ name }) => name === target)) problem = "cname_loop";
    else if (links.length > MAX_LINKS) problem = "cname_chain_too_long";
    end = target;
  }
  return { links, end, problem };
}

/** Returns the links up to the first that leads to a wanted name; null if none does. */
export function linksTo({ links }: DnsChain, isWanted: (name: string) => boolean): DnsChain["links"] | null {
  const index = links.findIndex(({ target }) => isWanted(target));
  return index < 0 ? null : links.slice(0, index + 1);
}
