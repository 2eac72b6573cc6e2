import type { SnapshotKey } from "../domain/snapshot.ts";
import { SnapshotMemory, type MemoryEntry, type Snapshot } from "../storage/snapshot/memory.ts";

/**
 * A memory with the state of the database, which never drops a snapshot. It notes the snapshots that a lookup reads,
 * in their order, so that the code of visits needs no change to be watched.
 */
export class WorldMemory extends SnapshotMemory {
  private readonly known = new Map<SnapshotKey, MemoryEntry>();
  /** The keys that were read since `watch`. */
  private reads = new Set<SnapshotKey>();

  add(key: SnapshotKey, snapshot: Snapshot): void {
    const { seq } = snapshot;
    const lasting = { text: undefined, isConfirmed: true, freshUntilMs: Infinity, size: 0, isRenewed: false };
    this.known.set(key, { key, seq, snapshot, ...lasting });
  }

  has(key: SnapshotKey): boolean {
    return this.known.has(key);
  }

  /** Begins to note reads again. Returns a set that grows as snapshots are read. */
  watch(): ReadonlySet<SnapshotKey> {
    this.reads = new Set();
    return this.reads;
  }

  override readFresh(key: SnapshotKey): Snapshot | undefined {
    const entry = this.known.get(key);
    if (entry !== undefined) this.reads.add(key);
    return entry?.snapshot ?? undefined;
  }

  override readStale<T extends Snapshot>(key: SnapshotKey): T | undefined {
    return this.known.get(key)?.snapshot as T | undefined;
  }

  override entriesOf(keys: Iterable<SnapshotKey>): MemoryEntry[] {
    const entries = Array.from(keys, (key) => this.known.get(key));
    return entries.every((entry) => entry !== undefined) ? entries : [];
  }
}
