import type { FieldErrors } from "./field-error.ts";

/** Longer names and reasons repeat what was sent, so their beginning is enough. */
const MAX_NAME_CHARACTERS = 200;
const MAX_REASON_CHARACTERS = 2_000;

interface BoundedErrors {
  errors: FieldErrors;
  /** The number of fields that were left out. */
  omitted: number;
}

/**
 * Keeps the first field errors, as many as fit into `maxBytes` of JSON. Cuts long names and reasons, and
 * keeps at least the first reason of the first field, so that an answer always has one.
 */
export function boundErrors(errors: FieldErrors, maxBytes: number): BoundedErrors {
  // The object has no prototype, so that a field may have any name.
  const kept = Object.create(null) as FieldErrors;
  const fields = Object.entries(errors);
  let bytes = 2;
  for (const [index, [field, reasons]] of fields.entries()) {
    const name = cut(field, MAX_NAME_CHARACTERS);
    const cutReasons = reasons.map((reason) => cut(reason, MAX_REASON_CHARACTERS));
    const size = sizeOf(name, cutReasons);
    if (bytes + size > maxBytes) {
      if (index === 0) kept[name] = cutReasons.slice(0, 1);
      return { errors: kept, omitted: fields.length - Math.max(index, 1) };
    }
    bytes += size;
    // Two cut names may be equal.
    kept[name] = [...(kept[name] ?? []), ...cutReasons];
  }
  return { errors: kept, omitted: 0 };
}

/** Returns the bytes of one member of the JSON object with its comma. */
function sizeOf(name: string, reasons: string[]): number {
  const text = `${JSON.stringify(name)}:${JSON.stringify(reasons)},`;
  return new TextEncoder().encode(text).length;
}

/** Cuts a text between code points. */
function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text
    .slice(0, maxCharacters)
    .toWellFormed()
    .replace(/\uFFFD$/, "")}…`;
}
