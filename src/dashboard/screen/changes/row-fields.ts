import type { ChangeRow } from "../../api/types.ts";

/** What a row of a change makes of a field, as text. */
export interface FieldChange {
  name: string;
  /** Empty where the field holds nothing. */
  from: string;
  to: string;
}

/**
 * Returns the fields that a row changes. The first of several destinations is not told twice.
 * @param isReversed as an undo writes it
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

/** Returns a value as people read it; empty for nothing. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ");
  if (Array.isArray(value) && value.length === 0) return "";
  return JSON.stringify(value);
}

/** Returns why a row is not written, as one text. */
export function reasonsOf({ reasons }: ChangeRow): string {
  return Object.entries(reasons ?? {})
    .map(([field, texts]) => `${field}: ${texts.join(", ")}`)
    .join("; ");
}

/** What an undo makes of a row that a change has written. */
export function reverseResult(result: ChangeRow["result"]): ChangeRow["result"] {
  if (result === "created") return "deleted";
  return result === "deleted" ? "created" : result;
}
