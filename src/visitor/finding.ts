import type { Match } from "../domain/match.ts";
import type { HostConfig } from "../domain/snapshot.ts";
import type { HostRelation } from "../domain/visited-host.ts";
import type { MemoryEntry } from "../storage/snapshot/memory.ts";

/** The result of a lookup: the host and the record that answer, or the reason why none does. */
export type Finding = HostFinding | { kind: "unknown-host" } | { kind: "unavailable" };

export interface HostFinding {
  kind: "host";
  config: HostConfig;
  relation: HostRelation;
  match: Match | null;
  /** The alias whose preview or picture the path requests; null if a record has exactly this path. */
  alias: Match | null;
  /** True if no narrower hostname or source can answer. A response to an unconfirmed finding is not cached. */
  isConfirmed: boolean;
  /** True if a record that has not started yet was passed over: the response is not cached. */
  isMomentary: boolean;
}

/** A finding, and the memory entries that it depends on. */
export interface LookUp {
  finding: Finding;
  /** The finding is valid while all of these are fresh. If empty, it is valid for this visit alone. */
  dependsOn: readonly MemoryEntry[];
}
