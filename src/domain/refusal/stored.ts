import type { FieldErrors } from "../field-error.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { say } from "./say.ts";

/**
 * Refusals as they are stored: the English texts, which 0.2.0 reads, and beside them their codes. 0.2.0 stored
 * texts without codes; they are read as plain texts.
 */

export function textsOf(reasons: readonly Refusal[]): string[] {
  return reasons.map((reason) => say(reason));
}

export function fromTexts(texts: readonly string[], codes: readonly Refusal[] = []): Refusal[] {
  return texts.map((text) => codes.find((reason) => say(reason) === text) ?? refuse("as_written", { text }));
}

export function textsOfFields(errors: FieldErrors): Record<string, string[]> {
  return mapFields(errors, textsOf);
}

export function fromFieldTexts(texts: Record<string, string[]>, codes: FieldErrors = {}): FieldErrors {
  return mapFields(texts, (list, field) => fromTexts(list, codes[field]));
}

/** A field may have any name, even one that every object inherits. */
export function mapFields<From, To>(
  fields: Record<string, From>,
  convert: (value: From, field: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, convert(value, field)]));
}
