import { mapConcurrent } from "../../runtime/map-concurrent.ts";
import { partition } from "../../runtime/partition.ts";
import type { Commit } from "../commit.ts";
import type { Slot } from "../../domain/slot.ts";
import type { SnapshotKey } from "../../domain/snapshot.ts";
import { snapshotKey } from "../snapshot/key.ts";
import type { Kept, Snapshot } from "../snapshot/memory.ts";
import { readProjections } from "../snapshot/read.ts";
import { writeStore } from "../snapshot/write-kv.ts";
import { hasMarker } from "./marker.ts";
import {
  LEASE_MS,
  noteSlotsAgain,
  PUTS_BEGIN_WITHIN_MS,
  releaseNotes,
  clearNotes,
  type Note,
  type WrittenNote,
} from "./outbox.ts";
import { groupSlots, isTooLarge } from "./group-slots.ts";
import { PUTS_AT_ONCE, type Projector } from "./projector.ts";
import { log } from "../../runtime/log.ts";
import type { Look } from "../../domain/branding.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { selectFileText } from "../snapshot/file.ts";

/**
 * Projection writes the snapshots of commits to KV. After a put it checks whether a newer commit has
 * overtaken the snapshot, and clears the note only if none has. The next run processes the notes that
 * stay, so a crash or a failed put delays a snapshot but never loses it.
 */

/** The time after which slots are tried again that could not be read. Younger notes have a turn in between. */
const UNREAD_WAIT_MS = 2 * LEASE_MS;

/** Makes the memory of this isolate refuse snapshots that are older than a commit. */
export function raiseMemory({ memory }: Projector, { seq, touched }: Commit): void {
  for (const { host, slot } of touched) memory.raise(snapshotKey(host, slot), seq);
}

interface Projected {
  cleared: number;
  /** The number of notes whose lease was ended: their put failed, or their key was put within the last second. */
  left: number;
}

export interface ProjectOptions {
  /** The time when the lease of the notes began. Milliseconds since 1970; now if absent. */
  leasedAtMs?: number;
  /** Says whether hostnames that are behind stay so for a while after these puts; true if absent. */
  prolongs?: boolean;
  /** Called once, after the first put that allows a note to be cleared. */
  onProgress?(): void;
}

/**
 * Writes the snapshots of notes, with few reads and one write of the database for all of them. The caller
 * holds the lease of the notes.
 */
export async function project(
  projector: Projector,
  notes: Note[],
  { leasedAtMs, prolongs = true, onProgress = () => {} }: ProjectOptions = {},
): Promise<Projected> {
  const { db, pace, clock } = projector;
  const endMs = (leasedAtMs ?? clock()) + PUTS_BEGIN_WITHIN_MS;
  const slots = admit(projector, notes);
  // The few slots of a single write are read at once, without a look at their sizes.
  const groups = prolongs ? await groupSlots(db, slots) : [slots];
  const { seqs, read, files } = await writeSlots(projector, groups, endMs, onProgress);
  const written: WrittenNote[] = notes.flatMap((note) => {
    const shownSeq = seqs.get(keyOf(note));
    return shownSeq === undefined ? [] : [{ ...note, shownSeq }];
  });
  const clearedNotes =
    written.length === 0 ? [] : await clearNotes(db, written, { nowMs: clock(), prolongs });
  const cleared = new Set(clearedNotes.map(toText));
  const unread = new Set(clock() < endMs ? slots.map(keyOf).filter((key) => !read.has(key)) : []);
  const [postponed, left] = partition(
    notes.filter((note) => !cleared.has(toText(note))),
    (note) => unread.has(keyOf(note)),
  );
  const fromMs = clock() + pace.intervalMs;
  if (left.length > 0) await releaseNotes(db, left, fromMs);
  if (postponed.length > 0) await releaseNotes(db, postponed, clock() + UNREAD_WAIT_MS);
  // KV may now show the older state, although the writer of the newer state has cleared all notes.
  const overtaken = left.filter((note) => seqs.has(keyOf(note)));
  if (overtaken.length > 0) await noteSlotsAgain(db, overtaken, clock(), fromMs);
  await putFiles(projector, [...files], endMs);
  return { cleared: cleared.size, left: left.length };
}

/** Returns the slots of notes whose key may be put now, each once. */
function admit({ pace, clock }: Projector, notes: Note[]): Slot[] {
  const nowMs = clock();
  const slots = new Map(notes.map((note) => [keyOf(note), note]));
  return [...slots].filter(([key]) => pace.admits(key, nowMs)).map(([, slot]) => slot);
}

interface Puts {
  /** The numbers that KV shows now, by key; keys that could not be put are missing. */
  seqs: Map<string, number>;
  /** The keys whose snapshots could be read, and are not too large for KV. */
  read: Set<string>;
  /** The keys of the files that the snapshots show. */
  files: Set<string>;
}

/** Reads and puts the snapshots of one group after the other. Throws if not one group can be read. */
async function writeSlots(
  projector: Projector,
  groups: Slot[][],
  endMs: number,
  onProgress: () => void,
): Promise<Puts> {
  const [seqs, read, files] = [new Map<string, number>(), new Set<string>(), new Set<string>()];
  const putAll = async (snapshots: Map<SnapshotKey, Snapshot>) => {
    const isFilled = await canBeComplete(projector, [...snapshots.values()]);
    await mapConcurrent([...snapshots], PUTS_AT_ONCE, async ([key, snapshot]) => {
      const isHeldBack = !isFilled && tellsCompleteness(snapshot);
      const shown = isHeldBack ? { ...snapshot, complete: false } : snapshot;
      const text = JSON.stringify(shown);
      // Like a slot that is too large to be read, it waits longer than a put that failed.
      if (isTooLarge(key, text)) return void read.delete(key);
      if (!(await put(projector, key, { snapshot: shown, text, size: text.length }, endMs))) return;
      if (isHeldBack) return;
      if (seqs.size === 0) onProgress();
      seqs.set(key, snapshot.seq);
    });
  };
  const failures: unknown[] = [];
  for (const group of groups) {
    if (projector.clock() >= endMs) break;
    try {
      const snapshots = await readProjections(projector.db, group);
      for (const [key, snapshot] of snapshots) {
        read.add(key);
        for (const file of fileKeysOf(snapshot)) files.add(file);
      }
      await putAll(snapshots);
    } catch (error) {
      failures.push(error);
      log("warn", "snapshots_not_read", { error: String(error) });
    }
  }
  if (failures.length > 0 && read.size === 0) throw failures[0];
  return { seqs, read, files };
}

/**
 * Returns whether hostnames may be put as complete, which they may not after KV was emptied: one of any database may answer
 * for those of another. In that case
 * they are put as behind, and their notes stay until KV has its marker again.
 */
async function canBeComplete({ kv, databases }: Projector, snapshots: Snapshot[]): Promise<boolean> {
  if (!snapshots.some(tellsCompleteness)) return true;
  try {
    const markers = await Promise.all(databases.map((database) => hasMarker(kv, database)));
    return !markers.includes(false);
  } catch (error) {
    log("warn", "kv_marker_unreadable", { error: String(error) });
    return false;
  }
}

function tellsCompleteness(snapshot: Snapshot): boolean {
  return "config" in snapshot && snapshot.complete === true;
}

async function put(
  { kv, memory, memoryMs, clock }: Projector,
  key: SnapshotKey,
  kept: Kept & { text: string },
  endMs: number,
): Promise<boolean> {
  if (clock() >= endMs) return false;
  try {
    await writeStore(kv, key, kept.snapshot, kept.text);
    memory.keep(key, kept, clock() + memoryMs);
    return true;
  } catch (error) {
    log("warn", "snapshot_not_written", { key, error: String(error) });
    return false;
  }
}

function keyOf({ host, slot }: Slot): SnapshotKey {
  return snapshotKey(host, slot);
}

function toText({ seq, host, slot }: Note): string {
  return `${seq} ${host} ${slot}`;
}

// Puts the stored files that hostnames show into KV, after their snapshots (contract 33.5). The content of a
// key never changes, so that no value is outdated. Values that are not put again for a month expire.

const LIFETIME_SECONDS = 30 * 86_400;
/** The shortest time between two puts of a file: many hostnames may show the same logo. */
const PUT_AGAIN_MS = 10 * MINUTE_MS;
const MAX_PUTS = 10_000;

/** The times when this isolate last put each key. */
const putsMs = new WeakMap<KVNamespace, Map<string, number>>();

/** Puts files by their keys. Never rejects, because visits read a file that KV lacks from the database. */
async function putFiles({ db, kv, clock }: Projector, keys: string[], endMs: number): Promise<void> {
  const known = putsMs.get(kv) ?? new Map<string, number>();
  putsMs.set(kv, known);
  await mapConcurrent(keys, PUTS_AT_ONCE, async (key) => {
    const nowMs = clock();
    if (nowMs >= endMs || nowMs < (known.get(key) ?? -PUT_AGAIN_MS) + PUT_AGAIN_MS) return;
    try {
      const text = await selectFileText(db, key);
      if (text === null) return;
      await kv.put(key, text, { expirationTtl: LIFETIME_SECONDS });
      if (known.size >= MAX_PUTS) known.clear();
      known.set(key, clock());
    } catch (error) {
      log("warn", "file_not_written", { key, error: String(error) });
    }
  });
}

function fileKeysOf(snapshot: Snapshot): string[] {
  const { logo, pages }: Look = ("config" in snapshot && snapshot.config?.look) || {};
  const records = "records" in snapshot ? snapshot.records : [snapshot.config?.any];
  const files = records.flatMap((record) => {
    const answer = record?.answer;
    if (answer?.kind === "special" && answer.given.kind === "file") return answer.given.file;
    return [record?.picture, record?.logo];
  });
  return [logo, ...Object.values(pages ?? {}), ...files].flatMap((file) => file?.key ?? []);
}
