import type { Match, RequestedSource } from "../domain/match.ts";
import { isPlatformPath, type HostConfig, type HostSnapshot } from "../domain/snapshot.ts";
import { exactSlot } from "../domain/slot.ts";
import type { HostRelation } from "../domain/visited-host.ts";
import { snapshotKey } from "../storage/snapshot/key.ts";
import type { MemoryEntry } from "../storage/snapshot/memory.ts";

/** The connected hostname whose records answer a visit. */
export interface EffectiveHost {
  snapshot: HostSnapshot;
  config: HostConfig;
  relation: HostRelation;
}

interface Evidence {
  requested: RequestedSource;
  host: EffectiveHost;
  match: Match | null;
  alias: Match | null;
  /** The entries that host and match were read from; empty if memory has not kept all of them. */
  entries: MemoryEntry[];
}

/**
 * The certainty that nothing narrower can answer: a `momentary` proof is valid for this visit, a
 * `lasting` proof as long as the entries are fresh.
 */
export type Proof = "none" | "momentary" | "lasting";

/**
 * Decides whether a match is the answer. A key that is missing in KV proves nothing alone: only a complete
 * host snapshot or the database can show that there is no narrower record (contract 19.6).
 */
export function prove({ requested, host, match, alias, entries }: Evidence): Proof {
  const { snapshot, config, relation } = host;
  if (entries.length === 0) return "none";
  const isPlatform = match === null && isPlatformPath(config, requested.path);
  if (snapshot.complete === true) {
    if (match !== null || isPlatform) return "lasting";
    // The preview or picture of an existing alias is not a miss.
    if (alias !== null) return "momentary";
  }
  if (entries.some(isMissing)) return "none";
  if (isPlatform || (match?.isBroad === false && relation === "self")) return "lasting";
  // The database is asked for all slots at once. If it confirmed the exact slot, it confirmed the prefixes too.
  const exact = snapshotKey(config.host, exactSlot(requested.folded));
  const confirmed = entries.find(({ key, isConfirmed }) => key === exact && isConfirmed);
  if (confirmed === undefined) return "none";
  // KV can revalidate its own value, but not a confirmation by the database.
  return confirmed.text === undefined ? "lasting" : "momentary";
}

/** Returns whether KV has no value, and the database was not asked. */
export function isMissing({ text }: MemoryEntry): boolean {
  return text === null;
}
