import type { ChangeRow } from "../../api/types.ts";
import { fieldLabel } from "../../text/field-label.ts";
import { sayReason } from "../../text/reason.ts";

/** A field of a row of a change, before and after, as text. */
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

/**
 * Returns a value in a readable form; empty for no value. The members of an object have their names before them, and
 * members without a value are left out: `if (country: DE, AT), destination: https://a.example/`.
 */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) {
    const isOfObjects = value.some((item) => typeof item === "object");
    return value.map(showValue).join(isOfObjects ? "; " : ", ");
  }
  if (typeof value !== "object") return typeof value === "string" ? value : JSON.stringify(value);
  return Object.entries(value).flatMap(showMember).join(", ");
}

function showMember([name, value]: [string, unknown]): string[] {
  const text = name === "query" || name === "header" ? showPairs(value as Pairs) : showValue(value);
  // The id of a rule tells a reader nothing.
  if (text === "" || name === "id") return [];
  const isNested = typeof value === "object" && !Array.isArray(value);
  return [isNested ? `${fieldLabel(name)} (${text})` : `${fieldLabel(name)}: ${text}`];
}

/** The values of a condition by names that visitors send; null for any value. */
type Pairs = Record<string, string | null>;

function showPairs(pairs: Pairs): string {
  return Object.entries(pairs)
    .map(([name, value]) => (value === null ? name : `${name}=${value}`))
    .join(", ");
}

/** Returns the reasons why a row is not written, as one text in the language of the screen. */
export function reasonsOf({ reasons }: ChangeRow): string {
  return Object.entries(reasons ?? {})
    .map(([field, texts]) => `${fieldLabel(field)}: ${texts.map(sayReason).join(", ")}`)
    .join("; ");
}

/** Returns the effect of an undo on a row that a change has written. */
export function reverseResult(result: ChangeRow["result"]): ChangeRow["result"] {
  if (result === "created") return "deleted";
  return result === "deleted" ? "created" : result;
}
