import {
  aliasSlotOfView,
  ALL_KINDS,
  findMatch,
  listSlots,
  type Match,
  type RequestedSource,
  type SlotReader,
} from "../domain/match.ts";
import { isPlatformPath, type HostConfig, type HostSnapshot, type SlotSnapshot } from "../domain/snapshot.ts";
import { exactSlot } from "../domain/source.ts";
import { listHostCandidates, type HostCandidate, type HostRelation } from "../domain/visited-host.ts";
import type { Kept, MemoryEntry, Snapshot, SnapshotMemory } from "../storage/snapshots/memory.ts";
import type { DatabaseState } from "../storage/snapshots/read.ts";
import { hostKey, snapshotKey } from "../storage/snapshots/key.ts";
import { withDeadline } from "../deadline.ts";
import { DatabaseLookUps } from "./database-look-ups.ts";
import type { Finding } from "./resolve.ts";
import { StoreReading, type StoreTiers } from "./store-reading.ts";
import { addressOf, type Visit } from "./visit.ts";

/**
 * Finds which hostname and record answer a visit: memory, else one or two operations on KV, else one
 * on the database (contract 19.6). A value that is missing in KV proves nothing by itself: only a
 * hostname whose snapshot in KV says that it is complete, or the database, can say that there is
 * nothing. A tier that fails or hangs is passed over; with none left, what memory once knew answers.
 */

/** The stores as functions, so that each can be counted, and break. */
export interface Tiers extends StoreTiers {
  /** One operation. */
  readDatabase(hosts: string[], slots: string[]): Promise<DatabaseState>;
  /** Whether this address may make the database look for something that is known nowhere else. */
  admitMiss(address: string): Promise<boolean>;
  /** Those that confirm answers of hostnames that are behind. */
  lookUps: DatabaseLookUps;
}

/** Milliseconds for which a visit waits. */
const LIMITER_DEADLINE_MS = 300;
const DATABASE_DEADLINE_MS = 1_000;

/** Lookups in flight for hostnames that are behind, for an isolate (contract 19.6). */
export const behindLookUps = (): DatabaseLookUps => new DatabaseLookUps(20, 2 * DATABASE_DEADLINE_MS);

/**
 * Finds host and record, at once where memory has them. `rests` then holds the entries that the
 * finding depends on; none where they cannot be told.
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

/** Looks a visit up in the database alone: for when what the other tiers hold cannot be used. */
export async function lookUpInDatabase(visit: Visit, tiers: Tiers): Promise<Finding> {
  const candidates = listHostCandidates(visit.hostname);
  return (await askDatabase(visit, tiers, candidates, null, [])) ?? { kind: "unavailable" };
}

interface EffectiveHost {
  snapshot: HostSnapshot;
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
      ? { snapshot: own, config: own.config, relation: "self" }
      : findHost(listHostCandidates(hostname), (candidate) =>
          memory.readFresh(hostKey(candidate), nowMs, rests),
        );
  if (host === undefined) return null;
  if (host === null) return rests.some(isMissing) ? null : { kind: "unknown-host" };
  const readSlot = (slot: string) =>
    memory.readFresh<SlotSnapshot>(snapshotKey(host.config.host, slot), nowMs, rests);
  const match = matchOn(host.config, visit, readSlot);
  if (match === undefined) return null;
  const proof = prove(visit, host, match, { entries: rests, readSlot });
  if (proof === "none") return null;
  if (proof === "momentary") rests.length = 0;
  return toFinding(host, match, true);
}

function findHost(candidates: HostCandidate[], read: (host: string) => HostSnapshot | undefined): HostState {
  for (const { host, relation } of candidates) {
    const snapshot = read(host);
    if (snapshot === undefined) return undefined;
    if (snapshot.config !== null) return { snapshot, config: snapshot.config, relation };
  }
  return null;
}

/** Platform paths need no slot unless the host's snapshot says that a record takes them over. */
function matchOn(config: HostConfig, visit: Visit, read: SlotReader): Match | null | undefined {
  return isPlatformPath(config, visit.requested.path) ? null : findMatch(config, visit.requested, read);
}

function toFinding({ config, relation }: EffectiveHost, match: Match | null, isConfirmed: boolean): Finding {
  return { kind: "host", config, relation, match, isConfirmed };
}

/**
 * How sure it is that nothing narrower can answer. What is proved for the moment holds for this visit;
 * what is proved lastingly holds as long as the entries do.
 */
type Proof = "none" | "momentary" | "lasting";

/** What memory or KV said: the entries that a match depends on, none where they cannot be told. */
interface Evidence {
  entries: MemoryEntry[];
  readSlot: SlotReader;
}

function prove(
  { requested }: Visit,
  { snapshot, config, relation }: EffectiveHost,
  match: Match | null,
  { entries, readSlot }: Evidence,
): Proof {
  if (entries.length === 0) return "none";
  const isPlatform = match === null && isPlatformPath(config, requested.path);
  if (snapshot.complete === true) {
    if (match !== null || isPlatform) return "lasting";
    if (isViewOfAlias(requested, readSlot)) return "momentary";
  }
  if (entries.some(isMissing)) return "none";
  if (isPlatform || (match?.isBroad === false && relation === "self")) return "lasting";
  // Once the database was asked for this path, it was asked for all kinds of sources with it.
  const exact = snapshotKey(config.host, exactSlot(requested.folded));
  const asked = entries.find(({ key, isConfirmed }) => key === exact && isConfirmed);
  if (asked === undefined) return "none";
  // KV may confirm its own value again, and not what the database said of it.
  return asked.text === undefined ? "lasting" : "momentary";
}

/** Whether the path asks for the preview or picture of an alias that is known: no miss then. */
function isViewOfAlias(requested: RequestedSource, readSlot: SlotReader): boolean {
  const slot = aliasSlotOfView(requested);
  return slot !== null && readSlot(slot)?.records.some(({ isAlias }) => isAlias === true) === true;
}

/** Whether KV has no value, and the database was not asked. */
function isMissing({ text }: MemoryEntry): boolean {
  return text === null;
}

async function lookFurther(
  visit: Visit,
  tiers: Tiers,
  rests: MemoryEntry[],
  reading: StoreReading,
): Promise<Finding> {
  rests.length = 0;
  const candidates = listHostCandidates(visit.hostname);
  const stored = reading.hasFailed
    ? null
    : await reading.within(readFromStore(visit, tiers, candidates, reading));
  if (stored?.kind === "proved") {
    rests.push(...stored.rests);
    return stored.finding;
  }
  const answered = await askWithinBounds(visit, tiers, stored, () =>
    askDatabase(visit, tiers, candidates, reading, rests),
  );
  if (answered !== null) return answered;
  if (stored?.kind === "implied") return stored.finding;
  return readStale(visit, candidates, tiers) ?? { kind: "unavailable" };
}

/** What memory and KV say of a visit. */
type Stored =
  | { kind: "proved"; finding: Finding; rests: MemoryEntry[] }
  /** The answer unless the database knows better. */
  | { kind: "implied"; finding: Finding; isComplete: boolean }
  /** No hostname that answers. */
  | { kind: "unknown-host" }
  /** They have nothing but values that are older than what this isolate knows of. */
  | { kind: "outdated" };

/**
 * Asks the database where there is room for it: a hostname that is behind has a number of look-ups in
 * flight, paths and hostnames that nobody knows a number a minute for each address.
 * @param stored null where KV is out: then nobody can tell an unknown source from a known one
 * @returns null where the database was not asked, or failed
 */
async function askWithinBounds(
  visit: Visit,
  tiers: Tiers,
  stored: Stored | null,
  ask: () => Promise<Finding | null>,
): Promise<Finding | null> {
  if (stored === null || stored.kind === "outdated") return ask();
  if (stored.kind === "implied" && !stored.isComplete) return tiers.lookUps.run(visit.nowMs, ask);
  if (await isAdmitted(visit, tiers)) return ask();
  return stored.kind === "unknown-host" ? stored : null;
}

async function readFromStore(
  visit: Visit,
  { memory }: Tiers,
  candidates: HostCandidate[],
  reading: StoreReading,
): Promise<Stored> {
  const { requested, hostname } = visit;
  const readHost = (host: string) => reading.read<HostSnapshot>(hostKey(host));
  let host = findHost(candidates, readHost);
  const alias = aliasSlotOfView(requested);
  const slots = alias === null ? [exactSlot(requested.folded)] : [exactSlot(requested.folded), alias];
  const own = slots.map((slot) => snapshotKey(hostname, slot));
  if (host === undefined && wasConnected(hostname, memory)) {
    await reading.fetch([hostKey(hostname), ...own]);
    host = findHost(candidates, readHost);
  }
  if (host === undefined) {
    await reading.fetch([...candidates.map((candidate) => hostKey(candidate.host)), ...own]);
    host = findHost(candidates, readHost);
  }
  if (host === undefined || host === null) {
    reading.remember();
    return { kind: host === null ? "unknown-host" : "outdated" };
  }
  const { config, snapshot } = host;
  const keyOf = (slot: string) => snapshotKey(config.host, slot);
  const readSlot = (slot: string) => reading.read<SlotSnapshot>(keyOf(slot));
  let match = matchOn(config, visit, readSlot);
  if (match === undefined) {
    await reading.fetch([...listSlots(config, requested), ...(alias === null ? [] : [alias])].map(keyOf));
    match = matchOn(config, visit, readSlot);
  }
  // Whatever comes of this visit, which may have given up waiting.
  const rests = reading.remember();
  if (match === undefined) return { kind: "outdated" };
  const proof = prove(visit, host, match, { entries: rests, readSlot });
  if (proof === "none") {
    return {
      kind: "implied",
      finding: toFinding(host, match, false),
      isComplete: snapshot.complete === true,
    };
  }
  return {
    kind: "proved",
    finding: toFinding(host, match, true),
    rests: proof === "lasting" ? rests : [],
  };
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

/**
 * Asks the database for every kind of source: the host's snapshot may not yet tell of the first of a
 * kind. Its answer is kept like any other, that there is nothing included.
 * @param reading what KV said: of a hostname that it does not know all snapshots are written anew
 * @returns null where the database fails or hangs
 */
async function askDatabase(
  visit: Visit,
  tiers: Tiers,
  candidates: HostCandidate[],
  reading: StoreReading | null,
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
    if (reading?.lacks(hostKey(connected.host)) === true) tiers.refill(connected.host);
    // Slots of kinds that the host has no sources of are never read again.
    for (const slot of listSlots(connected, visit.requested)) {
      const snapshot = state.slots.get(slot);
      if (snapshot !== undefined) keep(snapshotKey(connected.host, slot), snapshot);
    }
    const relation = candidates.find((candidate) => candidate.host === connected.host)?.relation ?? "self";
    const readSlot = (slot: string) => state.slots.get(slot);
    const match = matchOn(connected, visit, readSlot) ?? null;
    const entries = memory.entriesOf(used);
    // Memory still has what KV said of completeness where nothing was committed since.
    const snapshot = memory.readStale<HostSnapshot>(hostKey(connected.host));
    if (snapshot !== undefined) {
      const host = { snapshot, config: connected, relation };
      if (prove(visit, host, match, { entries, readSlot }) === "lasting") rests.push(...entries);
    }
    return { kind: "host", config: connected, relation, match, isConfirmed: true };
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
  // What is narrower may have come since.
  return toFinding(host, match, match?.isBroad === false && host.relation === "self");
}
