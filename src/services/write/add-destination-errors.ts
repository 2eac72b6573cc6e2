import { refuse } from "../../domain/refusal/refusal.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { allDestinations, fieldOfDestination, type Leading } from "../../domain/rule/rule.ts";
import { capturesOf } from "../../domain/source.ts";
import { hasCaptureInAuthority } from "../../domain/template.ts";
import { hasTemplate } from "../../domain/to-snapshot.ts";
import type { Loop } from "./loop/find-loops.ts";
import { addedDestinations, type DestinationsWrite, type Judgement } from "./judge-destinations.ts";

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
export function addTemplateErrors({ after, wroteList, errors }: TemplateWrite): void {
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

interface TemplateWrite {
  after: LinkRecord;
  wroteList: boolean;
  errors: FieldErrors;
}

/** Adds errors for destinations that must not be written, to the fields in which the caller wrote them. */
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
