import type { Hostname } from "../../../domain/hostname.ts";
import { linksTo, startChain, type DnsChain } from "../../../domain/dns-chain.ts";
import { isTarget } from "../../../domain/dns-judgement.ts";
import { listProofNames, type ProofState } from "../../../domain/claim.ts";
import type { Env } from "../../../env.ts";
import type { Claim } from "../../../domain/host.ts";
import type { Proof } from "../../../domain/proof-mode.ts";
import { followDns, type AskDns } from "../ask-dns.ts";
import { checkOwnTargets, ownTarget } from "./own-target.ts";
import { ownName } from "../required-dns.ts";
import { acceptedValues } from "../verification.ts";

/** The evidence in DNS about the owner of a hostname (contract 10). One lookup is enough for all its claims. */
export interface ProofEvidence {
  /** The names in the hostname's CNAME chain; null if DNS gave no answer. */
  targets: string[] | null;
  /** True if workspaces' own targets resolve at this moment. */
  hasOwnTargets: boolean;
  /** The nearest `_signpost` record; without values if there is none; null if DNS gave no answer. */
  txt: { name: string; values: string[] } | null;
}

/** The evidence for names that resolvers do not know. */
export const NO_EVIDENCE: ProofEvidence = {
  targets: [],
  hasOwnTargets: false,
  txt: { name: "", values: [] },
};

const NO_ERROR = 0;
const NXDOMAIN = 3;

/**
 * Looks up the CNAME chain and the `_signpost` records of a hostname. A wildcard is proved by TXT only, and a
 * bare domain has no CNAME.
 */
export async function findProofEvidence(
  env: Env,
  ask: AskDns,
  { host, domain }: { host: Hostname; domain: string },
  nowMs: number,
): Promise<ProofEvidence> {
  const isByCname = !host.startsWith("*.") && host !== domain;
  const [targets, hasOwnTargets, txt] = await Promise.all([
    isByCname ? findTargets(env, ask, host) : [],
    isByCname ? checkOwnTargets(env, ask, nowMs) : false,
    findTxt(ask, listProofNames(host, domain)),
  ]);
  return { targets, hasOwnTargets, txt };
}

/** Follows the chain up to the platform's names. Their own targets do not matter. */
async function findTargets(env: Env, ask: AskDns, host: Hostname): Promise<string[] | null> {
  const demand = { target: ownName(env), hasOwnTargets: true };
  const isHere = (chain: DnsChain) => linksTo(chain, (name) => isTarget(demand, name)) !== null;
  const found = await followDns(ask, startChain(host), "CNAME", isHere);
  if (!found.ok) return null;
  const targets = found.value.chain.links.map(({ target }) => target);
  // The links of a chain count even if its end does not resolve.
  return targets.length > 0 || isAnswered(found.value.status) ? targets : null;
}

async function findTxt(ask: AskDns, names: string[]): Promise<ProofEvidence["txt"]> {
  for (const name of names) {
    const found = await followDns(ask, startChain(name), "TXT");
    if (!found.ok || !isAnswered(found.value.status)) return null;
    const values = found.value.records.map(({ data }) => data.trim());
    if (values.length > 0) return { name, values };
  }
  return { name: names[0] ?? "", values: [] };
}

function isAnswered(status: number): boolean {
  return status === NO_ERROR || status === NXDOMAIN;
}

export interface FoundProof {
  state: ProofState;
  proof: Proof | null;
  record: string;
}

export async function judgeProof(env: Env, claim: Claim, evidence: ProofEvidence): Promise<FoundProof> {
  const { targets, hasOwnTargets, txt } = evidence;
  const values = await acceptedValues(env, claim.workspaceId);
  const value = txt?.values.find((found) => values.includes(found));
  if (txt !== null && value !== undefined) {
    return { state: "found", proof: "txt", record: `TXT ${txt.name} ${value}` };
  }
  const target = ownTarget(env, claim.label);
  const isAliased = targets?.includes(target) === true;
  if (isAliased && hasOwnTargets) {
    return { state: "found", proof: "cname", record: `CNAME ${claim.name} ${target}` };
  }
  // If names below the target do not resolve, the platform is at fault, and no proof counts as missing.
  const isUnknown = txt === null || targets === null || isAliased;
  return { state: isUnknown ? "unknown" : "absent", proof: null, record: "" };
}
