import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { toDnsName } from "../../domain/dns-answer.ts";
import { isLocalName, type Hostname } from "../../domain/hostname.ts";
import { listHostCandidates } from "../../domain/visited-host.ts";
import { envList } from "../../runtime/env-list.ts";
import { testVariable } from "../../test-variable.ts";
import type { Env } from "../../env.ts";
import { isAnyHeld } from "../../storage/host/read.ts";
import { isPublicAddress, toAddress } from "../../domain/public-address.ts";
import { resolveAddress } from "./internal/resolve-address.ts";

/** Decides which addresses the platform may request on behalf of an owner (contract 7.6). */

type Permission =
  | { kind: "granted" }
  /** The address must not be requested: it is the platform's own, not public, or unknown. */
  | { kind: "refused"; reason: Refusal }
  /** The address cannot be requested, because the name does not resolve. */
  | { kind: "unreachable"; reason: Refusal };

/** Decides about one request. Must be called before every request and every redirect. Throws database errors. */
export type AddressGuard = (url: URL) => Promise<Permission>;

type GuardEnv = Pick<Env, "DB" | "DOH_URL" | "ADMIN_HOSTS" | "CNAME_TARGET" | "A_TARGETS" | "MONITOR_ALLOW">;

const GRANTED: Permission = { kind: "granted" };
const OWN = reject(refuse("own_place"));
const NOT_PUBLIC = reject(refuse("not_public"));

/** Returns a guard for one run, which looks up each hostname once. */
export function guardAddresses(env: GuardEnv): AddressGuard {
  const allowed = new Set(
    envList(testVariable(env, "MONITOR_ALLOW")).map((entry) => toAddress(entry) ?? entry),
  );
  const known = new Map<string, Promise<Permission>>();
  return async (url) => {
    if (allowed.has(toAddress(url.hostname) ?? url.hostname) || allowed.has(withPort(url))) return GRANTED;
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
  const allowed = envList(testVariable(env, "MONITOR_ALLOW")).map((entry) => toAddress(entry) ?? entry);
  if (allowed.includes(address ?? url.hostname) || allowed.includes(withPort(url))) return null;
  if (address === null ? await isOwnName(env, [host]) : isOwnPlace(env, [address])) return OWN.reason;
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  return isLocal || (address !== null && !isPublicAddress(address)) ? NOT_PUBLIC.reason : null;
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
  return isAnyHeld(
    env.DB,
    candidates.map(({ host }) => host),
  );
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
