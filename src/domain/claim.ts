import { bareHost, type Hostname } from "./hostname.ts";
import { MINUTE_MS } from "./time.ts";
/** Decides which of several workspaces holds a hostname (contract 10.17), without access to DNS and database. */

/** The state of a claim's proof in DNS. `unknown` means that a lookup failed or timed out; it decides nothing. */
export type ProofState = "found" | "absent" | "unknown";

/** The time between the two checks that must both find the claimant's proof, and not the holder's. */
export const PASSING_DELAY_MS = 10 * MINUTE_MS;

export interface ClaimFacts {
  workspaceId: string;
  isHolder: boolean;
  /** For the holder only: whether a check has found its proof since it began to hold the hostname. */
  isHeldWithProof: boolean;
  proof: ProofState;
  /** Says whether the claim needs proof to hold the hostname while no claim holds it. */
  needsProof: boolean;
  connectedAtMs: number;
  /** The time when a check first found this claim's proof, and not the holder's. */
  absentSinceMs: number | null;
  /** The workspace to which the claim gave the hostname. */
  yieldedTo: string | null;
}

export interface Decision {
  /** The workspace that holds the hostname from now on. */
  holder: string | null;
  /** The `absentSinceMs` of each claim that still waits, by workspace. */
  absentSinceMs: Map<string, number | null>;
  /** The workspaces whose proof was found in addition to the holder's. */
  rivals: string[];
}

/** Decides which workspace holds a hostname after a check of all claims on it. */
export function decideHolder(claims: ClaimFacts[], nowMs: number): Decision {
  const ordered = claims.toSorted((a, b) => a.connectedAtMs - b.connectedAtMs);
  const holder = ordered.find(({ isHolder }) => isHolder);
  const waiting = ordered.filter(({ isHolder }) => !isHolder);
  if (holder === undefined) {
    const first = waiting.find(({ proof }) => proof === "found") ?? waiting.find(isFreeToHold);
    return { holder: first?.workspaceId ?? null, absentSinceMs: reset(waiting), rivals: [] };
  }
  const proven = waiting.filter(
    ({ proof, yieldedTo }) => proof === "found" && yieldedTo !== holder.workspaceId,
  );
  if (holder.proof !== "absent") {
    const rivals = holder.proof === "found" ? proven.map(({ workspaceId }) => workspaceId) : [];
    return { holder: holder.workspaceId, absentSinceMs: reset(waiting), rivals };
  }
  const isDue = ({ absentSinceMs }: ClaimFacts) =>
    !holder.isHeldWithProof || (absentSinceMs !== null && nowMs - absentSinceMs >= PASSING_DELAY_MS);
  const taker = proven.find(isDue);
  const absentSinceMs = reset(waiting);
  if (taker === undefined) {
    for (const claim of proven) absentSinceMs.set(claim.workspaceId, claim.absentSinceMs ?? nowMs);
  }
  return { holder: (taker ?? holder).workspaceId, absentSinceMs, rivals: [] };
}

function isFreeToHold({ needsProof }: ClaimFacts): boolean {
  return !needsProof;
}

function reset(claims: ClaimFacts[]): Map<string, number | null> {
  return new Map<string, number | null>(claims.map(({ workspaceId }) => [workspaceId, null]));
}

/**
 * Lists the names that may have a `_signpost` record for a hostname, the nearest first: its own and
 * the names above it, up to its registrable domain.
 */
export function listProofNames(host: Hostname, domain: string): string[] {
  const names: string[] = [];
  let name: string = bareHost(host);
  for (;;) {
    names.push(`_signpost.${name}`);
    if (name === domain || !name.endsWith(`.${domain}`)) return names;
    name = name.slice(name.indexOf(".") + 1);
  }
}
