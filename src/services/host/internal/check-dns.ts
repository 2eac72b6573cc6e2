import { refuse } from "../../../domain/refusal/refusal.ts";
import { linksTo, startChain, type DnsChain } from "../../../domain/dns-chain.ts";
import {
  isTarget,
  judgeDns,
  type DnsDemand,
  type DnsFinding,
  type DnsJudgement,
} from "../../../domain/dns-judgement.ts";
import type { Env } from "../../../env.ts";
import { toDnsName } from "../../../domain/dns-answer.ts";
import type { Host } from "../../../domain/host.ts";
import { followDns, openResolver, type AskDns, type DnsReply } from "../ask-dns.ts";
import { checkOwnTargets } from "./own-target.ts";
import { probeHost } from "./probe-host.ts";
import { ownAddresses, ownName, requiredDns } from "../required-dns.ts";

/** A wildcard is checked by this name below it, which no site uses. */
const PROBE_LABEL = "signpost-check.";

const NO_PROBE = {
  code: "probe_failed" as const,
  reason: refuse("last_check", { reason: refuse("probe_failed") }),
};

/**
 * Asks DNS whether a hostname points here, and the hostname itself if DNS cannot show it (contract 10). A
 * resolver that fails gives no judgement.
 */
export async function checkDns(
  env: Env,
  row: Pick<Host, "name" | "domain" | "isDnsCorrect">,
  nowMs: number,
  ask: AskDns = openResolver(env.DOH_URL),
): Promise<DnsReply<DnsJudgement>> {
  const { defaultRequire, require } = requiredDns(env, row, env.CNAME_TARGET);
  const target = defaultRequire === "cname" ? ownName(env) : null;
  const name = toDnsName(row.name.replace(/^\*\./, PROBE_LABEL));
  const hasOwnTargets = target !== null && (await checkOwnTargets(env, ask, nowMs));
  const found = await find(ask, name, { target, hasOwnTargets });
  if (!found.ok) return found;
  const v6 = await findOwnV6(ask, env, found.value);
  if (!v6.ok) return v6;
  const demand = { host: row.name, require, target, hasOwnTargets, v4: ownAddresses(env), v6: v6.value };
  const judgement = judgeDns(demand, found.value);
  if (judgement.correct || !isUndecided(demand, found.value)) return { ok: true, value: judgement };
  switch (await probeHost(env, name, [...found.value.v4, ...found.value.v6])) {
    case "right":
      return { ok: true, value: { ...judgement, correct: true, problems: [] } };
    case "wrong":
      return { ok: true, value: judgement };
    case "none":
      return row.isDnsCorrect ? { ok: false, failure: NO_PROBE } : { ok: true, value: judgement };
  }
}

/** Returns whether there are only foreign addresses, so that a proxy may pass visitors on to us. */
function isUndecided(demand: DnsDemand, { chain, status, v4, v6 }: DnsFinding): boolean {
  const isOurs = v4.some((address) => demand.v4.includes(address));
  return chain.problem === null && status === 0 && v4.length + v6.length > 0 && !isOurs;
}

/** Resolves a name: only its aliases if they lead to the target, else also its addresses. */
async function find(
  ask: AskDns,
  name: string,
  demand: Pick<DnsDemand, "target" | "hasOwnTargets">,
): Promise<DnsReply<DnsFinding>> {
  const isHere = (chain: DnsChain) => linksTo(chain, (end) => isTarget(demand, end)) !== null;
  let chain = startChain(name);
  if (demand.target !== null) {
    const aliases = await followDns(ask, chain, "CNAME", isHere);
    if (!aliases.ok) return aliases;
    const { status } = aliases.value;
    chain = aliases.value.chain;
    if (isHere(chain) || chain.problem !== null || status !== 0) {
      return { ok: true, value: { name, chain, status, v4: [], v6: [] } };
    }
  }
  const [v4, v6] = await Promise.all([
    followDns(ask, chain, "A", isHere),
    followDns(ask, chain, "AAAA", isHere),
  ]);
  if (!v4.ok) return v4;
  if (!v6.ok) return v6;
  return {
    ok: true,
    value: {
      name,
      chain: v4.value.chain,
      // Uses the status for A, because visitors do not need AAAA.
      status: v4.value.status,
      v4: v4.value.records.map(({ data }) => data),
      v6: v6.value.records.map(({ data }) => data),
    },
  };
}

/** Returns our own IPv6 addresses, which are not foreign because providers that flatten a CNAME copy them. */
async function findOwnV6(ask: AskDns, env: Env, { v6 }: DnsFinding): Promise<DnsReply<string[]>> {
  if (v6.length === 0) return { ok: true, value: [] };
  const own = await followDns(ask, startChain(ownName(env)), "AAAA");
  return own.ok ? { ok: true, value: own.value.records.map(({ data }) => data) } : own;
}
