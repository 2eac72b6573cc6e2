import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { LinkRecord } from "../../domain/record.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import type { JudgeContext } from "../context.ts";
import { addLoopErrors } from "./add-destination-errors.ts";
import { findEndCircles, type FallbackStart } from "./loop/find-circles.ts";
import { findLoops } from "./loop/find-loops.ts";
import type { Written } from "./loop/follow.ts";

/** A refused write leaves its record as it is, which may close another circle. */
const MAX_ROUNDS = 20;

/** A write of a record; `before` is null for a new one. */
interface CheckedWrite {
  before: LinkRecord | null;
  after: LinkRecord;
  wroteList: boolean;
  errors: FieldErrors;
}

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
  { env, caller }: JudgeContext,
  writes: CheckedWrite[],
  { deleted, isPart }: Circumstances,
): Promise<void> {
  const add = async (followed: CheckedWrite[], made: CheckedWrite[], isMixed: boolean) => {
    const written: Written = new Map([
      ...deleted.map((id) => [id, null] as const),
      ...made.map(({ after }) => [after.id, after] as const),
    ]);
    if (!isPart) {
      const surroundings = { readWritten: () => written, isMixed };
      const records = followed.map(({ after }) => after);
      const loops = await findLoops(env.DB, caller.reach, records, surroundings);
      const loopsOf = Map.groupBy(loops, ({ record }) => record.id);
      for (const { after, wroteList, errors } of followed) {
        addLoopErrors(loopsOf.get(after.id) ?? [], wroteList, errors);
      }
    }
    await findEndCircles(env.DB, caller.reach, followed.flatMap(startOfEnd), written);
  };
  const isOpen = ({ errors }: CheckedWrite) => !hasFieldErrors(errors);
  let open = writes.filter(isOpen);
  const refused = writes.filter((write) => !isOpen(write));
  await add(refused, writes, false);
  for (let round = 1, before = -1; round <= MAX_ROUNDS && open.length !== before; round++) {
    before = open.length;
    // The last round also refuses what leads back only if others are refused, so that no further round is needed.
    await add(open, open, round === MAX_ROUNDS);
    open = open.filter(isOpen);
  }
}

/** Returns the `expired_url` of a write that adds an end to its record, or changes its end (contract 33.14). */
function startOfEnd({ before, after, errors }: CheckedWrite): FallbackStart[] {
  const canEnd = ({ expiresAtMs, maxClicks }: LinkRecord) => expiresAtMs !== null || maxClicks !== null;
  const url = after.expiredUrl;
  const isAsBefore = before !== null && before.expiredUrl === url && canEnd(before);
  if (url === null || !canEnd(after) || isAsBefore) return [];
  const onCircle = (reason: Refusal) => addFieldError(errors, "expired_url", reason);
  return [{ url, recordId: after.id, onCircle }];
}
