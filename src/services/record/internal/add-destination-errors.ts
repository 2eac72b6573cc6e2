import { addFieldError, type FieldErrors } from "../../../domain/field-error.ts";
import type { Loop } from "./find-loops.ts";
import { addedDestinations, type DestinationsWrite, type Judgement } from "./judge-destinations.ts";

/** What is wrong with destinations, named on the fields that the caller wrote them in. */

export function addLoopErrors(loops: Loop[], wroteList: boolean, errors: FieldErrors): void {
  for (const { destination, description } of loops) {
    addFieldError(errors, fieldOf(destination, wroteList), `leads back to the record itself: ${description}`);
  }
}

export function addRefusals(
  { refusals }: Judgement,
  write: DestinationsWrite,
  wroteList: boolean,
  errors: FieldErrors,
): void {
  const added = addedDestinations(write);
  for (const [index, destination] of write.after.destinations.entries()) {
    const reason = added.includes(destination) ? refusals.get(destination) : undefined;
    if (reason !== undefined) addFieldError(errors, fieldOf(index, wroteList), reason);
  }
}

function fieldOf(index: number, wroteList: boolean): string {
  return wroteList ? `destinations.${index}` : "destination";
}
