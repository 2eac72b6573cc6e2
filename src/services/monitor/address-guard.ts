import { listHostCandidates } from "../../domain/visited-host.ts";
import type { Env } from "../../env.ts";
import { isAnyConnected } from "../../storage/monitor.ts";
import { isPublicAddress, toAddress } from "./public-address.ts";
import { resolveAddress } from "./resolve-address.ts";

/** Decides which addresses the platform may ask on behalf of an owner (contract 7.6). */

export type Permission =
  | { kind: "granted" }
  /** Not to be asked: the platform's own, not public, or unknown. */
  | { kind: "refused"; reason: string }
  /** Nothing to ask: the name leads nowhere. */
  | { kind: "unreachable"; reason: string };

/** To be asked before every request, redirects included. Throws as the database does. */
export type AddressGuard = (url: URL) => Promise<Permission>;

export type GuardEnv = Pick<
  Env,
  "DB" | "DOH_URL" | "ADMIN_HOSTS" | "CNAME_TARGET" | "A_TARGETS" | "MONITOR_ALLOW"
>;

const GRANTED: Permission = { kind: "granted" };
const OWN = refuse("is this platform's own");
const NOT_PUBLIC = refuse("has an address that is not public");

/** A guard for one run, which looks each hostname up once. */
export function guardAddresses(env: GuardEnv): AddressGuard {
  const allowed = new Set(listOf(env.MONITOR_ALLOW).map((entry) => toAddress(entry) ?? entry));
  const known = new Map<string, Promise<Permission>>();
  return async (url) => {
    if (allowed.has(toAddress(url.hostname) ?? url.hostname) || allowed.has(withPort(url))) return GRANTED;
    const host = url.hostname.replace(/\.$/, "");
    const permission = known.get(host) ?? judge(env, host);
    known.set(host, permission);
    return permission;
  };
}

async function judge(env: GuardEnv, host: string): Promise<Permission> {
  const address = toAddress(host);
  if (address !== null) return judgeAddresses(env, [address]);
  if (await isOwnName(env, [host])) return OWN;
  if (host === "localhost" || host.endsWith(".localhost")) return NOT_PUBLIC;
  const resolution = await resolveAddress(env.DOH_URL, host);
  switch (resolution.kind) {
    case "failed":
      return { kind: "unreachable", reason: resolution.reason };
    case "unknown":
      return refuse(resolution.reason);
    case "found":
      if (resolution.names.length > 0 && (await isOwnName(env, resolution.names))) return OWN;
      return judgeAddresses(env, resolution.addresses);
  }
}

function judgeAddresses(env: GuardEnv, addresses: string[]): Permission {
  if (isOwnPlace(env, addresses)) return OWN;
  return addresses.every(isPublicAddress) ? GRANTED : NOT_PUBLIC;
}

/** The platform's own names, and those that it answers for its workspaces. */
async function isOwnName(env: GuardEnv, names: string[]): Promise<boolean> {
  if (isOwnPlace(env, names)) return true;
  // The www of a connected domain is a website of its own more often than not; DNS tells.
  const candidates = names.flatMap(listHostCandidates).filter(({ relation }) => relation !== "www");
  return isAnyConnected(
    env.DB,
    candidates.map(({ host }) => host),
  );
}

function isOwnPlace({ ADMIN_HOSTS, CNAME_TARGET, A_TARGETS }: GuardEnv, places: string[]): boolean {
  const own = [ADMIN_HOSTS, CNAME_TARGET, A_TARGETS].flatMap(listOf);
  return places.some((place) => own.includes(place));
}

function withPort({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}

function listOf(commaSeparated: string): string[] {
  return commaSeparated
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
}

function refuse(reason: string): Permission {
  return { kind: "refused", reason };
}
