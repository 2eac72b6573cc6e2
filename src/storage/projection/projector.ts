import { memory, type SnapshotMemory } from "../snapshot/memory.ts";
import { putPace, type PutPace } from "./put-pace.ts";

/** The most open connections of an invocation. */
export const PUTS_AT_ONCE = 6;

/** The stores and the state of this isolate that writing snapshots needs. */
export interface Projector {
  db: D1Database;
  kv: KVNamespace;
  memory: SnapshotMemory;
  /** The time for which a written snapshot is fresh in memory. Milliseconds. */
  memoryMs: number;
  pace: PutPace;
  /** Returns the time in milliseconds since 1970. A function, because a projection takes long. */
  clock(): number;
}

interface ProjectionStores {
  DB: D1Database;
  SNAPSHOTS: KVNamespace;
  MEMORY_SECONDS: string;
}

export function projectorOf({ DB, SNAPSHOTS, MEMORY_SECONDS }: ProjectionStores): Projector {
  return {
    db: DB,
    kv: SNAPSHOTS,
    memory,
    memoryMs: 1000 * Number(MEMORY_SECONDS),
    pace: putPace,
    clock: Date.now,
  };
}
