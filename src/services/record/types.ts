import type { FieldErrors } from "../../domain/field-error.ts";
import type { Handler } from "../../domain/handler.ts";
import type { RepeatedFields } from "../../domain/repeated-field.ts";
import type { RecordChange } from "../../domain/record-change.ts";
import type { LinkRecord } from "../../domain/record.ts";
import type { HostedSource } from "../../domain/source.ts";
import type { Draft } from "../result.ts";

/** The settings of a record in a write, without its source. Each field was parsed separately. */
export interface RecordInput extends Omit<RecordChange, "passwordVersion"> {
  /** Null removes the password. */
  password?: string | null;
}

/** A record with the facts of its hostname that responses show. */
export interface RecordView {
  record: LinkRecord;
  /** True if the certificate is issued, so that the record's URL is https. */
  isHttps: boolean;
  tld: string;
  /** The number of visitors that are still let through; null without a limit, or if the counter does not answer. */
  clicksLeft?: number | null;
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

/** The parts of an import row that could be parsed. */
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

/** A row of a change that waits to be planned. */
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
