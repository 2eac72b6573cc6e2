import { allOf } from "../../all-databases.ts";
import { toDnsName, type DnsAnswer, type DnsType } from "../../domain/dns-answer.ts";
import { isLocalName, type Hostname } from "../../domain/hostname.ts";
import { isPublicAddress, toAddress } from "../../domain/public-address.ts";
import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { listHostCandidates } from "../../domain/visited-host.ts";
import type { Env } from "../../env.ts";
import { envList } from "../../runtime/env-list.ts";
import { selectHeldByDirectory } from "../../storage/directory/held.ts";
import { isAnyHeld } from "../../storage/host/read.ts";
import { testVariable } from "../../test-variable.ts";
import { openResolver } from "../host/ask-dns.ts";

/** Decides which addresses the platform may request on behalf of an owner (contract 7.6). */

type Permission =
  | { kind: "granted" }
  /** The address must not be requested: it is the platform's own, not public, or unknown. */
  | { kind: "refused"; reason: Refusal }
  /** The address cannot be requested, because the name does not resolve. */
  | { kind: "unreachable"; reason: Refusal };

/** Decides about one request. Must be called before every request and every redirect. Throws database errors. */
export type AddressGuard = (url: URL) => Promise<Permission>;

type GuardEnv = Pick<
  Env,
  "DB" | "DATABASE" | "ALL" | "DOH_URL" | "ADMIN_HOSTS" | "CNAME_TARGET" | "A_TARGETS" | "MONITOR_ALLOW"
>;

const GRANTED: Permission = { kind: "granted" };
const OWN = reject(refuse("own_place"));
const NOT_PUBLIC = reject(refuse("not_public"));

/** Returns a guard for one run, which looks up each hostname once. */
export function guardAddresses(env: GuardEnv): AddressGuard {
  const known = new Map<string, Promise<Permission>>();
  return async (url) => {
    if (isExempt(env, url)) return GRANTED;
    const host = toDnsName(url.hostname);
    const permission = known.get(host) ?? judge(env, host);
    known.set(host, permission);
    return permission;
  };
}

/**
 * Returns why the platform would never request a URL, if the URL itself or a connected hostname shows it; null if
 * only DNS can. For writes, which must not wait for DNS.
 */
export async function findAddressProblem(env: GuardEnv, url: URL): Promise<Refusal | null> {
  const host = toDnsName(url.hostname);
  const address = toAddress(host);
  if (isExempt(env, url)) return null;
  if (address === null ? await isOwnName(env, [host]) : isOwnPlace(env, [address])) return OWN.reason;
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  return isLocal || (address !== null && !isPublicAddress(address)) ? NOT_PUBLIC.reason : null;
}

/** Returns whether `MONITOR_ALLOW` names a place, for tests on one machine. */
export function isExempt(env: GuardEnv, url: URL): boolean {
  const allowed = envList(testVariable(env, "MONITOR_ALLOW")).map((entry) => toAddress(entry) ?? entry);
  return allowed.includes(toAddress(url.hostname) ?? url.hostname) || allowed.includes(withPort(url));
}

async function judge(env: GuardEnv, host: Hostname): Promise<Permission> {
  const address = toAddress(host);
  if (address !== null) return judgeAddresses(env, [address]);
  if (await isOwnName(env, [host])) return OWN;
  if (host === "localhost" || isLocalName(host)) return NOT_PUBLIC;
  const resolution = await resolveAddress(env.DOH_URL, host);
  switch (resolution.kind) {
    case "failed":
      return { kind: "unreachable", reason: resolution.reason };
    case "unknown":
      return reject(resolution.reason);
    case "found":
      if (resolution.names.length > 0 && (await isOwnName(env, resolution.names))) return OWN;
      return judgeAddresses(env, resolution.addresses);
  }
}

function judgeAddresses(env: GuardEnv, addresses: string[]): Permission {
  if (isOwnPlace(env, addresses)) return OWN;
  return addresses.every(isPublicAddress) ? GRANTED : NOT_PUBLIC;
}

async function isOwnName(env: GuardEnv, names: Hostname[]): Promise<boolean> {
  if (isOwnPlace(env, names)) return true;
  // The www of a connected domain is often a separate website; DNS decides.
  const candidates = names.flatMap(listHostCandidates).filter(({ relation }) => relation !== "www");
  const hosts = candidates.map(({ host }) => host);
  if (await isAnyHeld(env.DB, hosts)) return true;
  return (await selectHeldByDirectory(allOf(env), env.DATABASE, hosts)).length > 0;
}

function isOwnPlace({ ADMIN_HOSTS, CNAME_TARGET, A_TARGETS }: GuardEnv, places: string[]): boolean {
  const own = [ADMIN_HOSTS, CNAME_TARGET, A_TARGETS].flatMap(envList);
  return places.some((place) => own.includes(place));
}

function withPort({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}

function reject(reason: Refusal): Extract<Permission, { kind: "refused" }> {
  return { kind: "refused", reason };
}

// Looks a name up by DNS over HTTPS, JSON form, as visitors' resolvers would (contract 7.6).

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
async function resolveAddress(dohUrl: string, name: string): Promise<Resolution> {
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
