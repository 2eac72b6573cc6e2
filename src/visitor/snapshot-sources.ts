import type { Hostname } from "../domain/hostname.ts";
import type { SlotReader } from "../domain/match.ts";
import type { HostSnapshot, SlotSnapshot, SnapshotKey } from "../domain/snapshot.ts";
import type { SlotName } from "../domain/slot.ts";
import { hostKey, snapshotKey } from "../storage/snapshot/key.ts";
import type { Kept, MemoryEntry, Snapshot, SnapshotMemory } from "../storage/snapshot/memory.ts";
import type { DatabaseState, ListMoreSlots } from "../storage/snapshot/read.ts";
import type { StoredSnapshot } from "../storage/snapshot/kv.ts";
import { deadlines, withDeadline } from "../runtime/deadline.ts";
import { log } from "../runtime/log.ts";
import { DATABASE_DEADLINE_MS, type LookupLimit } from "./lookup-limit.ts";

/** The stores as functions, so that a test can count their operations and make them fail. */
export interface Stores {
  memory: SnapshotMemory;
  memoryMs: number;
  /** Reads all keys from KV, in one operation for up to 100. */
  readStore(keys: SnapshotKey[]): Promise<Map<SnapshotKey, StoredSnapshot>>;
  /** Reads hosts, and slots of the first connected one, in one or two operations. */
  readDatabase(hosts: Hostname[], slots: SlotName[], listMore: ListMoreSlots): Promise<DatabaseState>;
  /** Returns whether this address may cause a lookup in the database for a missed path or hostname. */
  admitMiss(address: string): Promise<boolean>;
  lookUpsBehind: LookupLimit;
  /** Requests that values which cannot be read are written again. */
  repair(keys: SnapshotKey[]): void;
  /** Requests that all snapshots of a hostname are written again. */
  refill(host: Hostname): void;
}

/** Logs the failure of each tier. */
const NOTES = {
  store: (error: string) => log("warn", "snapshots_unreadable", { error }),
  database: (error: string) => log("warn", "database_unreadable", { error }),
  limiter: (error: string) => log("warn", "misses_not_counted", { error }),
};

export type UsedSnapshots = Map<SnapshotKey, Snapshot>;

/**
 * Reads snapshots for one visit from memory, KV and the database. Fetches, waits no longer than the
 * deadlines, and refuses a snapshot that is older than what this isolate has seen.
 */
export class SnapshotSources {
  private readonly fetched = new Map<SnapshotKey, Kept>();
  private readonly requested = new Set<SnapshotKey>();
  private readonly used: UsedSnapshots = new Map();
  private readonly nowMs: number;
  private readonly stores: Stores;
  /** The time for which the visit still waits, for all operations of a tier together. */
  private readonly leftMs = { store: 900, database: DATABASE_DEADLINE_MS, limiter: 300 };

  constructor(nowMs: number, stores: Stores) {
    this.nowMs = nowMs;
    this.stores = stores;
  }

  /** Returns the snapshot of a hostname, fresh in memory or fetched from KV; undefined if neither has it. */
  readHost(host: Hostname): HostSnapshot | undefined {
    return this.read(hostKey(host)) as HostSnapshot | undefined;
  }

  /** Returns a reader of the slots of one hostname, fresh in memory or fetched from KV. */
  slotReader(host: Hostname): SlotReader {
    return (slot) => this.read(snapshotKey(host, slot)) as SlotSnapshot | undefined;
  }

  /** Returns the snapshot in memory, however old, for visits that no store answers. */
  readStaleHost(host: Hostname): HostSnapshot | undefined {
    return this.stores.memory.readStale(hostKey(host));
  }

  staleSlotReader(host: Hostname): SlotReader {
    return (slot) => this.stores.memory.readStale<SlotSnapshot>(snapshotKey(host, slot));
  }

  /**
   * Returns the memory entries of snapshots: by default of all that were read so far.
   * Empty if memory could not keep one of them, or has replaced it.
   */
  dependencies(used: UsedSnapshots = this.used): MemoryEntry[] {
    const entries = this.stores.memory.entriesOf(used.keys());
    return entries.every(({ key, snapshot }) => used.get(key) === snapshot) ? entries : [];
  }

  /**
   * Returns the result of work that asks a tier; null if the tier fails or hangs. After that, or when its time is
   * used up, the visit does not ask the tier again (contract 19.10).
   * @param note logs a failure
   */
  async ask<T>(tier: keyof typeof NOTES, work: () => Promise<T>, note = NOTES[tier]): Promise<T | null> {
    const { leftMs } = this;
    if (leftMs[tier] <= 0) return null;
    const startMs = Date.now();
    try {
      return await withDeadline(work(), leftMs[tier]);
    } catch (error) {
      leftMs[tier] = 0;
      note(String(error));
      return null;
    } finally {
      leftMs[tier] -= (Date.now() - startMs) / deadlines.factor;
    }
  }

  /**
   * Fetches from KV, in one operation, the keys that are not fresh in memory and that this visit has not
   * requested before. Memory keeps them even if the visit stops waiting. It also keeps that a key is
   * missing, which proves something only once it is confirmed.
   */
  async fetch(keys: SnapshotKey[]): Promise<void> {
    const missing = [...new Set(keys)].filter(
      (key) => !this.requested.has(key) && this.find(key) === undefined,
    );
    if (missing.length === 0) return;
    for (const key of missing) this.requested.add(key);
    const { memory, memoryMs } = this.stores;
    const unreadable: SnapshotKey[] = [];
    for (const [key, value] of await this.stores.readStore(missing)) {
      if (value === "unreadable") unreadable.push(key);
      // A later release wrote this value, and this release cannot read it: the database answers.
      else if (value === "newer") continue;
      else if (memory.admits(key, value.snapshot.seq)) {
        this.fetched.set(key, value);
        memory.keep(key, value, this.nowMs + memoryMs);
      }
    }
    if (unreadable.length > 0) this.stores.repair(unreadable);
  }

  /**
   * Returns whether KV still has the snapshots that a cached outcome depends on. If so, they are fresh
   * again. Takes one operation, and mostly nothing is parsed, matched or composed again.
   */
  async revalidate(dependsOn: readonly MemoryEntry[]): Promise<boolean> {
    const stale = dependsOn.filter(({ freshUntilMs }) => freshUntilMs <= this.nowMs);
    await this.ask("store", () => this.fetch(stale.map(({ key }) => key)));
    return stale.every(
      (entry) => this.stores.memory.holds(entry) && this.fetched.get(entry.key)?.snapshot === entry.snapshot,
    );
  }

  /**
   * Reads hosts and slots from the database; null if it fails or hangs. Requests a refill if KV was
   * asked for the hostname and has no value, or an old value without `complete`.
   */
  async readDatabase(
    hosts: Hostname[],
    slots: SlotName[],
    listMore: ListMoreSlots,
  ): Promise<DatabaseState | null> {
    const state = await this.ask("database", () => this.stores.readDatabase(hosts, slots, listMore));
    const host = state?.connected?.host;
    if (host !== undefined && this.needsRefill(host)) this.stores.refill(host);
    return state;
  }

  keep(key: SnapshotKey, snapshot: Snapshot, used: UsedSnapshots): void {
    const { memory, memoryMs } = this.stores;
    memory.keep(key, { snapshot, text: undefined, size: sizeOf(snapshot) }, this.nowMs + memoryMs);
    // Memory keeps its own object if nothing was committed since it was made.
    const kept = memory.readStale(key);
    used.set(key, kept?.seq === snapshot.seq ? kept : snapshot);
  }

  /** Starts a lookup in the database; null if the limit of lookups in flight is reached. */
  lookUpBehind<T>(work: () => Promise<T>): Promise<T> | null {
    return this.stores.lookUpsBehind.run(this.nowMs, work);
  }

  /** Returns whether the database may be asked for an unknown name on behalf of this address. */
  async admitsMiss(address: string): Promise<boolean> {
    return (await this.ask("limiter", () => this.stores.admitMiss(address))) !== false;
  }

  private read(key: SnapshotKey): Snapshot | undefined {
    const snapshot = this.find(key);
    if (snapshot !== undefined) this.used.set(key, snapshot);
    return snapshot;
  }

  private find(key: SnapshotKey): Snapshot | undefined {
    return this.fetched.get(key)?.snapshot ?? this.stores.memory.readFresh(key, this.nowMs);
  }

  private needsRefill(host: Hostname): boolean {
    const fetched = this.fetched.get(hostKey(host));
    if (fetched === undefined) return false;
    const { text, snapshot } = fetched;
    return text === null || ("config" in snapshot && snapshot.complete === undefined);
  }
}

/** The length of most snapshots. Stored pages and lists make the others longer. */
const TYPICAL_CHARACTERS = 500;

function sizeOf(snapshot: Snapshot): number {
  const isHost = "config" in snapshot;
  const records = isHost ? [snapshot.config?.any] : snapshot.records;
  const pages = records.map((record) => (record?.answer.kind === "html" ? record.answer.html : ""));
  const { blocked = [], shapes = [] } = (isHost ? snapshot.config : null) ?? {};
  return [...pages, ...blocked, ...shapes].reduce((total, { length }) => total + length, TYPICAL_CHARACTERS);
}
