import { mapConcurrent } from "../../runtime/map-concurrent.ts";
import type { Commit } from "../commit.ts";
import type { Slot } from "../../domain/slot.ts";
import type { SnapshotKey } from "../../domain/snapshot.ts";
import { snapshotKey } from "../snapshot/key.ts";
import type { Snapshot } from "../snapshot/memory.ts";
import { readProjections } from "../snapshot/read.ts";
import { writeStore } from "../snapshot/kv.ts";
import { hasMarker } from "./marker.ts";
import {
  noteSlotsAgain,
  PUTS_BEGIN_WITHIN_MS,
  releaseNotes,
  clearNotes,
  type Note,
  type WrittenNote,
} from "./outbox.ts";
import type { Projector } from "./projector.ts";
import { putFiles } from "./put-files.ts";
import { chunk } from "../../runtime/chunk.ts";
import { log } from "../../runtime/log.ts";

/**
 * Projection writes the snapshots of commits to KV. After a put it checks whether a newer commit has
 * overtaken the snapshot, and clears the note only if none has. The next run processes the notes that
 * stay, so a crash or a failed put delays a snapshot but never loses it.
 */

/** The most open connections of an invocation. */
const PUTS_AT_ONCE = 6;
/** Stored pages have up to 100 kB each, so few are read at once. */
const PAGES_AT_ONCE = 20;

/** Makes the memory of this isolate refuse snapshots that are older than a commit. */
export function raiseMemory({ memory }: Projector, { seq, touched }: Commit): void {
  for (const { host, slot } of touched) memory.raise(snapshotKey(host, slot), seq);
}

/** The results of a projection, for the notes that it was given. */
interface Projected {
  /** The number of notes that were cleared. */
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
 * Writes the snapshots of notes, with one read and one write of the database for all of them. The caller
 * holds the lease of the notes.
 */
export async function project(
  projector: Projector,
  notes: Note[],
  { leasedAtMs, prolongs = true, onProgress = () => {} }: ProjectOptions = {},
): Promise<Projected> {
  const { db, pace, clock } = projector;
  const endMs = (leasedAtMs ?? clock()) + PUTS_BEGIN_WITHIN_MS;
  const seqs = await writeSlots(projector, admit(projector, notes), endMs, onProgress);
  const written: WrittenNote[] = notes.flatMap((note) => {
    const shownSeq = seqs.get(keyOf(note));
    return shownSeq === undefined ? [] : [{ ...note, shownSeq }];
  });
  const clearedNotes =
    written.length === 0 ? [] : await clearNotes(db, written, { nowMs: clock(), prolongs });
  const cleared = new Set(clearedNotes.map(toText));
  const left = notes.filter((note) => !cleared.has(toText(note)));
  const fromMs = clock() + pace.intervalMs;
  if (left.length > 0) await releaseNotes(db, left, fromMs);
  // KV may now show the older state, although the writer of the newer state has cleared all notes.
  const overtaken = left.filter((note) => seqs.has(keyOf(note)));
  if (overtaken.length > 0) await noteSlotsAgain(db, overtaken, clock(), fromMs);
  return { cleared: cleared.size, left: left.length };
}

/** Returns the slots of notes whose key may be put now, each once. */
function admit({ pace, clock }: Projector, notes: Note[]): Slot[] {
  const nowMs = clock();
  const slots = new Map(notes.map((note) => [keyOf(note), note]));
  return [...slots].filter(([key]) => pace.admits(key, nowMs)).map(([, slot]) => slot);
}

/** @returns the numbers that KV shows now, by key; keys that could not be put are missing */
async function writeSlots(
  projector: Projector,
  slots: Slot[],
  endMs: number,
  onProgress: () => void,
): Promise<Map<string, number>> {
  const seqs = new Map<string, number>();
  const putAll = async (snapshots: Map<SnapshotKey, Snapshot>) => {
    await putFiles(projector, snapshots.values());
    const isFilled = await canBeComplete(projector, [...snapshots.values()]);
    await mapConcurrent([...snapshots], PUTS_AT_ONCE, async ([key, snapshot]) => {
      const isHeldBack = !isFilled && tellsCompleteness(snapshot);
      const shown = isHeldBack ? { ...snapshot, complete: false } : snapshot;
      if (!(await put(projector, key, shown, endMs))) return;
      if (isHeldBack) return;
      if (seqs.size === 0) onProgress();
      seqs.set(key, snapshot.seq);
    });
  };
  const { snapshots, withPages } = await readProjections(projector.db, slots, false);
  await putAll(snapshots);
  for (const few of chunk(withPages, PAGES_AT_ONCE)) {
    await putAll((await readProjections(projector.db, few, true)).snapshots);
  }
  return seqs;
}

/**
 * Returns whether hostnames may be put as complete, which they may not after KV was emptied. In that case
 * they are put as behind, and their notes stay until KV has its marker again.
 */
async function canBeComplete({ kv }: Projector, snapshots: Snapshot[]): Promise<boolean> {
  if (!snapshots.some(tellsCompleteness)) return true;
  try {
    return await hasMarker(kv);
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
  snapshot: Snapshot,
  endMs: number,
): Promise<boolean> {
  if (clock() >= endMs) return false;
  try {
    const text = await writeStore(kv, key, snapshot);
    memory.keep(key, { snapshot, text, size: text.length }, clock() + memoryMs);
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
