import * as v from "valibot";
import type { DestinationChange } from "../../domain/destination-change.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { objectOf, recordOf, stringField, textOf } from "./field.ts";
import { pickDefined } from "./record-input.ts";

/** The fields that change many destinations in the same way (contract 13.16). */
export const destinationChangeFields = {
  destination_find: v.optional(textOf(2048)),
  destination_replace: v.optional(textOf(2048)),
  destination_params: v.optional(
    objectOf(
      {
        set: v.optional(recordOf(textOf(2048), "must be an object of strings")),
        remove: v.optional(v.array(stringField, "must be an array of names")),
      },
      "must be an object with set and remove",
    ),
  ),
};

const fields = v.object(destinationChangeFields);

/** Converts the fields of a body; null if none of them is written. */
export function toDestinationChange(
  { destination_find, destination_replace, destination_params }: Partial<v.InferOutput<typeof fields>>,
  errors: FieldErrors,
): DestinationChange | null {
  if ((destination_find === undefined) !== (destination_replace === undefined)) {
    const missing = destination_find === undefined ? "destination_find" : "destination_replace";
    addFieldError(errors, missing, "is required: find and replace go together");
  }
  if (destination_find === "") addFieldError(errors, "destination_find", "must not be empty");
  if (destination_find === undefined && destination_params === undefined) return null;
  const { set = {}, remove = [] } = destination_params ?? {};
  return {
    ...pickDefined({ find: destination_find, replace: destination_replace }),
    ...(destination_params !== undefined && { params: { set, remove } }),
  };
}
