/**
 * The errors of an input (contract 9.6): dotted field paths, each with its reasons. The API answers
 * them as the `errors` of a 422.
 */
export type FieldErrors = Record<string, string[]>;

/** The value of a parsed input, or the reason why it was refused. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

export function accepted<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

/** Adds a reason once. The field may have any name, even one that every object inherits. */
export function addFieldError(errors: FieldErrors, field: string, reason: string): void {
  const reasons = Object.hasOwn(errors, field) ? (errors[field] ?? []) : [];
  if (reasons.includes(reason)) return;
  const value = [...reasons, reason];
  Object.defineProperty(errors, field, { value, configurable: true, enumerable: true, writable: true });
}

export function hasFieldErrors(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0;
}
