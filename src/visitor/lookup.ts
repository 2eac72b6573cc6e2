import { ALL_KINDS, findMatch, listSlots, type Match, type SlotReader } from "../domain/match.ts";
import { isPlatformPath, type HostConfig, type HostSnapshot, type SlotSnapshot } from "../domain/snapshot.ts";
import { exactSlot } from "../domain/source.ts";
import { listHostCandidates, type HostCandidate, type HostRelation } from "../domain/visited-host.ts";
import type { Kept, MemoryEntry, Snapshot, SnapshotMemory } from "../storage/snapshots/memory.ts";
import type { DatabaseState } from "../storage/snapshots/read.ts";
import { hostKey, snapshotKey } from "../storage/snapshots/key.ts";
import { withDeadline } from "../deadline.ts";
import type { Finding } from "./resolve.ts";
import { StoreReading, type StoreTiers } from "./store-reading.ts";
import { addressOf, type Visit } from "./visit.ts";

/**
 * Which host and record answer a visit: memory, else one or two operations on the store, else one
 * on the database (section 3). A tier that fails or hangs is passed over; with none left, what
 * memory once knew still answers, and only then nothing does.
 */

/** The stores as functions, so that each can be counted, and break. */
export interface Tiers extends StoreTiers {
  /** One operation. */
  readDatabase(hosts: string[], slots: string[]): Promise<DatabaseState>;
  /** Whether this address may make the database look for something that is known nowhere else. */
  admitMiss(address: string): Promise<boolean>;
}

/** Milliseconds for which a visit waits. */
const LIMITER_DEADLINE_MS = 300;
const DATABASE_DEADLINE_MS = 1_000;

/**
 * The finding, at once where memory has it. `rests` then holds the entries that it rests on; none
 * where they cannot be told.
 * @param reading what was read from the store already
 */
export function lookUp(
  visit: Visit,
  tiers: Tiers,
  rests: MemoryEntry[] = [],
  reading: StoreReading | null = null,
): Finding | Promise<Finding> {
  return (
    readMemory(visit, tiers, rests) ??
    lookFurther(visit, tiers, rests, reading ?? new StoreReading(visit.nowMs, tiers))
  );
}

interface EffectiveHost {
  config: HostConfig;
  relation: HostRelation;
}

/** A host, null where none is connected, undefined where that is not known. */
type HostState = EffectiveHost | null | undefined;

function readMemory(visit: Visit, { memory }: Tiers, rests: MemoryEntry[]): Finding | null {
  const { hostname, nowMs } = visit;
  const own = memory.readFresh<HostSnapshot>(hostKey(hostname), nowMs, rests);
  const host: HostState =
    own !== undefined && own.config !== null
      ? { config: own.config, relation: "self" }
      : findHost(listHostCandidates(hostname), (candidate) =>
          memory.readFresh(hostKey(candidate), nowMs, rests),
        );
  if (host === undefined) return null;
  if (host === null) return { kind: "unknown-host" };
  const match = matchOn(host.config, visit, (slot) =>
    memory.readFresh<SlotSnapshot>(snapshotKey(host.config.host, slot), nowMs, rests),
  );
  return match === undefined ? null : { kind: "host", ...host, match };
}

function findHost(candidates: HostCandidate[], read: (host: string) => HostSnapshot | undefined): HostState {
  for (const { host, relation } of candidates) {
    const snapshot = read(host);
    if (snapshot === undefined) return undefined;
    if (snapshot.config !== null) return { config: snapshot.config, relation };
  }
  return null;
}

/** Platform paths need no slot unless the host's snapshot says that a record takes them over. */
function matchOn(config: HostConfig, visit: Visit, read: SlotReader): Match | null | undefined {
  return isPlatformPath(config, visit.requested.path) ? null : findMatch(config, visit.requested, read);
}

async function lookFurther(
  visit: Visit,
  tiers: Tiers,
  rests: MemoryEntry[],
  reading: StoreReading,
): Promise<Finding> {
  rests.length = 0;
  const candidates = listHostCandidates(visit.hostname);
  if (!reading.hasFailed) {
    const stored = await reading.within(readFromStore(visit, tiers, candidates, reading));
    if (stored !== null) {
      rests.push(...stored.rests);
      return stored.finding;
    }
  }
  // While the store is out nobody can tell an unknown source from a known one, so nobody is throttled.
  if (!reading.hasFailed && !(await isAdmitted(visit, tiers))) return { kind: "throttled" };
  const answered = await askDatabase(visit, tiers, candidates, rests);
  return answered ?? readStale(visit, candidates, tiers) ?? { kind: "unavailable" };
}

/** Only a match is an answer: that the store knows nothing may only mean that it does not know yet. */
async function readFromStore(
  visit: Visit,
  { memory }: Tiers,
  candidates: HostCandidate[],
  reading: StoreReading,
): Promise<{ finding: Finding; rests: MemoryEntry[] } | null> {
  const { requested, hostname } = visit;
  const readHost = (host: string) => reading.read<HostSnapshot>(hostKey(host));
  let host = findHost(candidates, readHost);
  const exact = snapshotKey(hostname, exactSlot(requested.folded));
  if (host === undefined && wasConnected(hostname, memory)) {
    await reading.fetch([hostKey(hostname), exact]);
    host = findHost(candidates, readHost);
  }
  if (host === undefined) {
    await reading.fetch([...candidates.map((candidate) => hostKey(candidate.host)), exact]);
    host = findHost(candidates, readHost);
  }
  if (host === undefined || host === null) return null;
  const { config } = host;
  const keyOf = (slot: string) => snapshotKey(config.host, slot);
  const readSlot = (slot: string) => reading.read<SlotSnapshot>(keyOf(slot));
  let match = matchOn(config, visit, readSlot);
  if (match === undefined) {
    await reading.fetch(listSlots(config, requested).map(keyOf));
    match = matchOn(config, visit, readSlot);
  }
  const isAnswered = match !== undefined && (match !== null || isPlatformPath(config, requested.path));
  if (!isAnswered) return null;
  // Whatever comes of this visit, which may have given up waiting.
  const rests = reading.remember();
  return { finding: { kind: "host", ...host, match: match ?? null }, rests };
}

/** A host that was connected when it was last seen still is, most often: what stands above it is not asked for. */
function wasConnected(hostname: string, memory: SnapshotMemory): boolean {
  const known = memory.readStale<HostSnapshot>(hostKey(hostname));
  return known !== undefined && known.config !== null;
}

async function isAdmitted(visit: Visit, tiers: Tiers): Promise<boolean> {
  try {
    return await withDeadline(tiers.admitMiss(addressOf(visit)), LIMITER_DEADLINE_MS);
  } catch (error) {
    console.warn(`misses could not be counted: ${String(error)}`);
    return true;
  }
}

/** Asks for every kind of source: the host's snapshot may not yet tell of the first of a kind. */
async function askDatabase(
  visit: Visit,
  tiers: Tiers,
  candidates: HostCandidate[],
  rests: MemoryEntry[],
): Promise<Finding | null> {
  const { memory, memoryMs } = tiers;
  const hosts = candidates.map((candidate) => candidate.host);
  try {
    const state = await withDeadline(
      tiers.readDatabase(hosts, listSlots(ALL_KINDS, visit.requested)),
      DATABASE_DEADLINE_MS,
    );
    const freshUntilMs = visit.nowMs + memoryMs;
    const used: string[] = [];
    const keep = (key: string, snapshot: Snapshot) => {
      memory.keep(key, toKept(snapshot), freshUntilMs);
      used.push(key);
    };
    for (const [host, snapshot] of state.hosts) keep(hostKey(host), snapshot);
    const { connected } = state;
    if (connected === null) return { kind: "unknown-host" };
    // Slots of kinds that the host has no sources of are never read again.
    for (const slot of listSlots(connected, visit.requested)) {
      const snapshot = state.slots.get(slot);
      if (snapshot !== undefined) keep(snapshotKey(connected.host, slot), snapshot);
    }
    const relation = candidates.find((candidate) => candidate.host === connected.host)?.relation ?? "self";
    const match = matchOn(connected, visit, (slot) => state.slots.get(slot)) ?? null;
    rests.push(...memory.entriesOf(used));
    return { kind: "host", config: connected, relation, match };
  } catch (error) {
    console.warn(`the database could not be read: ${String(error)}`);
    return null;
  }
}

/** Stored pages and blocklists are what makes snapshots large; the rest is about this long. */
const TYPICAL_SIZE = 500;

function toKept(snapshot: Snapshot): Kept {
  const isHost = "config" in snapshot;
  const records = isHost ? [snapshot.config?.any] : snapshot.records;
  const pages = records.map((record) => (record?.answer.kind === "html" ? record.answer.html.length : 0));
  const blocked = isHost ? (snapshot.config?.blocked ?? []).map(({ length }) => length) : [];
  const size = [...pages, ...blocked].reduce((total, length) => total + length, TYPICAL_SIZE);
  return { snapshot, text: undefined, size };
}

function readStale(visit: Visit, candidates: HostCandidate[], { memory }: Tiers): Finding | null {
  const known = candidates.filter(({ host }) => memory.readStale<HostSnapshot>(hostKey(host)) !== undefined);
  const host = findHost(known, (name) => memory.readStale(hostKey(name)));
  if (host === undefined || host === null) return null;
  // A slot that memory never held may have a record: that it has none is no answer.
  const match = matchOn(host.config, visit, (slot) =>
    memory.readStale<SlotSnapshot>(snapshotKey(host.config.host, slot)),
  );
  if (match === undefined || (match === null && !isPlatformPath(host.config, visit.requested.path)))
    return null;
  return { kind: "host", ...host, match };
}
