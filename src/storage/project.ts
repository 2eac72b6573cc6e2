import { HOST_SLOT } from "../domain/source.ts";
import type { Slot } from "./commit.ts";
import { memory, type Snapshot } from "./snapshots/memory.ts";
import { readSnapshots } from "./snapshots/read.ts";
import { snapshotKey } from "./snapshots/key.ts";
import { writeStore } from "./snapshots/store.ts";

/**
 * Projection: snapshots follow their commits. Whoever writes one looks afterwards whether a newer
 * commit overtook it, writes again if so, and only then strikes out the note it worked from. A note
 * that stays is worked off by the sweep, so a crash or a failed put delays a snapshot, never loses it.
 */

export interface Note extends Slot {
  seq: number;
}

export interface ProjectionStores {
  DB: D1Database;
  SNAPSHOTS: KVNamespace;
  MEMORY_SECONDS: string;
}

const SLOTS_AT_ONCE = 50;
const MAX_ATTEMPTS = 4;

/** Refuses, in this isolate, snapshots older than a commit. */
export function raiseMemory(seq: number, touched: Slot[]): void {
  for (const { host, slot } of touched) memory.raise(snapshotKey(host, slot), seq);
}

/**
 * Writes the snapshots that notes ask for.
 * @returns how many notes were struck out; the rest stay for the sweep
 */
export async function project(stores: ProjectionStores, notes: Note[], nowMs: number): Promise<number> {
  let cleared = 0;
  for (const [host, ofHost] of Map.groupBy(notes, (note) => note.host)) {
    for (let start = 0; start < ofHost.length; start += SLOTS_AT_ONCE) {
      cleared += await projectChunk(stores, host, ofHost.slice(start, start + SLOTS_AT_ONCE), nowMs);
    }
  }
  return cleared;
}

async function projectChunk(
  stores: ProjectionStores,
  host: string,
  notes: Note[],
  nowMs: number,
): Promise<number> {
  let cleared = 0;
  let open = notes;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && open.length > 0; attempt++) {
    const slots = [...new Set(open.map((note) => note.slot))];
    const snapshots = await readCurrent(stores.DB, host, slots);
    const written = await Promise.all(
      slots.map((slot) => write(stores, host, slot, snapshots.get(slot), nowMs)),
    );
    const done = new Set(slots.filter((_, index) => written[index] === true));
    const struck = await strikeOut(stores.DB, open, snapshots, done);
    cleared += struck.size;
    // What was overtaken is written again at once; a put that failed is left to the sweep.
    open = open.filter((note) => done.has(note.slot) && !struck.has(keyOf(note)));
  }
  return cleared;
}

async function readCurrent(db: D1Database, host: string, slots: string[]): Promise<Map<string, Snapshot>> {
  const state = await readSnapshots(
    db,
    [host],
    slots.filter((slot) => slot !== HOST_SLOT),
  );
  const snapshots = new Map<string, Snapshot>(state.slots);
  const hostSnapshot = state.hosts.get(host);
  if (hostSnapshot !== undefined) snapshots.set(HOST_SLOT, hostSnapshot);
  return snapshots;
}

async function write(
  stores: ProjectionStores,
  host: string,
  slot: string,
  snapshot: Snapshot | undefined,
  nowMs: number,
): Promise<boolean> {
  if (snapshot === undefined) return false;
  const key = snapshotKey(host, slot);
  try {
    const text = await writeStore(stores.SNAPSHOTS, key, snapshot);
    memory.keep(key, { snapshot, text, size: text.length }, nowMs + 1000 * Number(stores.MEMORY_SECONDS));
    return true;
  } catch (error) {
    console.warn(`snapshot ${key} was not written and stays pending: ${String(error)}`);
    return false;
  }
}

/** Strikes out the notes whose slot still stands at the number that was written. */
async function strikeOut(
  db: D1Database,
  notes: Note[],
  snapshots: Map<string, Snapshot>,
  done: Set<string>,
): Promise<Set<string>> {
  const written = notes.filter((note) => done.has(note.slot));
  const list = written.map((note) => [note.seq, note.host, note.slot, snapshots.get(note.slot)?.seq ?? 0]);
  const { results } = await db
    .prepare(
      `DELETE FROM pending WHERE (seq, host, slot) IN (
         SELECT n.value ->> 0, n.value ->> 1, n.value ->> 2 FROM json_each(?1) n
         CROSS JOIN slots s ON s.host = n.value ->> 1 AND s.slot = n.value ->> 2 AND s.seq = n.value ->> 3
       ) RETURNING seq, host, slot`,
    )
    .bind(JSON.stringify(list))
    .all<Note>();
  return new Set(results.map(keyOf));
}

function keyOf({ seq, host, slot }: Note): string {
  return `${seq} ${host} ${slot}`;
}

/** Notes slots once more, at the numbers at which they stand: for snapshots that got lost or damaged. */
export async function noteAgain(db: D1Database, slots: Slot[], nowMs: number): Promise<Note[]> {
  const { results } = await db
    .prepare(
      `INSERT INTO pending (seq, host, slot, created_at)
       SELECT s.seq, s.host, s.slot, ?2 FROM json_each(?1) n
       CROSS JOIN slots s ON s.host = n.value ->> 0 AND s.slot = n.value ->> 1
       WHERE true ON CONFLICT DO UPDATE SET created_at = created_at
       RETURNING seq, host, slot`,
    )
    .bind(JSON.stringify(slots.map(({ host, slot }) => [host, slot])), nowMs)
    .all<Note>();
  return results;
}

/** Notes that are old enough to have been left behind, the oldest first. */
export async function listPending(db: D1Database, beforeMs: number, limit: number): Promise<Note[]> {
  const { results } = await db
    .prepare("SELECT seq, host, slot FROM pending WHERE created_at <= ?1 ORDER BY seq LIMIT ?2")
    .bind(beforeMs, limit)
    .all<Note>();
  return results;
}
