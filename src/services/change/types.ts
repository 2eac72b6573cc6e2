import type { Refusal } from "../../domain/refusal/refusal.ts";
import type { ChangedFields, ChangeRequest, PlannedRow } from "../../domain/change/change.ts";
import type { FieldErrors } from "../../domain/field-error.ts";
import type { Change, PlanProgress } from "../../storage/change/read.ts";
import type { Handler } from "../../domain/handler.ts";
import type { RepeatedFields } from "../../domain/repeated-field.ts";
import type { HostedSource } from "../../domain/source.ts";
import type { Draft } from "../result.ts";
import type { RecordInput } from "../write/change-record.ts";

export const STEP_RECORDS = 500;

/** The most rows of a body, and lines of a part: a small body can have millions (contract 28.2). */
export const MAX_SENT_ROWS = 50_000;

export interface PlannedStep {
  rows: PlannedRow[];
  /** The position at which planning continues; null at the end. */
  next: PlanProgress | null;
}

export interface NewChange {
  request: ChangeRequest;
  /** The password that an edit sets. It is hashed once. */
  password?: string;
  isUpload: boolean;
  /** Null for an edit, and if the rows come in parts. */
  rows: WaitingRow[] | null;
}

/** Rows of a part, in the order of its lines. */
export interface PartBlock {
  /** The number of lines in the block, including empty ones. */
  lines: number;
  /** The rows. Their lines are counted from 1 within the block. */
  rows: WaitingRow[];
}

export interface Confirmation {
  /** The number of records that the mirror deletes. */
  deletes?: number;
  /** The changes that can no longer be undone afterwards. */
  dropUndo?: string[];
  /** True if dropping these is not enough, because the other undos are beyond the reach of the caller. */
  isFull?: boolean;
}

export interface ChangeView {
  change: Change;
  creatorName: string;
  /** The confirmation that applying the plan needs; null if it needs none. */
  confirm: Confirmation | null;
  warnings: Refusal[];
}

export interface ChangeRowView {
  row: PlannedRow;
  /** The reasons why it could not be applied, or undone. */
  reasons: FieldErrors | null;
  /** The present values of the fields, if the record was changed in between. */
  current: ChangedFields | null;
}

/** The mode of an import: `create` refuses rows whose source exists, `upsert` updates their records. */
export type ImportMode = "create" | "upsert";

/** The data of a row from an earlier service of the record. An existing record takes only the password. */
export interface RowOrigin {
  createdAtMs?: number;
  clicksBefore?: number;
  /** The hash in its stored form. */
  passwordHash?: string;
}

export interface ImportRow {
  handler: Handler;
  /** Null if the row has no valid place. */
  place: HostedSource | null;
  /**
   * The repeated fields, each of which must have the value of the record. Stored with waiting rows, so the name
   * cannot change. `handler` is absent if the row has none.
   */
  held: RepeatedFields;
  input: RecordInput;
  /** Absent in rows that an earlier release stored. */
  origin?: RowOrigin;
}

export type WaitingRow = Draft<ImportRow> & { line: number };

export interface ImportAnswer {
  results: RowResult[];
  /** The id of the import's change, by which it can be undone; null if it has written nothing. */
  change: string | null;
}

export type RowResult =
  | { result: "created" | "updated" | "unchanged"; id: string }
  | { result: "failed"; id: null; errors: FieldErrors };

/** The result of a row as it is stored, with its reasons as text and their codes beside (contract 9.23). */
export type NotedResult = Pick<RowResult, "result" | "id"> & {
  errors?: Record<string, string[]>;
  codes?: FieldErrors;
};
