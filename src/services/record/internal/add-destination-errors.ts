import { addFieldError, type FieldErrors } from "../../../domain/field-error.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { allDestinations, fieldOfDestination, type Leading } from "../../../domain/rule/rule.ts";
import { capturesOf } from "../../../domain/source.ts";
import { hasCaptureInAuthority } from "../../../domain/template.ts";
import { hasTemplate } from "../../../domain/to-snapshot.ts";
import type { Loop } from "./find-loops.ts";
import { addedDestinations, type DestinationsWrite, type Judgement } from "./judge-destinations.ts";

/** Adds the destinations that lead back to their own record, to the fields that the caller wrote them in. */
export function addLoopErrors(loops: Loop[], after: Leading, wroteList: boolean, errors: FieldErrors): void {
  for (const { destination, description } of loops) {
    addFieldError(
      errors,
      fieldOfDestination(after, destination, wroteList),
      `leads back to the record itself: ${description}`,
    );
  }
}

/**
 * Adds what a record cannot have whose destinations hold captures of its source (contract 22.9): a capture
 * in front of the path, and what needs a destination that a check can ask.
 */
export function addTemplateErrors({ after, wroteList, errors }: TemplateWrite): void {
  const captures = capturesOf(after.source);
  for (const [index, destination] of allDestinations(after).entries()) {
    if (hasCaptureInAuthority(destination, captures)) {
      const field = fieldOfDestination(after, index, wroteList);
      addFieldError(errors, field, "must not hold a capture in front of its path");
    }
  }
  if (!hasTemplate(after)) return;
  const reason = "is not possible with a destination that holds captures";
  if (after.isNotify) addFieldError(errors, "is_notify", reason);
  if (after.isSwitchUnbrokenDestination) addFieldError(errors, "is_switch_unbroken_destination", reason);
  if (after.routing.kind === "fastest") addFieldError(errors, "destination_routing", reason);
  for (const [index, { routing }] of after.rules.entries()) {
    if (routing.kind === "fastest") addFieldError(errors, `rules.${index}.destination_routing`, reason);
  }
}

interface TemplateWrite {
  after: LinkRecord;
  wroteList: boolean;
  errors: FieldErrors;
}

/** Adds the destinations that must not be written, to the fields that the caller wrote them in. */
export function addRefusals(
  { refusals }: Judgement,
  write: DestinationsWrite,
  wroteList: boolean,
  errors: FieldErrors,
): void {
  const added = addedDestinations(write);
  for (const [index, destination] of allDestinations(write.after).entries()) {
    const reason = added.includes(destination) ? refusals.get(destination) : undefined;
    if (reason !== undefined)
      addFieldError(errors, fieldOfDestination(write.after, index, wroteList), reason);
  }
}
