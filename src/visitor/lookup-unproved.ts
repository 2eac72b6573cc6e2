import type { Hostname } from "../domain/hostname.ts";
import { ALL_KINDS, listSlots } from "../domain/match.ts";
import { isPlatformPath, type SlotSnapshot } from "../domain/snapshot.ts";
import type { SlotName } from "../domain/slot.ts";
import { listHostCandidates } from "../domain/visited-host.ts";
import { hostKey, snapshotKey } from "../storage/snapshot/key.ts";
import type { Finding, LookUp } from "./finding.ts";
import { findStarted, listAllSlots, NOTHING, slotsOfAlias, type Found, type Stored } from "./lookup.ts";
import { prove, type EffectiveHost } from "./prove.ts";
import type { SnapshotSources, UsedSnapshots } from "./snapshot-sources.ts";
import { addressOf, type Visit } from "./visit.ts";

/**
 * Looks up visits that memory and KV do not answer for certain: in the database, else in snapshots of memory that are no
 * longer fresh (contract 19).
 */

/** @param stored null if KV failed */
export async function lookUpUnproved(
  visit: Visit,
  sources: SnapshotSources,
  stored: Exclude<Stored, { kind: "proved" }> | null,
): Promise<LookUp> {
  const confirmed = await askWithinLimits(visit, sources, stored);
  if (confirmed !== null) return confirmed;
  if (stored?.kind === "implied") return momentary(stored.finding);
  return momentary(findStale(visit, sources) ?? { kind: "unavailable" });
}

/** Looks a visit up in the database alone, after an error that a value of another tier may have caused. */
export async function lookUpInDatabase(visit: Visit, sources: SnapshotSources): Promise<LookUp> {
  const { finding } = (await findInDatabase(visit, sources)) ?? momentary({ kind: "unavailable" });
  return momentary(finding);
}

function momentary(finding: Finding): LookUp {
  return { finding, dependsOn: NOTHING };
}

/**
 * Asks the database within limits: an isolate has few lookups in flight for hostnames that are behind, and
 * lookups of unknown paths and hostnames are limited by address and minute.
 * @param stored null if KV failed: then any source may exist
 * @returns null if the limits did not admit the lookup, or it failed
 */
async function askWithinLimits(
  visit: Visit,
  sources: SnapshotSources,
  stored: Stored | null,
): Promise<LookUp | null> {
  const ask = () => findInDatabase(visit, sources);
  if (stored === null || stored.kind === "outdated") return ask();
  if (stored.kind === "implied" && !stored.isComplete) return sources.lookUpBehind(ask);
  if (await sources.admitsMiss(addressOf(visit))) return ask();
  return stored.kind === "unknown-host" ? momentary(stored) : null;
}

/**
 * Asks the database for every kind of source, because the host's snapshot may not yet show that a kind
 * has its first source. Memory keeps the answer, including missing snapshots.
 * @returns null if the database fails or hangs
 */
async function findInDatabase(visit: Visit, sources: SnapshotSources): Promise<LookUp | null> {
  const { requested } = visit;
  const candidates = listHostCandidates(visit.hostname);
  const hosts = candidates.map(({ host }) => host);
  const state = await sources.readDatabase(
    hosts,
    [...listSlots(ALL_KINDS, requested), ...slotsOfAlias(visit)],
    (config) => listAllSlots(config, visit),
  );
  if (state === null) return null;
  const used: UsedSnapshots = new Map();
  for (const [host, snapshot] of state.hosts) sources.keep(hostKey(host), snapshot, used);
  const { connected: config } = state;
  if (config === null) return momentary({ kind: "unknown-host" });
  // Memory keeps only slots of kinds that the host has, because no visit reads the others.
  for (const slot of [...(await listAllSlots(config, visit)), ...slotsOfAlias(visit)]) {
    const snapshot = state.slots.get(slot);
    if (snapshot !== undefined) sources.keep(snapshotKey(config.host, slot), snapshot, used);
  }
  const relation = candidates.find(({ host }) => host === config.host)?.relation ?? "self";
  const read = (slot: SlotName): SlotSnapshot | undefined => state.slots.get(slot);
  const found = findStarted(config, visit, read);
  const { match, alias, isMomentary } = found ?? NOT_FOUND;
  const finding = { kind: "host" as const, config, relation, match, alias, isConfirmed: true, isMomentary };
  // If nothing was committed since, memory keeps KV's snapshot, which knows whether the hostname is complete.
  const snapshot = sources.readStaleHost(config.host);
  if (snapshot === undefined) return momentary(finding);
  const entries = sources.dependencies(used);
  const proof = prove({ requested, host: { snapshot, config, relation }, match, alias, entries });
  return { finding, dependsOn: proof === "lasting" && !isMomentary ? entries : NOTHING };
}

const NOT_FOUND: Found = { match: null, alias: null, isMomentary: false };

function findStale(visit: Visit, sources: SnapshotSources): Finding | null {
  const { hostname, requested } = visit;
  const host = findStaleHost(hostname, sources);
  if (host === null) return null;
  const { config, relation } = host;
  const read = sources.staleSlotReader(config.host);
  // A slot that memory never had may hold a record. Without it, no answer is certain.
  const found = findStarted(config, visit, read);
  if (found === undefined || (found.match === null && !isPlatformPath(config, requested.path))) return null;
  const { match } = found;
  // A narrower record may have been created since.
  const isConfirmed = match?.isBroad === false && relation === "self";
  return { kind: "host", config, relation, ...found, isConfirmed };
}

/** Finds a connected hostname in memory, however old. Skips hostnames that memory never held. */
function findStaleHost(hostname: Hostname, sources: SnapshotSources): EffectiveHost | null {
  for (const { host, relation } of listHostCandidates(hostname)) {
    const snapshot = sources.readStaleHost(host);
    if (snapshot !== undefined && snapshot.config !== null) {
      return { snapshot, config: snapshot.config, relation };
    }
  }
  return null;
}
