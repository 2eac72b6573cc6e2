import type { FieldErrors } from "./field-error.ts";
import type { Refusal, RefusalValue } from "./refusal/refusal.ts";
import { say } from "./refusal/say.ts";

/** Longer names and reasons repeat what was sent, so their beginning is enough. */
const MAX_NAME_CHARACTERS = 200;
const MAX_REASON_CHARACTERS = 2_000;
/** The most characters of a value, which its sentence has as well. */
const MAX_VALUE_CHARACTERS = 500;

interface BoundedErrors {
  errors: Record<string, string[]>;
  /** The code of each text of `errors`, in the same order. */
  codes: FieldErrors;
  omitted: number;
}

/**
 * Keeps the first field errors, as many as fit into `maxBytes` of JSON with their codes. Cuts long names, reasons and
 * values, and keeps at least the first reason of the first field, so that an answer always has one.
 */
export function boundErrors(fieldErrors: FieldErrors, maxBytes: number): BoundedErrors {
  // The objects have no prototype, so that a field may have any name.
  const errors = Object.create(null) as Record<string, string[]>;
  const codes = Object.create(null) as FieldErrors;
  const fields = Object.entries(fieldErrors);
  let bytes = 4;
  for (const [index, [field, reasons]] of fields.entries()) {
    const name = cut(field, MAX_NAME_CHARACTERS);
    const texts = reasons.map((reason) => cut(say(reason), MAX_REASON_CHARACTERS));
    const refusals = reasons.map(cutValues);
    const size = sizeOf(name, texts) + sizeOf(name, refusals);
    if (bytes + size > maxBytes) {
      if (index === 0) {
        errors[name] = texts.slice(0, 1);
        codes[name] = refusals.slice(0, 1);
      }
      return { errors, codes, omitted: fields.length - Math.max(index, 1) };
    }
    bytes += size;
    // Two cut names may be equal.
    errors[name] = [...(errors[name] ?? []), ...texts];
    codes[name] = [...(codes[name] ?? []), ...refusals];
  }
  return { errors, codes, omitted: 0 };
}

function cutValues({ code, values = {} }: Refusal): Refusal {
  const cutValue = (value: RefusalValue): RefusalValue =>
    typeof value === "object"
      ? cutValues(value)
      : typeof value === "string"
        ? cut(value, MAX_VALUE_CHARACTERS)
        : value;
  const entries = Object.entries(values).map(([name, value]) => [name, cutValue(value)]);
  return { code, values: Object.fromEntries(entries) as Record<string, RefusalValue> };
}

function sizeOf(name: string, reasons: unknown[]): number {
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
