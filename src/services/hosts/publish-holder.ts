import { DeadlineError, withDeadline } from "../../deadline.ts";
import { HOST_SLOT } from "../../domain/source.ts";
import type { Slot } from "../../storage/commit.ts";
import { project, raiseMemory } from "../../storage/project.ts";
import { callConsumer, publish, type PublishContext } from "../publish.ts";

/** More snapshots than this are for the consumer to write. */
const SLOTS_AT_ONCE = 100;
const PROJECTION_DEADLINE_MS = 2_000;

/**
 * Commits that a hostname starts or stops being answered, or is answered from another claim. Every
 * such commit comes through here: connecting, disconnecting, passing on and moving.
 * @throws as `commit` does; after the commit nothing throws
 */
export async function publishHolder(
  ctx: PublishContext,
  host: string,
  statements: D1PreparedStatement[],
): Promise<void> {
  const committed = await publish(ctx, statements, [{ host, slot: HOST_SLOT }]);
  const slots = committed.results.flatMap(slotsOf).map((slot): Slot => ({ host, slot }));
  if (slots.length === 0) return;
  raiseMemory(committed.seq, slots);
  if (slots.length > SLOTS_AT_ONCE) return callConsumer(ctx, 0);
  const notes = slots.map((slot) => ({ ...slot, seq: committed.seq }));
  const projecting = projectNotes(ctx, notes);
  ctx.background(projecting);
  try {
    await withDeadline(projecting, PROJECTION_DEADLINE_MS);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
  }
}

function slotsOf({ results }: D1Result): string[] {
  return (results as { slot?: string }[]).flatMap(({ slot }) => (slot === undefined ? [] : [slot]));
}

async function projectNotes(ctx: PublishContext, notes: (Slot & { seq: number })[]): Promise<void> {
  try {
    if ((await project(ctx.env, notes, ctx.nowMs)) < notes.length) await callConsumer(ctx, 0);
  } catch (error) {
    console.warn(`snapshots stay pending: ${String(error)}`);
    await callConsumer(ctx, 0);
  }
}
