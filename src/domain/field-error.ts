import type { Code, Refusal, ValuesOf } from "./refusal/refusal.ts";

/**
 * The errors of an input (contract 9.6): dotted field paths, each with its reasons. The API answers
 * them as the `errors` and `codes` of a 422.
 */
export type FieldErrors = Record<string, Refusal[]>;

export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: Refusal };

export function accepted<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refused<C extends Code>(code: C, ...[values]: ValuesOf<C>): { ok: false; reason: Refusal } {
  return { ok: false, reason: values === undefined ? { code } : { code, values } };
}

/** Adds a reason once. The field may have any name, even one that every object inherits. */
export function addFieldError(errors: FieldErrors, field: string, reason: Refusal): void {
  const reasons = Object.hasOwn(errors, field) ? (errors[field] ?? []) : [];
  const text = JSON.stringify(reason);
  if (reasons.some((other) => JSON.stringify(other) === text)) return;
  const value = [...reasons, reason];
  Object.defineProperty(errors, field, { value, configurable: true, enumerable: true, writable: true });
}

export function hasFieldErrors(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0;
}
