import { refuse } from "../../domain/refusal/refusal.ts";
import type { FieldErrors } from "../../domain/field-error.ts";
import type { LinkRecord } from "../../domain/record.ts";

/** Returns why a record must not be edited by hand: a file manages it (contract 28.12). */
export function managedReason(owner: string): FieldErrors {
  return { managed_by: [refuse("managed", { owner })] };
}

export const TAKEN_DOWN = refuse("taken_down");

/** Returns the refusal of an edit by hand; null if the edit is allowed. */
export function refuseManaged({ managedBy }: LinkRecord, isForced: boolean): FieldErrors | null {
  return managedBy === null || isForced ? null : managedReason(managedBy);
}
