import type { Env } from "../../env.ts";
import type { Slot } from "../../domain/slot.ts";
import { noteSlotsAgain } from "../../storage/projection/outbox.ts";
import { project } from "../../storage/projection/project.ts";
import { projectorOf } from "../../storage/projection/projector.ts";

/** Rewrites snapshots that a visit could not read in KV. A failure is left to the sweep. */
export async function repair(env: Env, slots: Slot[]): Promise<void> {
  const projector = projectorOf(env);
  const notes = await noteSlotsAgain(env.DB, slots, projector.clock());
  if (notes.length > 0) await project(projector, notes);
}
