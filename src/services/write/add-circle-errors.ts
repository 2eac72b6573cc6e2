import { hasFieldErrors } from "../../domain/field-error.ts";
import type { JudgeContext } from "../context.ts";
import { addLoopErrors } from "./add-destination-errors.ts";
import { addExpiryCircleErrors, type Write } from "./add-expired-url-errors.ts";
import { findLoops } from "./loop/find-loops.ts";
import type { Written } from "./loop/local-match.ts";

/** A refused write leaves its record as it is, which may close another circle. */
const MAX_ROUNDS = 20;

type CheckedWrite = Write & { wroteList: boolean };

interface Circumstances {
  /** The ids of the records that the same commit deletes. Nothing leads through them. */
  deleted: string[];
  /** Leaves loops to a later check, because the writes are only a part of a plan. */
  isPart: boolean;
}

/**
 * Adds errors for destinations and ends that lead back when all writes without errors are made (contract 4.11).
 * A refused write is also followed, as if all were made, so that the caller gets all its reasons at once.
 */
export async function addCircleErrors(
  ctx: JudgeContext,
  writes: CheckedWrite[],
  { deleted, isPart }: Circumstances,
): Promise<void> {
  const add = async (followed: CheckedWrite[], made: CheckedWrite[], isMixed: boolean) => {
    const written: Written = new Map([
      ...deleted.map((id) => [id, null] as const),
      ...made.map(({ after }) => [after.id, after] as const),
    ]);
    if (!isPart) await addLoops(ctx, followed, written, isMixed);
    await addExpiryCircleErrors(ctx.env.DB, ctx.caller.reach, followed, written);
  };
  const isOpen = ({ errors }: CheckedWrite) => !hasFieldErrors(errors);
  let open = writes.filter(isOpen);
  await add(
    writes.filter((write) => !isOpen(write)),
    writes,
    false,
  );
  for (let round = 1, before = -1; round <= MAX_ROUNDS && open.length !== before; round++) {
    before = open.length;
    // The last round also refuses what leads back only if others are refused, so that no further round is needed.
    await add(open, open, round === MAX_ROUNDS);
    open = open.filter(isOpen);
  }
}

async function addLoops(
  { env, caller }: JudgeContext,
  writes: CheckedWrite[],
  written: Written,
  isMixed: boolean,
): Promise<void> {
  const records = writes.map(({ after }) => after);
  const surroundings = { readWritten: () => written, isMixed };
  const loops = await findLoops(env.DB, caller.reach, records, surroundings);
  const loopsOf = Map.groupBy(loops, ({ record }) => record.id);
  for (const { after, wroteList, errors } of writes) {
    addLoopErrors(loopsOf.get(after.id) ?? [], after, wroteList, errors);
  }
}
