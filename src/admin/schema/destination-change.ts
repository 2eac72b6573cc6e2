import { refuse } from "../../domain/refusal/refusal.ts";
import { message, objectOf, recordOf, stringField, textOf } from "./field.ts";
import * as v from "valibot";
import type { DestinationChange } from "../../domain/destination-change.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { pickDefined } from "./record-input.ts";

/** The fields that change many destinations in the same way (contract 13.16). */
export const destinationChangeFields = {
  destination_find: v.optional(textOf(2048)),
  destination_replace: v.optional(textOf(2048)),
  destination_params: v.optional(
    objectOf(
      {
        set: v.optional(recordOf(textOf(2048), message("not_object_of_strings"))),
        remove: v.optional(v.array(stringField, message("not_array_of_names"))),
      },
      message("not_parameters"),
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
    addFieldError(errors, missing, refuse("required_pair"));
  }
  if (destination_find === "") addFieldError(errors, "destination_find", refuse("empty"));
  if (destination_find === undefined && destination_params === undefined) return null;
  const { set = {}, remove = [] } = destination_params ?? {};
  return {
    ...pickDefined({ find: destination_find, replace: destination_replace }),
    ...(destination_params !== undefined && { params: { set, remove } }),
  };
}
