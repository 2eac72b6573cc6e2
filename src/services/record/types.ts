import type { FieldErrors } from "../../domain/field-error.ts";
import type { Handler } from "../../domain/handler.ts";
import type { HeldFields } from "../../domain/held-field.ts";
import type { RecordChange } from "../../domain/record-change.ts";
import type { LinkRecord } from "../../domain/record.ts";
import type { HostedSource } from "../../domain/source.ts";
import type { Draft } from "../result.ts";

/** The settings of a record that a write sends, without its source. Each field was parsed on its own. */
export interface RecordInput extends Omit<RecordChange, "passwordVersion"> {
  /** Null removes the password. */
  password?: string | null;
}

/** A record with the facts of its hostname that responses show. */
export interface RecordView {
  record: LinkRecord;
  /** Whether the certificate is issued, so that the record's URL is https. */
  isHttps: boolean;
  tld: string;
  /** How many visitors are let through yet; null without a limit, or if the counter does not answer. */
  clicksLeft?: number | null;
}

/** `create` refuses rows whose source exists; `upsert` updates the records behind them. */
export type ImportMode = "create" | "upsert";

/** What a row brings along from where the record was before. A record that exists takes the password alone. */
export interface RowOrigin {
  createdAtMs?: number;
  clicksBefore?: number;
  /** As it is stored. */
  passwordHash?: string;
}

/** One row of an import, as far as it could be parsed. */
export interface ImportRow {
  handler: Handler;
  /** Null where the row does not name a valid one. */
  place: HostedSource | null;
  /** Must be what the record holds; `handler` is missing where the row does not name one. */
  held: HeldFields;
  input: RecordInput;
  /** Missing in rows that an earlier release has stored. */
  origin?: RowOrigin;
}

/** A row of a change as it waits to be planned. */
export type WaitingRow = Draft<ImportRow> & { line: number };

export interface ImportAnswer {
  results: RowResult[];
  /** The id of the change that undoes the import; null where it has written nothing. */
  change: string | null;
}

export type RowResult =
  | { result: "created" | "updated" | "unchanged"; id: string }
  | { result: "failed"; id: null; errors: FieldErrors };
