import type { Hostname } from "../domain/hostname.ts";
import { listHostCandidates } from "../domain/visited-host.ts";
import {
  findAlias,
  findMatch,
  isRequested,
  listAliasSlots,
  listSlots,
  type Match,
  type SlotReader,
} from "../domain/match.ts";
import { foldCase } from "../domain/path.ts";
import {
  isPlatformPath,
  type HostConfig,
  type HostSnapshot,
  type RecordSnapshot,
} from "../domain/snapshot.ts";
import { exactSlot, type SlotName } from "../domain/slot.ts";
import { hostKey, snapshotKey } from "../storage/snapshot/key.ts";
import type { MemoryEntry } from "../storage/snapshot/memory.ts";
import type { Finding, HostFinding, LookUp } from "./finding.ts";
import { loadPatternCode, patternsOf } from "./patterns.ts";
import { isMissing, prove, type EffectiveHost } from "./prove.ts";
import type { SnapshotSources } from "./snapshot-sources.ts";
import type { Visit } from "./visit.ts";

/**
 * Finds the hostname and record that answer a visit: in memory, else in KV, else in the database, each
 * by as few operations as possible (contract 19). A tier that fails or hangs is skipped. If all fail,
 * stale snapshots in memory answer.
 */

export const NOTHING: readonly MemoryEntry[] = [];

/** Looks a visit up. Returns a promise only if memory does not have the answer. */
export function lookUp(visit: Visit, sources: SnapshotSources): LookUp | Promise<LookUp> {
  return findInMemory(visit, sources) ?? readThrough(visit, sources);
}

async function readThrough(visit: Visit, sources: SnapshotSources): Promise<LookUp> {
  const stored = await sources.ask("store", () => findInStore(visit, sources));
  if (stored?.kind === "proved") return stored;
  // Few visits need the database, which takes longer than loading this code.
  const { lookUpUnproved } = await import("./lookup-unproved.ts");
  return lookUpUnproved(visit, sources, stored);
}

function findInMemory(visit: Visit, sources: SnapshotSources): LookUp | null {
  const host = findHost(visit.hostname, (name) => sources.readHost(name));
  if (host === undefined) return null;
  if (host === null) {
    const dependsOn = sources.dependencies();
    return dependsOn.some(isMissing) ? null : { finding: { kind: "unknown-host" }, dependsOn };
  }
  const found = findOnHost(visit, host, sources);
  return found.kind === "proved" ? found : null;
}

/** The result of a lookup in memory and KV. */
export type Stored =
  | ({ kind: "proved" } & LookUp)
  /** The finding is the answer unless the database has a narrower source. */
  | { kind: "implied"; finding: Finding; isComplete: boolean }
  /** No connected hostname answers. */
  | { kind: "unknown-host" }
  /** A snapshot is missing, or older than one that this isolate has seen. */
  | { kind: "outdated" };

async function findInStore(visit: Visit, sources: SnapshotSources): Promise<Stored> {
  const host = await fetchHost(visit, sources);
  if (host === null) return { kind: "unknown-host" };
  if (host === undefined) return { kind: "outdated" };
  const known = findOnHost(visit, host, sources);
  if (known.kind !== "outdated") return known;
  const { config } = host;
  const slots = [...(await listAllSlots(config, visit)), ...slotsOfAlias(visit)];
  await sources.fetch(slots.map((slot) => snapshotKey(config.host, slot)));
  return findOnHost(visit, host, sources);
}

export async function listAllSlots(config: HostConfig, { requested }: Visit): Promise<SlotName[]> {
  if (config.shapes !== undefined) await loadPatternCode();
  return listSlots(config, requested, patternsOf(config, requested));
}

/** Fetches the snapshots of the hostname candidates, and in the same operation the slots that most visits need. */
async function fetchHost(visit: Visit, sources: SnapshotSources): Promise<HostState> {
  const { hostname, requested } = visit;
  const read = (name: Hostname) => sources.readHost(name);
  const slots = [exactSlot(requested.folded), ...slotsOfAlias(visit)];
  const slotKeys = slots.map((slot) => snapshotKey(hostname, slot));
  let host = findHost(hostname, read);
  // A hostname that was connected when last seen most likely still is, so wildcards are not read at first.
  if (host === undefined && (sources.readStaleHost(hostname)?.config ?? null) !== null) {
    await sources.fetch([hostKey(hostname), ...slotKeys]);
    host = findHost(hostname, read);
  }
  if (host === undefined) {
    const hostKeys = listHostCandidates(hostname).map((candidate) => hostKey(candidate.host));
    await sources.fetch([...hostKeys, ...slotKeys]);
    host = findHost(hostname, read);
  }
  return host;
}

function findOnHost(
  visit: Visit,
  host: EffectiveHost,
  sources: SnapshotSources,
): Extract<Stored, { kind: "proved" | "implied" | "outdated" }> {
  const { config, snapshot } = host;
  const { requested } = visit;
  const read = sources.slotReader(config.host);
  const found = findStarted(config, visit, read);
  if (found === undefined) return { kind: "outdated" };
  const { match, alias, isMomentary } = found;
  const entries = sources.dependencies();
  const proof = prove({ requested, host, match, alias, entries });
  const isConfirmed = proof !== "none";
  const finding = {
    kind: "host" as const,
    config,
    relation: host.relation,
    match,
    alias,
    isConfirmed,
    isMomentary,
  };
  if (!isConfirmed) return { kind: "implied", finding, isComplete: snapshot.complete === true };
  return { kind: "proved", finding, dependsOn: proof === "lasting" && !isMomentary ? entries : NOTHING };
}

/** The host that answers; null if no candidate is connected, undefined if a snapshot is missing. */
type HostState = EffectiveHost | null | undefined;

function findHost(hostname: Hostname, read: (host: Hostname) => HostSnapshot | undefined): HostState {
  const own = read(hostname);
  if (own !== undefined && own.config !== null) {
    return { snapshot: own, config: own.config, relation: "self" };
  }
  for (const { host, relation } of listHostCandidates(hostname)) {
    const snapshot = read(host);
    if (snapshot === undefined) return undefined;
    if (snapshot.config !== null) return { snapshot, config: snapshot.config, relation };
  }
  return null;
}

/** The match and alias of a visit among the records that have started. */
export type Found = Pick<HostFinding, "match" | "alias" | "isMomentary">;

/** Finds record and alias, ignoring records that have not started; undefined if a slot is missing. */
export function findStarted(config: HostConfig, visit: Visit, readAll: SlotReader): Found | undefined {
  let isMomentary = false;
  const isAhead = ({ startsAtMs = 0 }: RecordSnapshot) => startsAtMs > visit.nowMs && (isMomentary = true);
  const read: SlotReader = (slot) => {
    const snapshot = readAll(slot);
    // Most slots have only started records, and need no copy.
    return snapshot?.records.some(isAhead)
      ? { ...snapshot, records: snapshot.records.filter((record) => !isAhead(record)) }
      : snapshot;
  };
  const found = findRecord(config, visit, read);
  // The record of `*` is in no slot, and nothing comes after it.
  const match = found && isAhead(found.record) ? null : found;
  const alias = match === undefined ? undefined : findViewedAlias(visit, match, read);
  return match === undefined || alias === undefined ? undefined : { match, alias, isMomentary };
}

/** Finds the record. Platform paths need no slot unless the host's snapshot says that a record takes them over. */
function findRecord(config: HostConfig, visit: Visit, read: SlotReader): Match | null | undefined {
  const { requested } = visit;
  if (isPlatformPath(config, requested.path)) return null;
  const patterns = patternsOf(config, requested);
  return patterns === undefined ? undefined : findMatch(config, requested, read, patterns);
}

/**
 * Finds the alias whose preview or picture is requested: null if none is, or if a record has this
 * exact path; undefined if the alias's slot has not been read.
 */
function findViewedAlias(
  { requested, view }: Visit,
  match: Match | null,
  read: SlotReader,
): Match | null | undefined {
  if (view === null) return null;
  if (match !== null && isRequested(requested, foldCase(match.record.path))) return null;
  return findAlias(view.alias, read);
}

export function slotsOfAlias({ view }: Visit): SlotName[] {
  return view === null ? [] : listAliasSlots(view.alias);
}
