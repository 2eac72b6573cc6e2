import type { ChangeRow } from "../../api/types.ts";
import { fieldLabel } from "../../text/field-label.ts";
import { sayAll } from "../../text/reason.ts";
import { showValue } from "../../text/show-value.ts";

export interface FieldChange {
  name: string;
  /** Empty if the field has no value. */
  from: string;
  to: string;
}

/**
 * Returns the fields that a row changes. The first of several destinations is not repeated.
 * @param isReversed whether to return the values that an undo writes
 */
export function changedFields({ before, after }: ChangeRow, isReversed = false): FieldChange[] {
  const [old, next] = isReversed ? [after, before] : [before, after];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  if (names.has("destinations")) names.delete("destination");
  return [...names].flatMap((name) => {
    const [from, to] = [showValue(old?.[name]), showValue(next?.[name])];
    return from === to ? [] : [{ name: name === "destinations" ? "destination" : name, from, to }];
  });
}

/** Returns the reasons why a row is not written, as one text in the language of the screen. */
export function reasonsOf({ reasons, codes }: ChangeRow): string {
  return Object.entries(reasons ?? {})
    .map(([field, texts]) => `${fieldLabel(field)}: ${sayAll(texts, codes?.[field]).join(", ")}`)
    .join("; ");
}

/** Returns the effect of an undo on a row that a change has written. */
export function reverseResult(result: ChangeRow["result"]): ChangeRow["result"] {
  if (result === "created") return "deleted";
  return result === "deleted" ? "created" : result;
}
