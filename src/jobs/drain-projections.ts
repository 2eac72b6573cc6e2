import type { Env } from "../env.ts";
import { listPending, project } from "../storage/project.ts";

/** Notes worked off in one run: each costs one write to the store, and a run may make 1,000 calls. */
const NOTES_AT_ONCE = 500;

/** Notes younger than this are most likely in the hands of the request that left them. */
const GRACE_MS = 5_000;

/** Writes snapshots that are pending, and calls for another run while there are more. */
export async function drainProjections(env: Env, nowMs: number, beforeMs = nowMs): Promise<number> {
  const notes = await listPending(env.DB, beforeMs, NOTES_AT_ONCE);
  if (notes.length === 0) return 0;
  const cleared = await project(env, notes, nowMs);
  // Without any progress the next sweep is soon enough.
  if (notes.length === NOTES_AT_ONCE && cleared > 0) await env.PROJECTION.send({ kind: "drain" });
  return cleared;
}

/** Finishes what a crash or a failed put left behind. */
export async function sweepProjections(env: Env, nowMs: number): Promise<number> {
  return drainProjections(env, nowMs, nowMs - GRACE_MS);
}
