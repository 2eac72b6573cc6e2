import type { ChangedFields, PlannedRow } from "../../domain/change/change.ts";
import type { FieldErrors } from "../../domain/field-error.ts";
import { fromFieldTexts, textsOfFields } from "../../domain/refusal/stored.ts";

/** The reason why a row could not be applied or undone, and the present values of the record's fields. */
export interface Conflict {
  reasons: FieldErrors;
  current: ChangedFields | null;
}

/** Reasons as text, as 0.2.0 reads and writes them, with their codes beside. */
interface StoredReasons {
  reasons: Record<string, string[]>;
  codes?: FieldErrors;
}

export type StoredPlannedRow = Omit<PlannedRow, "reasons"> & Partial<StoredReasons>;
export type StoredConflict = Omit<Conflict, "reasons"> & StoredReasons;

export function toStoredRow({ reasons, ...row }: PlannedRow): StoredPlannedRow {
  return reasons === undefined ? row : { ...row, reasons: textsOfFields(reasons), codes: reasons };
}

export function fromStoredRow({ reasons, codes, ...row }: StoredPlannedRow): PlannedRow {
  return reasons === undefined ? row : { ...row, reasons: fromFieldTexts(reasons, codes) };
}

export function toStoredConflict({ reasons, ...conflict }: Conflict): StoredConflict {
  return { ...conflict, reasons: textsOfFields(reasons), codes: reasons };
}

export function fromStoredConflict({ reasons, codes, ...conflict }: StoredConflict): Conflict {
  return { ...conflict, reasons: fromFieldTexts(reasons, codes) };
}
