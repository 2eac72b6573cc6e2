import type { SnapshotKey } from "../domain/snapshot.ts";
import { SnapshotMemory, type Snapshot } from "../storage/snapshot/memory.ts";

/**
 * A memory with the state of the database, which never drops a snapshot. It notes the snapshots that a lookup reads,
 * in their order, so that the code of visits needs no change to be watched.
 */
export class WorldMemory extends SnapshotMemory {
  /** The keys that were read since `watch`. */
  private reads = new Set<SnapshotKey>();

  add(key: SnapshotKey, snapshot: Snapshot): void {
    this.keep(key, { snapshot, text: undefined, size: 0 }, Infinity);
  }

  /** Begins to note reads again. Returns a set that grows as snapshots are read. */
  watch(): ReadonlySet<SnapshotKey> {
    this.reads = new Set();
    return this.reads;
  }

  override readFresh(key: SnapshotKey, nowMs: number): Snapshot | undefined {
    const snapshot = super.readFresh(key, nowMs);
    if (snapshot !== undefined) this.reads.add(key);
    return snapshot;
  }

  protected override makeRoom(): void {}
}
