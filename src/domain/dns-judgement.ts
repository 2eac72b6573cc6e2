import { joinRecords, type NeededRecord } from "./dns-records.ts";
import { refuse, type Refusal } from "./refusal/refusal.ts";
import type { Hostname } from "./hostname.ts";
import { linksTo, MAX_LINKS, type DnsChain } from "./dns-chain.ts";

/** Judges whether a hostname's DNS leads visitors here (contract 10.11). */

export interface DnsDemand {
  /** The hostname as its owner writes it, such as `*.example.com`. */
  host: Hostname;
  /** The records that its owner is asked for. */
  require: NeededRecord[];
  /** The name that a CNAME may lead to; null if only addresses are accepted. */
  target: string | null;
  /** True if names below the target, the own targets of workspaces, also lead here. */
  hasOwnTargets: boolean;
  /** The addresses that bare domains should lead to. */
  v4: string[];
  v6: string[];
}

export interface DnsFinding {
  /** The name that was looked up. For a wildcard it is a name below it. */
  name: string;
  chain: DnsChain;
  /** The response code of the last lookup. */
  status: number;
  /** Addresses at the end of the chain. */
  v4: string[];
  v6: string[];
}

export interface DnsProblem {
  code: string;
  /** Says what to do. */
  reason: Refusal;
}

export interface DnsJudgement {
  correct: boolean;
  /** The found records as text, in the order of the chain: `CNAME go.example.com x.example.net`. */
  current: string[];
  problems: DnsProblem[];
}

export function isTarget(
  { target, hasOwnTargets }: Pick<DnsDemand, "target" | "hasOwnTargets">,
  name: string,
): boolean {
  return target !== null && (name === target || (hasOwnTargets && name.endsWith(`.${target}`)));
}

/**
 * Judges the answers of DNS. A chain is correct if it passes our target, or if its end has our addresses
 * and no others, because a single foreign address takes visitors elsewhere.
 */
export function judgeDns(demand: DnsDemand, finding: DnsFinding): DnsJudgement {
  const shown = (name: string) => (name === finding.name ? demand.host : name);
  const toText = (links: DnsChain["links"]) =>
    links.map(({ name, target }) => `CNAME ${shown(name)} ${target}`);
  const arriving = linksTo(finding.chain, (name) => isTarget(demand, name));
  if (arriving !== null) return { correct: true, current: toText(arriving), problems: [] };
  const end = shown(finding.chain.end);
  const current = [
    ...toText(finding.chain.links),
    ...finding.v4.map((address) => `A ${end} ${address}`),
    ...finding.v6.map((address) => `AAAA ${end} ${address}`),
  ];
  const problems = findProblems(demand, finding, end);
  return { correct: problems.length === 0, current, problems };
}

function findProblems(demand: DnsDemand, finding: DnsFinding, end: string): DnsProblem[] {
  const wanted = joinRecords("either", demand.require);
  const { chain, status } = finding;
  if (chain.problem !== null) return [{ code: chain.problem, reason: describeChain(demand, chain, wanted) }];
  if (status !== 0) return [describeStatus(status, demand.host, end, wanted)];
  const foreign4 = finding.v4.filter((address) => !demand.v4.includes(address));
  const foreign6 = finding.v6.filter((address) => !demand.v6.includes(address));
  const isLedAway = chain.links.length > 0;
  const problems: DnsProblem[] = [];
  if (finding.v4.length === 0 && !isLedAway) {
    const reason = refuse("dns_none", { host: demand.host, records: wanted });
    problems.push({ code: "no_records", reason });
  } else if (foreign4.length > 0 && foreign4.length < finding.v4.length && !isLedAway) {
    const records = listRecords("A", end, foreign4);
    problems.push({ code: "extra_address", reason: refuse("dns_some", { records }) });
  } else if (finding.v4.length === 0 || foreign4.length > 0) {
    const where = isLedAway ? end : foreign4.join(", ");
    problems.push({
      code: "mismatch",
      reason: refuse("dns_elsewhere", { host: demand.host, target: where, records: wanted }),
    });
  }
  // At the end of a chain that leads elsewhere, the addresses belong to the other side.
  if (foreign6.length > 0 && !(isLedAway && problems.length > 0)) {
    const records = listRecords("AAAA", end, foreign6);
    const reason = refuse("dns_ipv_6", { records });
    problems.push({ code: "ipv6_elsewhere", reason });
  }
  return problems;
}

function listRecords(type: string, name: string, addresses: string[]): NeededRecord {
  return joinRecords(
    "both",
    addresses.map((address) => `${type} ${name} ${address}`),
  );
}

function describeChain({ host }: DnsDemand, chain: DnsChain, wanted: NeededRecord): Refusal {
  if (chain.problem === "cname_loop") {
    return refuse("dns_loop", { host, end: chain.end, records: wanted });
  }
  return refuse("dns_long", { host, count: MAX_LINKS, records: wanted });
}

function describeStatus(status: number, host: string, end: string, wanted: NeededRecord): DnsProblem {
  switch (status) {
    case 2:
      return {
        code: "servfail",
        reason: refuse("dns_fails", { end }),
      };
    case 3:
      return {
        code: "nxdomain",
        reason:
          end === host
            ? refuse("dns_unknown", { host, records: wanted })
            : refuse("dns_unknown_end", { host, end, records: wanted }),
      };
    case 5:
      return {
        code: "refused",
        reason: refuse("dns_refuses", { end }),
      };
    default:
      return {
        code: `rcode_${status}`,
        reason: refuse("dns_code", { code: status, end }),
      };
  }
}
