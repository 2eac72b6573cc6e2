import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import type { JudgeContext } from "../context.ts";
import { findEndCircles, type FallbackStart } from "./loop/find-circles.ts";
import { findLoops, type Loop } from "./loop/find-loops.ts";
import type { Written } from "./loop/follow.ts";
import { allDestinations, fieldOfDestination, type Leading } from "../../domain/rule/rule.ts";
import { capturesOf } from "../../domain/source.ts";
import { hasCaptureInAuthority } from "../../domain/template.ts";
import { hasTemplate } from "../../domain/to-snapshot.ts";
import { addedDestinations, type Judgement } from "./judge-destinations.ts";

/** A refused write leaves its record as it is, which may close another circle. */
const MAX_ROUNDS = 20;

export interface PlacedWrite {
  /** Null for a new record. */
  before: LinkRecord | null;
  after: LinkRecord;
  /** True if the caller sent `destinations`, so that reasons are added to entries of that list. */
  wroteList: boolean;
  errors: FieldErrors;
}

/**
 * A write to be checked. If the input has no valid place, `after` has only its destinations and rules, which are still
 * judged.
 */
export type CheckedWrite = Omit<PlacedWrite, "after"> & { after: LinkRecord | Leading };

/**
 * Adds errors for destinations and ends that lead back when all writes without errors are made (contract 4.11).
 * A refused write is also followed, as if all were made, so that the caller gets all its reasons at once.
 */
export async function addCircleErrors(
  { env, caller }: JudgeContext,
  writes: PlacedWrite[],
  { deleted, isPart }: { deleted: string[]; isPart: boolean },
): Promise<void> {
  const add = async (followed: PlacedWrite[], made: PlacedWrite[], isMixed: boolean) => {
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
  const isOpen = ({ errors }: PlacedWrite) => !hasFieldErrors(errors);
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
function startOfEnd({ before, after, errors }: PlacedWrite): FallbackStart[] {
  const canEnd = ({ expiresAtMs, maxClicks }: LinkRecord) => expiresAtMs !== null || maxClicks !== null;
  const url = after.expiredUrl;
  const isAsBefore = before !== null && before.expiredUrl === url && canEnd(before);
  if (url === null || !canEnd(after) || isAsBefore) return [];
  const onCircle = (reason: Refusal) => addFieldError(errors, "expired_url", reason);
  return [{ url, recordId: after.id, onCircle }];
}

/** Adds errors for destinations that lead back to their own record, to the fields in which the caller wrote them. */
export function addLoopErrors(loops: Loop[], wroteList: boolean, errors: FieldErrors): void {
  for (const { record, destination, description } of loops) {
    const field = fieldOfDestination(record, destination, wroteList);
    addFieldError(errors, field, refuse("leads_back", { hops: description }));
  }
}

/**
 * Adds errors for a record whose destinations contain captures of its source (contract 22.9): captures before
 * the path, and settings that need a destination which a check can request.
 */
export function addTemplateErrors({ after, wroteList, errors }: PlacedWrite): void {
  const captures = capturesOf(after.source);
  for (const [index, destination] of allDestinations(after).entries()) {
    if (hasCaptureInAuthority(destination, captures)) {
      const field = fieldOfDestination(after, index, wroteList);
      addFieldError(errors, field, refuse("capture_before"));
    }
  }
  if (!hasTemplate(after)) return;
  const reason = refuse("captures_not_possible");
  if (after.isNotify) addFieldError(errors, "is_notify", reason);
  if (after.isSwitchUnbrokenDestination) addFieldError(errors, "is_switch_unbroken_destination", reason);
  if (after.routing.kind === "fastest") addFieldError(errors, "destination_routing", reason);
  for (const [index, { routing }] of after.rules.entries()) {
    if (routing.kind === "fastest") addFieldError(errors, `rules.${index}.destination_routing`, reason);
  }
}

/** Adds errors for destinations that must not be written, to the fields in which the caller wrote them. */
export function addRefusals({ refusals }: Judgement, write: CheckedWrite): void {
  const { after, wroteList, errors } = write;
  const added = addedDestinations(write);
  for (const [index, destination] of allDestinations(after).entries()) {
    const reason = added.includes(destination) ? refusals.get(destination) : undefined;
    if (reason !== undefined) addFieldError(errors, fieldOfDestination(after, index, wroteList), reason);
  }
}
