import type { Env } from "../../env.ts";
import { selectHeldHosts } from "../../storage/host/read.ts";
import type { Slot } from "../../domain/slot.ts";
import { noteSlotsAgain } from "../../storage/projection/outbox.ts";
import { project } from "../../storage/projection/project.ts";
import { projectorOf } from "../../storage/projection/projector.ts";

/** Rewrites snapshots that a visit could not read in KV. A failure is left to the sweep. */
export async function repair(env: Env, slots: Slot[]): Promise<void> {
  const projector = projectorOf(env);
  const notes = await noteSlotsAgain(env.DB, await ownSlots(env, slots), projector.clock());
  if (notes.length > 0) await project(projector, notes);
}

/** Returns those of slots that only this database can say. One that a hostname has left knows nothing of it. */
async function ownSlots(env: Env, slots: Slot[]): Promise<Slot[]> {
  if (env.ALL === undefined) return slots;
  const held = await selectHeldHosts(env.DB, [...new Set(slots.map(({ host }) => host))]);
  const names = new Set<string>(held.map(({ name }) => name));
  return slots.filter(({ host }) => names.has(host));
}
