import type { HostSnapshot, SlotSnapshot } from "../../domain/snapshot.ts";

/**
 * What an isolate remembers of snapshots: the first tier of every look-up. Bounded in entries, in
 * text and in seconds; a lower sequence number never replaces a higher one (contract 19.4).
 */

export type Snapshot = HostSnapshot | SlotSnapshot;

const MAX_ENTRIES = 25_000;
/** Of the snapshots' JSON, in UTF-16 units: stored pages are what makes this bound bite. */
const MAX_TEXT = 16_000_000;
/** Longer texts are not kept beside what was made of them: those of stored pages. */
const MAX_RECOGNIZED = 4_000;
/**
 * What is left of either bound when one is passed. A Map steps over all that was deleted from its
 * front whenever it is walked, so room is made rarely, and for many.
 */
const KEPT_SHARE = 15 / 16;

/** What is kept under a key. */
export interface Kept {
  snapshot: Snapshot;
  /** As the store has it, null where it has none; undefined where the snapshot was made from the database. */
  text: string | null | undefined;
  /** Characters of its JSON, about. */
  size: number;
}

export interface MemoryEntry {
  key: string;
  seq: number;
  /** Null where only the number of a commit is known, not yet what it wrote. */
  snapshot: Snapshot | null;
  text: Kept["text"];
  /** The database said so when this lifetime began; an absence counts for nothing otherwise. */
  isConfirmed: boolean;
  /** Zero from the moment on when another entry takes its place. */
  freshUntilMs: number;
  size: number;
  /** It came after another under the same key: what is visited again outlives what is not. */
  isRenewed: boolean;
}

export class SnapshotMemory {
  private readonly entries = new Map<string, MemoryEntry>();
  private text = 0;

  /** The snapshot under a key while its lifetime lasts; `rests` collects the entries that an answer rests on. */
  readFresh<T extends Snapshot>(key: string, nowMs: number, rests?: MemoryEntry[]): T | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.snapshot === null || entry.freshUntilMs <= nowMs) return undefined;
    rests?.push(entry);
    return entry.snapshot as T;
  }

  /** The snapshot under a key however old: for when nothing else answers. */
  readStale<T extends Snapshot>(key: string): T | undefined {
    return (this.entries.get(key)?.snapshot ?? undefined) as T | undefined;
  }

  /** Whether a snapshot of this number may be used: none newer has been seen. */
  admits(key: string, seq: number): boolean {
    return seq >= (this.entries.get(key)?.seq ?? 0);
  }

  /** The snapshot that was made of this very text, so that it need not be made again. */
  recognize(key: string, text: string | null): Snapshot | undefined {
    const entry = this.entries.get(key);
    return entry?.text === text ? (entry.snapshot ?? undefined) : undefined;
  }

  /** Whether an entry still stands under its key. */
  holds(entry: MemoryEntry): boolean {
    return this.entries.get(entry.key) === entry;
  }

  /** What stands under each of the keys, fresh or not; nothing at all where one is missing. */
  entriesOf(keys: Iterable<string>): MemoryEntry[] {
    const entries: MemoryEntry[] = [];
    for (const key of keys) {
      const entry = this.entries.get(key);
      if (entry === undefined) return [];
      entries.push(entry);
    }
    return entries;
  }

  /** Keeps a snapshot unless it is older than what is known; one that is known already gets a new lifetime. */
  keep(key: string, { snapshot, text, size }: Kept, freshUntilMs: number): void {
    const standing = this.entries.get(key);
    if (snapshot.seq < (standing?.seq ?? 0)) return;
    const isConfirmed = text === undefined;
    if (
      standing !== undefined &&
      (standing.snapshot === snapshot || (isConfirmed && showsCommitOf(standing, snapshot)))
    ) {
      standing.freshUntilMs = freshUntilMs;
      standing.isConfirmed = isConfirmed;
      standing.isRenewed = true;
    } else {
      const kept = size <= MAX_RECOGNIZED ? text : undefined;
      const { seq } = snapshot;
      this.replace({ key, seq, snapshot, text: kept, isConfirmed, freshUntilMs, size, isRenewed: false });
    }
  }

  /** Refuses, from now on, anything older than a commit of this isolate. */
  raise(key: string, seq: number): void {
    if (!this.admits(key, seq)) return;
    // What stood before the commit is still the best answer if neither store can be reached.
    const standing = this.entries.get(key);
    this.replace({
      key,
      seq,
      snapshot: standing?.snapshot ?? null,
      text: undefined,
      isConfirmed: false,
      freshUntilMs: 0,
      size: standing?.size ?? 0,
      isRenewed: false,
    });
  }

  clear(): void {
    for (const key of this.entries.keys()) this.remove(key);
  }

  private replace(entry: MemoryEntry): void {
    const { key } = entry;
    const standing = this.entries.get(key);
    if (standing !== undefined) {
      this.text -= standing.size;
      standing.freshUntilMs = 0;
      entry.isRenewed = true;
    }
    // In its place: a Map that deletes and inserts one key again and again steps over all of them.
    this.entries.set(key, entry);
    this.text += entry.size;
    if (this.entries.size > MAX_ENTRIES || this.text > MAX_TEXT) this.makeRoom();
  }

  /** From the oldest on; what was renewed since is passed over, once. */
  private makeRoom(): void {
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

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.text -= entry.size;
    entry.freshUntilMs = 0;
    this.entries.delete(key);
  }
}

/**
 * Whether an entry shows the commit that the database shows: nothing has changed since, and what KV
 * said of completeness stands. A raised entry shows an earlier one.
 */
function showsCommitOf({ seq, freshUntilMs, text }: MemoryEntry, current: Snapshot): boolean {
  return seq === current.seq && freshUntilMs > 0 && text !== null;
}

/** The memory of this isolate. */
export const memory = new SnapshotMemory();
