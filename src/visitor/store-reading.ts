import { withDeadline } from "../runtime/deadline.ts";
import type { Kept, MemoryEntry, Snapshot, SnapshotMemory } from "../storage/snapshots/memory.ts";
import type { StoredSnapshot } from "../storage/snapshots/store.ts";
import { log } from "../runtime/log.ts";

/** Milliseconds for which a visit waits for all its operations on the store together. */
const STORE_DEADLINE_MS = 900;

export interface StoreTiers {
  memory: SnapshotMemory;
  memoryMs: number;
  /** One operation for all keys. */
  readStore(keys: string[]): Promise<Map<string, StoredSnapshot>>;
  /** Has values written anew that cannot be read. */
  repair(keys: string[]): void;
  /** Has all snapshots of a hostname written anew. */
  refill(host: string): void;
}

/** What one visit reads from the store, over what memory has fresh. */
export class StoreReading {
  /** Whether the store failed or hung: nobody can tell then what it has not from what it does not say. */
  hasFailed = false;
  private readonly found = new Map<string, Kept>();
  private readonly asked = new Set<string>();
  private readonly used = new Set<string>();
  private readonly nowMs: number;
  private readonly tiers: StoreTiers;

  constructor(nowMs: number, tiers: StoreTiers) {
    this.nowMs = nowMs;
    this.tiers = tiers;
  }

  /** What comes of work that reads; null where the store fails or hangs. */
  async within<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await withDeadline(work, STORE_DEADLINE_MS);
    } catch (error) {
      log("warn", "snapshots_unreadable", { error: String(error) });
      this.hasFailed = true;
      return null;
    }
  }

  read<T extends Snapshot>(key: string): T | undefined {
    const snapshot = this.look(key);
    if (snapshot !== undefined) this.used.add(key);
    return snapshot as T | undefined;
  }

  /** Whether KV was asked, and has no value under the key, or one of before completeness was told. */
  lacks(key: string): boolean {
    const kept = this.found.get(key);
    if (kept === undefined) return false;
    return kept.text === null || ("config" in kept.snapshot && kept.snapshot.complete === undefined);
  }

  private look(key: string): Snapshot | undefined {
    return this.found.get(key)?.snapshot ?? this.tiers.memory.readFresh(key, this.nowMs);
  }

  /** Reads the keys that are not known yet, and were not asked for before, in one operation. */
  async fetch(keys: string[]): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.asked.has(key) && this.look(key) === undefined);
    if (missing.length === 0) return;
    for (const key of missing) this.asked.add(key);
    const stored = await this.tiers.readStore(missing);
    const unreadable: string[] = [];
    for (const [key, value] of stored) {
      if (value === "unreadable") unreadable.push(key);
      // A snapshot older than what this isolate has seen is none: the database knows better.
      else if (this.tiers.memory.admits(key, value.snapshot.seq)) this.found.set(key, value);
    }
    if (unreadable.length > 0) this.tiers.repair(unreadable);
  }

  /**
   * Whether the store still has all that an answer rested on, which then is fresh again: most often
   * it has, and nothing is parsed, matched or composed anew. One operation.
   */
  async confirm(rests: readonly MemoryEntry[]): Promise<boolean> {
    const { memory } = this.tiers;
    const stale = rests.filter(({ freshUntilMs }) => freshUntilMs <= this.nowMs);
    await this.within(this.fetch(stale.map(({ key }) => key)));
    const stands = stale.every(
      (entry) => memory.holds(entry) && this.found.get(entry.key)?.snapshot === entry.snapshot,
    );
    if (stands) this.remember();
    return stands;
  }

  /**
   * Keeps what was read, absences included: they count only where something confirms them.
   * @returns the entries that were used; none where one of them could not be kept
   */
  remember(): MemoryEntry[] {
    const { memory, memoryMs } = this.tiers;
    for (const [key, kept] of this.found) memory.keep(key, kept, this.nowMs + memoryMs);
    return memory.entriesOf(this.used);
  }
}
