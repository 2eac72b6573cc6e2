import type { FieldErrors } from "../../domain/field-error.ts";
import type { Handler } from "../../domain/handler.ts";
import type { HostedSource } from "../../domain/source.ts";
import type { RecordInput } from "../records/record-input.ts";

/** Bulk import (contract 18.1): many rows a call, each with its own result. */

export type ImportMode = "create" | "upsert";

/** One row, as far as it could be read. */
export interface ImportRow {
  handler: Extract<Handler, "short-url" | "redirect">;
  /** Null where the row does not tell. */
  place: HostedSource | null;
  input: RecordInput;
}

export type RowResult =
  | { result: "created" | "updated" | "unchanged"; id: string }
  | { result: "failed"; id: null; errors: FieldErrors };

/** A row that passed every check that needs no look at its record. */
export interface ReadyRow extends ImportRow {
  index: number;
  place: HostedSource;
}
