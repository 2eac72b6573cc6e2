import { bareHost } from "./hostname-part.ts";
import { MINUTE_MS } from "./time.ts";
/** Decides which of several workspaces holds a hostname (contract 10.17): rules without DNS and database. */

/** What DNS says of a claim's proof. `unknown`: a lookup failed or timed out, which counts neither way. */
export type ProofState = "found" | "absent" | "unknown";

/** Two checks that find the claimant's proof, and the holder's absent, lie this far apart. */
export const PASSING_DELAY_MS = 10 * MINUTE_MS;

export interface ClaimFacts {
  workspaceId: string;
  isHolder: boolean;
  /** The holder only: whether a check found its proof since it holds the hostname. */
  isHeldWithProof: boolean;
  proof: ProofState;
  /** Whether the claim needs proof to hold the hostname while no claim holds it. */
  needsProof: boolean;
  connectedAtMs: number;
  /** When a check first found this claim proven and the holder's proof absent. */
  absentSinceMs: number | null;
  /** The workspace that it gave the hostname to. */
  yieldedTo: string | null;
}

export interface Decision {
  /** Who holds the hostname from now on. */
  holder: string | null;
  /** `absentSinceMs` of each claim that goes on waiting, by workspace. */
  absentSinceMs: Map<string, number | null>;
  /** Workspaces whose proof was found while the holder's was found as well. */
  rivals: string[];
}

/** Decides who holds a hostname after a check of all claims on it. */
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
 * Lists the names that a `_signpost` record for a hostname may stand at, the nearest first: its own
 * and those above it, down to its registrable domain.
 */
export function listProofNames(host: string, domain: string): string[] {
  const names: string[] = [];
  let name = bareHost(host);
  for (;;) {
    names.push(`_signpost.${name}`);
    if (name === domain || !name.endsWith(`.${domain}`)) return names;
    name = name.slice(name.indexOf(".") + 1);
  }
}
