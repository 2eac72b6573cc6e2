import { furtherDatabases } from "../../domain/database-name.ts";
import { memory, type SnapshotMemory } from "../snapshot/memory.ts";

/** The most open connections of an invocation. */
export const PUTS_AT_ONCE = 6;

/** The stores and the state of this isolate that writing snapshots needs. */
export interface Projector {
  db: D1Database;
  kv: KVNamespace;
  /** The databases whose markers KV needs before hostnames may be put as complete: all, by their bindings. */
  databases: (string | undefined)[];
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
  DATABASES?: string;
}

export function projectorOf({ DB, SNAPSHOTS, MEMORY_SECONDS, DATABASES }: ProjectionStores): Projector {
  return {
    db: DB,
    kv: SNAPSHOTS,
    databases: [undefined, ...furtherDatabases(Number(DATABASES ?? 1))],
    memory,
    memoryMs: 1000 * Number(MEMORY_SECONDS),
    pace: putPace,
    clock: Date.now,
  };
}

/** KV accepts one write a second for a key. */
const PUT_INTERVAL_MS = 1_000;
/** The number of keys in memory above which older keys than a second are removed. */
const MAX_KEYS = 5_000;

/** Limits the puts of a key by this isolate. Further writes of the key wait, and become one. */
export class PutPace {
  /** Zero admits every put, for tests that write one key often. */
  intervalMs = PUT_INTERVAL_MS;
  private readonly putAtMs = new Map<string, number>();

  /** Returns whether the key may be put now. If so, the next put has to wait. */
  admits(key: string, nowMs: number): boolean {
    const last = this.putAtMs.get(key);
    if (last !== undefined && nowMs < last + this.intervalMs) return false;
    if (this.putAtMs.size >= MAX_KEYS) this.forgetOld(nowMs);
    this.putAtMs.set(key, nowMs);
    return true;
  }

  private forgetOld(nowMs: number): void {
    for (const [key, atMs] of this.putAtMs) {
      if (atMs + this.intervalMs <= nowMs) this.putAtMs.delete(key);
    }
  }
}

export const putPace = new PutPace();
