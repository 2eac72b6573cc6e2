import { refuse, type Refusal } from "../../../domain/refusal/refusal.ts";
import { toDnsName, type DnsAnswer, type DnsType } from "../../../domain/dns-answer.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import { openResolver } from "../../host/ask-dns.ts";

/** Looks a name up by DNS over HTTPS, JSON form, as visitors' resolvers would (contract 7.6). */

/** The time limit of each question. */
const TIMEOUT_MS = 5_000;
const NO_ERROR = 0;
/** The failures of the domain itself, for which visitors also get no address. */
const FAILURES: Record<number, string> = { 2: "SERVFAIL", 3: "NXDOMAIN" };

type Resolution =
  /** `names` are the aliases that lead to the addresses. There is at least one address. */
  | { kind: "found"; names: Hostname[]; addresses: string[] }
  /** The name has no address, so no visitor can reach it. */
  | { kind: "failed"; reason: Refusal }
  /** The resolver did not answer, which says nothing about the destination. */
  | { kind: "unknown"; reason: Refusal };

/** Resolves a name. Never throws. */
export async function resolveAddress(dohUrl: string, name: string): Promise<Resolution> {
  const answers: DnsAnswer[] = [];
  // Asked one after the other, because checks share the few connections of an invocation.
  for (const type of ["A", "AAAA"] as const) {
    const reply = await openResolver(dohUrl, TIMEOUT_MS)(name, type);
    const isAnswered = reply.ok && (reply.value.status === NO_ERROR || reply.value.status in FAILURES);
    if (!isAnswered) return { kind: "unknown", reason: refuse("target_dns_unasked") };
    answers.push(reply.value);
  }
  const dataOf = (type: DnsType) =>
    answers.flatMap(({ records }) =>
      records.filter((record) => record.type === type).map(({ data }) => data),
    );
  const addresses = [...dataOf("A"), ...dataOf("AAAA")];
  if (addresses.length > 0) return { kind: "found", names: dataOf("CNAME").map(toDnsName), addresses };
  const failure = answers.map(({ status }) => FAILURES[status]).find((code) => code !== undefined);
  return {
    kind: "failed",
    reason: failure === undefined ? refuse("target_dns") : refuse("target_dns_says", { code: failure }),
  };
}
