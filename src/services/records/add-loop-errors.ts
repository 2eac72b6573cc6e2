import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import type { Loop } from "./find-loops.ts";

/** Names loops on the fields that the caller wrote the destinations in. */
export function addLoopErrors(loops: Loop[], wroteList: boolean, errors: FieldErrors): void {
  for (const { destination, description } of loops) {
    const field = wroteList ? `destinations.${destination}` : "destination";
    addFieldError(errors, field, `leads back to the record itself: ${description}`);
  }
}
