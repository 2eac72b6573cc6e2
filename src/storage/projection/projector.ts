import { memory, type SnapshotMemory } from "../snapshot/memory.ts";
import { putPace, type PutPace } from "./put-pace.ts";

/** What writing snapshots takes: the stores, and what this isolate knows. */
export interface Projector {
  db: D1Database;
  kv: KVNamespace;
  memory: SnapshotMemory;
  /** How long a snapshot that was written is fresh in memory. Milliseconds. */
  memoryMs: number;
  pace: PutPace;
  /** The time, in milliseconds since 1970: a projection takes long enough to look twice. */
  clock(): number;
}

interface ProjectionStores {
  DB: D1Database;
  SNAPSHOTS: KVNamespace;
  MEMORY_SECONDS: string;
}

/** Returns the projector of this isolate. */
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
