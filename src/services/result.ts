import type { Refusal } from "../domain/refusal/refusal.ts";
import { addFieldError, type FieldErrors } from "../domain/field-error.ts";
import type { Role } from "../domain/role.ts";

/** The reason why a service refuses a call, which the API maps to an HTTP status (contract 9.6). */
export type ServiceError =
  | { code: "invalid"; fields: FieldErrors }
  | { code: "not_found" }
  /** The workspace uses `used` of the `allowed` items that `limit` names, or the installation so many bytes. */
  | { code: "plan_limit"; limit: Limit; used: number; allowed: number }
  | { code: "role_too_low"; needed: Role }
  /** The user of a session must show the token again. */
  | { code: "proof_needed" }
  /** The caller is limited to some hostnames, and the verb concerns all. */
  | { code: "limited_to_hosts" }
  /** The caller is limited to some tags, and the verb concerns more than records. */
  | { code: "limited_to_tags" }
  /** The token can do nothing but report conversions. */
  | { code: "limited_to_conversions" }
  /** The operator has suspended the workspace, which can only read. */
  | { code: "suspended" }
  /** The caller expects another version than the current one. */
  | { code: "version_mismatch" }
  /** The state of this or another change does not allow the call. */
  | { code: "wrong_state"; reason: Refusal }
  /** Other writers were first at every attempt. */
  | { code: "busy" };

type Limit = "records" | "hostnames" | "keys" | "webhooks" | "shares" | "qr_styles" | "names" | "database";

export interface Failure {
  ok: false;
  error: ServiceError;
}

export type Result<T> = { ok: true; value: T } | Failure;

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failed(error: ServiceError): Failure {
  return { ok: false, error };
}

/** Also of what exists, but not for this caller. */
export const NOT_FOUND = failed({ code: "not_found" });

export function invalid(fields: FieldErrors): Failure {
  return failed({ code: "invalid", fields });
}

/**
 * The parts of an input that could be parsed. A service checks all that it can, so that one answer names every
 * invalid field, and writes nothing if there is one.
 */
export interface Draft<T> {
  fields: T;
  errors: FieldErrors;
}

export function addFieldErrors(errors: FieldErrors, found: FieldErrors): void {
  for (const [field, reasons] of Object.entries(found)) {
    for (const reason of reasons) addFieldError(errors, field, reason);
  }
}
