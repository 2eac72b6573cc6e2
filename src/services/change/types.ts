import type { ChangedFields, ChangeRequest, PlannedRow } from "../../domain/change/change.ts";
import type { FieldErrors } from "../../domain/field-error.ts";
import type { Change, PlanProgress } from "../../storage/change/row.ts";
import type { WaitingRow } from "../record/types.ts";

/** Records that one step plans. */
export const STEP_RECORDS = 500;

/** What a step of planning has found. */
export interface PlannedStep {
  rows: PlannedRow[];
  /** Where planning goes on; null at the end. */
  next: PlanProgress | null;
}

/** A change that is to be planned. */
export interface NewChange {
  request: ChangeRequest;
  /** Of an edit that sets a password: it is hashed once. */
  password?: string;
  /** Whether the rows come in parts. */
  isUpload: boolean;
  /** Null for an edit, and where the rows come in parts. */
  rows: WaitingRow[] | null;
}

/** Rows of a part, in the order of its lines. */
export interface PartBlock {
  /** Lines that the block stands for, empty ones included. */
  lines: number;
  /** Their lines count from 1 within the block. */
  rows: WaitingRow[];
}

/** What the caller has to say to apply a plan. */
export interface Confirmation {
  /** How many records the mirror deletes. */
  deletes?: number;
  /** The changes that can no longer be undone then. */
  dropUndo?: string[];
}

export interface ChangeView {
  change: Change;
  creatorName: string;
  /** What applying the plan needs; null where it needs nothing. */
  confirm: Confirmation | null;
  warnings: string[];
}

/** A row of a change with what became of it. */
export interface ChangeRowView {
  row: PlannedRow;
  /** Why it could not be applied, or undone. */
  reasons: FieldErrors | null;
  /** What the record holds of the fields, where it was changed meanwhile. */
  current: ChangedFields | null;
}
