import { addFieldError, type FieldErrors } from "../../../domain/field-error.ts";
import { allDestinations, fieldOfDestination, type Leading } from "../../../domain/rule/rule.ts";
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
