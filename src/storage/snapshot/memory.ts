import type { HostSnapshot, SlotSnapshot, SnapshotKey } from "../../domain/snapshot.ts";

/**
 * The snapshots that an isolate keeps in memory: the first tier of every lookup. Bounded in entries, text
 * and seconds. A lower sequence number never replaces a higher one (contract 19.4).
 */

export type Snapshot = HostSnapshot | SlotSnapshot;

const MAX_ENTRIES = 25_000;
/** The most JSON of all snapshots, in UTF-16 units. Stored pages reach this bound before the bound of entries. */
const MAX_TEXT = 16_000_000;
/** Longer texts, which have stored pages, are not kept in addition to their snapshot. */
const MAX_RECOGNIZED = 4_000;
/**
 * The share that is kept when a bound is passed. Each iteration of a Map steps over all deleted entries at
 * its front, so many entries are removed at once, and rarely.
 */
const KEPT_SHARE = 15 / 16;

/** A value to keep under a key. */
export interface Kept {
  snapshot: Snapshot;
  /** The text in KV, null if KV has none; undefined if the snapshot was made from the database. */
  text: string | null | undefined;
  /** The approximate number of characters of its JSON. */
  size: number;
}

export interface MemoryEntry {
  key: SnapshotKey;
  seq: number;
  /** Null if only the number of a commit is known, but not its content. */
  snapshot: Snapshot | null;
  text: Kept["text"];
  /** The entry comes from the database. A missing snapshot from another source proves nothing. */
  isConfirmed: boolean;
  /** Zero as soon as another entry replaces this one. */
  freshUntilMs: number;
  size: number;
  /** The entry was read again or replaced an older one under its key. Such entries are kept longer. */
  isRenewed: boolean;
}

export class SnapshotMemory {
  private readonly entries = new Map<SnapshotKey, MemoryEntry>();
  private text = 0;

  /** Returns the snapshot under a key while it is fresh. */
  readFresh(key: SnapshotKey, nowMs: number): Snapshot | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.freshUntilMs <= nowMs) return undefined;
    return entry.snapshot ?? undefined;
  }

  /** Returns the snapshot under a key however old it is, for visits that no store answers. */
  readStale<T extends Snapshot>(key: SnapshotKey): T | undefined {
    return (this.entries.get(key)?.snapshot ?? undefined) as T | undefined;
  }

  /** Returns whether a snapshot of this number may be used, because no newer one was seen. */
  admits(key: SnapshotKey, seq: number): boolean {
    return seq >= (this.entries.get(key)?.seq ?? 0);
  }

  /** Returns the snapshot that was parsed from the same text, so that it is not parsed again. */
  recognize(key: SnapshotKey, text: string | null): Snapshot | undefined {
    const entry = this.entries.get(key);
    return entry?.text === text ? (entry.snapshot ?? undefined) : undefined;
  }

  holds(entry: MemoryEntry): boolean {
    return this.entries.get(entry.key) === entry;
  }

  /** Returns the entry of each key, fresh or not; an empty list if one is missing. */
  entriesOf(keys: Iterable<SnapshotKey>): MemoryEntry[] {
    const entries: MemoryEntry[] = [];
    for (const key of keys) {
      const entry = this.entries.get(key);
      if (entry === undefined) return [];
      entries.push(entry);
    }
    return entries;
  }

  /** Keeps a snapshot unless a newer one is known. A snapshot that is already kept gets a new lifetime. */
  keep(key: SnapshotKey, { snapshot, text, size }: Kept, freshUntilMs: number): void {
    const held = this.entries.get(key);
    if (snapshot.seq < (held?.seq ?? 0)) return;
    const isConfirmed = text === undefined;
    if (
      held !== undefined &&
      (held.snapshot === snapshot || (isConfirmed && showsCommitOf(held, snapshot)))
    ) {
      held.freshUntilMs = freshUntilMs;
      held.isConfirmed = isConfirmed;
      held.isRenewed = true;
    } else {
      const kept = size <= MAX_RECOGNIZED ? text : undefined;
      const { seq } = snapshot;
      this.replace({ key, seq, snapshot, text: kept, isConfirmed, freshUntilMs, size, isRenewed: false });
    }
  }

  /** Makes memory refuse snapshots that are older than a commit of this isolate. */
  raise(key: SnapshotKey, seq: number): void {
    if (!this.admits(key, seq)) return;
    // The snapshot from before the commit is still the best answer if no store can be reached.
    const held = this.entries.get(key);
    this.replace({
      key,
      seq,
      snapshot: held?.snapshot ?? null,
      text: undefined,
      isConfirmed: false,
      freshUntilMs: 0,
      size: held?.size ?? 0,
      isRenewed: false,
    });
  }

  clear(): void {
    for (const key of this.entries.keys()) this.remove(key);
  }

  private replace(entry: MemoryEntry): void {
    const { key } = entry;
    const held = this.entries.get(key);
    if (held !== undefined) {
      this.text -= held.size;
      held.freshUntilMs = 0;
      entry.isRenewed = true;
    }
    // Set without delete: a Map steps over every deleted entry when it is iterated.
    this.entries.set(key, entry);
    this.text += entry.size;
    if (this.entries.size > MAX_ENTRIES || this.text > MAX_TEXT) this.makeRoom();
  }

  /** Removes entries, the oldest first. A renewed entry is skipped once. */
  protected makeRoom(): void {
    for (const [key, entry] of this.entries) {
      if (this.entries.size <= KEPT_SHARE * MAX_ENTRIES && this.text <= KEPT_SHARE * MAX_TEXT) break;
      if (entry.isRenewed) {
        entry.isRenewed = false;
        this.entries.delete(key);
        this.entries.set(key, entry);
      } else {
        this.remove(key);
      }
    }
  }

  private remove(key: SnapshotKey): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.text -= entry.size;
    entry.freshUntilMs = 0;
    this.entries.delete(key);
  }
}

/**
 * Returns whether an entry shows the same commit as the database. If so, nothing has changed since, and
 * what KV said about completeness still holds. A raised entry shows an earlier commit.
 */
function showsCommitOf({ seq, freshUntilMs, text }: MemoryEntry, current: Snapshot): boolean {
  return seq === current.seq && freshUntilMs > 0 && text !== null;
}

export const memory = new SnapshotMemory();
