import { allOf } from "../all-databases.ts";
import type { Hostname } from "../domain/hostname.ts";
import { listHostCandidates, type HostRelation } from "../domain/visited-host.ts";
import { listAliasSlots, listSlots } from "../domain/match.ts";
import { covers, type Reach } from "../domain/reach.ts";
import type { LinkRecord } from "../domain/record.ts";
import type { HostSnapshot, SnapshotKey } from "../domain/snapshot.ts";
import type { Env } from "../env.ts";
import { selectHeldByDirectory } from "../storage/directory/held.ts";
import {
  selectHostStates,
  selectSlotStates,
  type ClaimedSnapshot,
  type HostState,
  type KeyedSlot,
} from "../storage/explain/read.ts";
import { hostKey, snapshotKey } from "../storage/snapshot/key.ts";
import type { Finding } from "../visitor/finding.ts";
import { LookupLimit } from "../visitor/lookup-limit.ts";
import { lookUp } from "../visitor/lookup.ts";
import { lacksPatternCode, loadPatternCode, patternsOf } from "../visitor/patterns.ts";
import { SnapshotSources, type Stores } from "../visitor/snapshot-sources.ts";
import type { Visit } from "../visitor/visit.ts";
import { WorldMemory } from "./world-memory.ts";

/** The hostname whose records answer a visit. */
export interface AnsweringHost {
  name: Hostname;
  relation: HostRelation;
  claim: ClaimedSnapshot;
}

export interface Found {
  finding: Finding;
  host: AnsweringHost | null;
  /** The snapshots that the lookup read, in their order. */
  reads: ReadonlySet<string>;
}

/**
 * Answers visits of one workspace's hostnames from the database: the lookup of visits runs on a memory that was
 * filled for it. A few statements load many visits.
 */
export class World {
  /** The records of all loaded slots, by id. */
  readonly records = new Map<string, LinkRecord>();
  private readonly hosts = new Map<Hostname, HostState>();
  private readonly memory = new WorldMemory();
  private readonly stores: Stores;
  private readonly env: Env;
  private readonly includesWaiting: boolean;
  private readonly reach: Reach;

  constructor(env: Env, reach: Reach, includesWaiting: boolean) {
    this.env = env;
    this.reach = reach;
    this.includesWaiting = includesWaiting;
    this.stores = toStores(this.memory);
  }

  /** Loads the snapshots that some visits need. */
  async load(visits: Visit[]): Promise<void> {
    await this.loadHosts(visits.map(({ hostname }) => hostname));
    /** The slots by their names with the key of the claim, under which the database has them. */
    const wanted = new Map<string, { slot: KeyedSlot; name: SnapshotKey }>();
    for (const visit of visits) {
      const host = this.hostOf(visit.hostname);
      const config = host?.claim.snapshot.config;
      if (host === null || !config) continue;
      if (config.shapes !== undefined) await loadPatternCode();
      const slots = listSlots(config, visit.requested, patternsOf(config, visit.requested));
      if (visit.view !== null) slots.push(...listAliasSlots(visit.view.alias));
      const { key } = host.claim;
      for (const slot of slots) {
        const name = snapshotKey(host.name, slot);
        if (this.memory.readStale(name) !== undefined) continue;
        wanted.set(snapshotKey(key, slot), { slot: [key, slot], name });
      }
    }
    const slots = Array.from(wanted.values(), ({ slot }) => slot);
    const states = await selectSlotStates(this.env.DB, this.reach.workspaceId, slots);
    for (const [key, { name }] of wanted) {
      const snapshot = states.snapshots.get(key);
      if (snapshot !== undefined) this.memory.add(name, snapshot);
    }
    for (const [id, record] of states.records) this.records.set(id, record);
  }

  /** Finds the record that answers a loaded visit, by the same lookup as for visitors. */
  async find(visit: Visit): Promise<Found> {
    const host = this.hostOf(visit.hostname);
    const reads = this.memory.watch();
    if (host === null) return { finding: { kind: "unknown-host" }, host, reads };
    const looked = lookUp(visit, new SnapshotSources(visit.nowMs, this.stores));
    const { finding } = looked instanceof Promise ? await looked : looked;
    if (finding.kind === "host" && lacksPatternCode(finding.match?.record)) await loadPatternCode();
    return { finding, host, reads };
  }

  snapshotOf(key: string) {
    return this.memory.readStale(key as Parameters<WorldMemory["readStale"]>[0]);
  }

  /** Returns the claim that answers for a hostname; null if the caller sees none. */
  hostOf(hostname: Hostname): AnsweringHost | null {
    for (const { host: name, relation } of listHostCandidates(hostname)) {
      const claim = this.hosts.get(name) ?? null;
      if (claim === "foreign") return null;
      if (claim !== null) return covers(this.reach, name) ? { name, relation, claim } : null;
    }
    return null;
  }

  async loadHosts(hostnames: Hostname[]): Promise<void> {
    const names = [...new Set(hostnames)].flatMap(listHostCandidates).map(({ host }) => host);
    const unknown = [...new Set(names)].filter((name) => !this.hosts.has(name));
    if (unknown.length === 0) return;
    const states = await selectHostStates(this.env.DB, this.reach.workspaceId, unknown, this.includesWaiting);
    const elsewhere = await selectHeldByDirectory(allOf(this.env), this.env.DATABASE, unknown);
    for (const { name } of elsewhere) states.set(name, states.get(name) ?? "foreign");
    for (const [name, state] of states) {
      this.hosts.set(name, state);
      const isOwn = state !== null && state !== "foreign";
      this.memory.add(hostKey(name), isOwn ? state.snapshot : NOT_CONNECTED);
      if (isOwn) for (const [id, record] of state.records) this.records.set(id, record);
    }
  }
}

/** Returns the sources of a visit that was looked up in a world: they only wait for the files that a page shows. */
export function sourcesAfterLookup(nowMs: number): SnapshotSources {
  return new SnapshotSources(nowMs, toStores(new WorldMemory()));
}

const NOT_CONNECTED: HostSnapshot = { v: 1, seq: 0, config: null };

/** Returns stores with only the memory. They fail for a visit that was not loaded. */
function toStores(memory: WorldMemory): Stores {
  const refuse = (): never => {
    throw new Error("a visit is explained from what was loaded for it");
  };
  return {
    memory,
    memoryMs: 0,
    readStore: async () => refuse(),
    readDatabase: async () => refuse(),
    // Without the database, the lookup answers by the snapshots in memory.
    admitMiss: async () => false,
    lookUpsBehind: new LookupLimit(),
    repair: refuse,
    refill: refuse,
  };
}
