import type { Match } from "../domain/match.ts";
import type { HostConfig } from "../domain/snapshot.ts";
import type { HostRelation } from "../domain/visited-host.ts";
import type { MemoryEntry } from "../storage/snapshot/memory.ts";

/** The result of a lookup: the host and the record that answer, or why there is none. */
export type Finding = HostFinding | { kind: "unknown-host" } | { kind: "unavailable" };

export interface HostFinding {
  kind: "host";
  config: HostConfig;
  relation: HostRelation;
  match: Match | null;
  /** The alias whose preview or picture the path asks for; null if a record has this very path. */
  alias: Match | null;
  /** No narrower hostname or source can answer. A response to an unconfirmed finding is not cached. */
  isConfirmed: boolean;
  /** A source that has not started yet would answer otherwise: the response is not cached. */
  isMomentary: boolean;
}

/** A finding, and what it depends on. */
export interface LookUp {
  finding: Finding;
  /** The finding holds while all of these are fresh; empty if it holds for this visit alone. */
  dependsOn: readonly MemoryEntry[];
}
