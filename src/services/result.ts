import { addFieldError, type FieldErrors } from "../domain/field-error.ts";
import type { Role } from "../domain/role.ts";

/** A refusal of a service, as a value; HTTP statuses are the admin side's business (contract 9.6). */
export type ServiceError =
  | { code: "invalid"; fields: FieldErrors }
  | { code: "not_found" }
  /** The workspace has `used` of the `allowed` ones of what `limit` names. */
  | { code: "plan_limit"; limit: "records" | "hostnames"; used: number; allowed: number }
  | { code: "role_too_low"; needed: Role }
  /** Other writers came first, again and again. */
  | { code: "busy" };

export type Result<T> = { ok: true; value: T } | { ok: false; error: ServiceError };

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failed(error: ServiceError): { ok: false; error: ServiceError } {
  return { ok: false, error };
}

export function invalid(fields: FieldErrors): { ok: false; error: ServiceError } {
  return failed({ code: "invalid", fields });
}

/**
 * An input as far as it could be read. Services go on checking what they can, so that one answer
 * names every bad field, and write nothing unless there is none.
 */
export interface Draft<T> {
  fields: T;
  errors: FieldErrors;
}

/** Adds what a further check found. */
export function addFieldErrors(errors: FieldErrors, found: FieldErrors): void {
  for (const [field, reasons] of Object.entries(found)) {
    for (const reason of reasons) addFieldError(errors, field, reason);
  }
}
