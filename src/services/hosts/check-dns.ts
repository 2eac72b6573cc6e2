import { linksTo, startChain, type DnsChain } from "../../domain/dns-chain.ts";
import { judgeDns, type DnsFinding, type DnsJudgement } from "../../domain/dns-judgement.ts";
import type { Env } from "../../env.ts";
import type { HostRow } from "../../storage/hosts.ts";
import { followDns, openResolver, type AskDns, type DnsReply } from "./ask-dns.ts";
import { ownAddresses, ownName, requiredDns } from "./required-dns.ts";

/** A wildcard is judged by a name that nobody has. */
const PROBE_LABEL = "signpost-check.";

/** Asks DNS whether a hostname points here (section 10). A resolver that fails is no judgement. */
export async function checkDns(
  env: Env,
  row: Pick<HostRow, "host" | "domain">,
): Promise<DnsReply<DnsJudgement>> {
  const ask = openResolver(env.DOH_URL);
  const { defaultRequire, require } = requiredDns(env, row);
  const target = defaultRequire === "cname" ? ownName(env) : null;
  const name = row.host.replace(/^\*\./, PROBE_LABEL);
  const found = await find(ask, name, target);
  if (!found.ok) return found;
  const v6 = await findOwnV6(ask, env, found.value);
  if (!v6.ok) return v6;
  const demand = { host: row.host, require, target, v4: ownAddresses(env), v6: v6.value };
  return { ok: true, value: judgeDns(demand, found.value) };
}

/** Where a name leads: by its aliases alone where they lead to the target, else by its addresses. */
async function find(ask: AskDns, name: string, target: string | null): Promise<DnsReply<DnsFinding>> {
  const isHere = (chain: DnsChain) => target !== null && linksTo(chain, target) !== null;
  let chain = startChain(name);
  if (target !== null) {
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
      // Name servers that stumble over AAAA alone keep no visitor out.
      status: v4.value.status,
      v4: v4.value.records.map(({ data }) => data),
      v6: v6.value.records.map(({ data }) => data),
    },
  };
}

/** Providers that flatten copy our name's addresses, those of IPv6 too: they do not lead elsewhere. */
async function findOwnV6(ask: AskDns, env: Env, { v6 }: DnsFinding): Promise<DnsReply<string[]>> {
  if (v6.length === 0) return { ok: true, value: [] };
  const own = await followDns(ask, startChain(ownName(env)), "AAAA");
  return own.ok ? { ok: true, value: own.value.records.map(({ data }) => data) } : own;
}
