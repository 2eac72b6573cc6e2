import { isLocalName } from "../../../domain/hostname-part.ts";
import { envList } from "../../../runtime/env-list.ts";
import { listHostCandidates } from "../../../domain/visited-host.ts";
import type { Env } from "../../../env.ts";
import { isAnyHeld } from "../../../storage/host/read.ts";
import { isPublicAddress, toAddress } from "../../../domain/public-address.ts";
import { resolveAddress } from "./resolve-address.ts";

/** Decides which addresses the platform may request on behalf of an owner (contract 7.6). */

type Permission =
  | { kind: "granted" }
  /** Must not be requested: it is the platform's own, not public, or unknown. */
  | { kind: "refused"; reason: string }
  /** Cannot be requested: the name does not resolve. */
  | { kind: "unreachable"; reason: string };

/** Must be called before every request, also before each redirect. Throws database errors. */
export type AddressGuard = (url: URL) => Promise<Permission>;

type GuardEnv = Pick<Env, "DB" | "DOH_URL" | "ADMIN_HOSTS" | "CNAME_TARGET" | "A_TARGETS" | "MONITOR_ALLOW">;

const GRANTED: Permission = { kind: "granted" };
const OWN = refuse("is this platform's own");
const NOT_PUBLIC = refuse("has an address that is not public");

/** Returns a guard for one run, which looks up each hostname once. */
export function guardAddresses(env: GuardEnv): AddressGuard {
  const allowed = new Set(envList(env.MONITOR_ALLOW).map((entry) => toAddress(entry) ?? entry));
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
  if (host === "localhost" || isLocalName(host)) return NOT_PUBLIC;
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

/** Tells whether a name is the platform's own, or one that it answers for a workspace. */
async function isOwnName(env: GuardEnv, names: string[]): Promise<boolean> {
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

function refuse(reason: string): Permission {
  return { kind: "refused", reason };
}
