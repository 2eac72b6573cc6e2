import { hostKey } from "../storage/snapshot/key.ts";
import { readStore } from "../storage/snapshot/kv.ts";
import type { SnapshotKey } from "../domain/snapshot.ts";
import type { Env } from "../env.ts";
import { withDeadline } from "../runtime/deadline.ts";
import type { Answered } from "./answer.ts";
import type { World } from "./world.ts";

/** The state of one location of the edge, compared with the explained answer. */
export interface Edge {
  /** The platform's name of the location; null if it gives none. */
  location: string | null;
  shows: "current" | "older" | "unknown";
  /** The seconds since which the location shows an older state: 0 if it does not, null if unknown. */
  behindSeconds: number | null;
}

const DEADLINE_MS = 1_000;

/** Compares the snapshots of an answer with the snapshots of KV at this location. */
export async function lookAtEdge(
  env: Env,
  world: World,
  { host, reads }: Answered,
  location: string | null,
  nowMs: number,
): Promise<Edge> {
  const unknown: Edge = { location, shows: "unknown", behindSeconds: null };
  if (host === null || !host.claim.isHeld) return unknown;
  const keys = [...new Set([hostKey(host.name), ...(reads as ReadonlySet<SnapshotKey>)])];
  try {
    const stored = await withDeadline(
      readStore(env.SNAPSHOTS, keys, Number(env.KV_CACHE_SECONDS), () => undefined),
      DEADLINE_MS,
    );
    const behind: number[] = [];
    for (const key of keys) {
      const current = world.snapshotOf(key);
      const value = stored.get(key);
      if (value === undefined || typeof value === "string") return unknown;
      if ((current === undefined || isEmpty(current)) && isEmpty(value.snapshot)) continue;
      if (value.snapshot.seq < (current?.seq ?? 0)) behind.push(current?.seq ?? 0);
    }
    if (behind.length === 0) return { location, shows: "current", behindSeconds: 0 };
    // The number of a commit is its time in milliseconds.
    const sinceMs = Math.min(...behind);
    const behindSeconds = Math.max(0, Math.ceil((nowMs - sinceMs) / 1000));
    return { location, shows: "older", behindSeconds };
  } catch {
    return unknown;
  }
}

function isEmpty(snapshot: NonNullable<ReturnType<World["snapshotOf"]>>): boolean {
  return "config" in snapshot
    ? snapshot.config === null
    : snapshot.records.length === 0 && snapshot.hasQueries !== true;
}
