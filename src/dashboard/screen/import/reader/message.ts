import type { Refusal } from "../../../../domain/refusal/refusal.ts";
import type { ImportPage, ImportRow, ImportOptions, RefusedRow } from "../../../../import/row.ts";
import type { OtherFormat, TableDescription } from "../../../../import/read-file.ts";

/** Messages between the page and the reader of files, which has a thread of its own. */

/** The options that the user chooses. Maps are lists of pairs. */
export interface ReadChoice extends Pick<
  ImportOptions,
  "format" | "host" | "origin" | "base" | "status" | "literalDots" | "forwardQuery"
> {
  hostMap: [from: string, to: string][];
  columnMap: [name: string, column: string][];
  passwords: "leave-out" | "drop";
}

/** The content of a file for the page. The rows stay in the reader. */
export interface FileSummary {
  format: string;
  label: string;
  /** The reason why the whole file cannot be read. */
  problem: Refusal | null;
  rows: number;
  /** The number of stored files that the import brings. */
  pages: number;
  /** The first rows, as they would be sent. */
  preview: ImportRow[];
  refused: number;
  refusedShown: RefusedRow[];
  ignored: number;
  /** Rows that lead back to a hostname of the import, as far as they are shown before it. */
  odd: { count: number; shown: RefusedRow[] };
  /** Rows with the same note are counted once. */
  warnings: { warning: Refusal; count: number; lines: number[] }[];
  /** Hostnames of the rows; `isVendor` are those that only their service can have. */
  hosts: { host: string; rows: number; isVendor: boolean }[];
  /** The numbers of rows that are refused because an option for host, destination or password is missing. */
  missing: { host: number; origin: number; password: number };
  managed: { owner?: string; hosts?: string[] };
  /** The formats that the reader names for what it does not read, and the number of these rows. */
  others: { formats: OtherFormat[]; rows: number };
  /** A table whose columns the user may name; null for other files. */
  table: TableDescription | null;
}

/** The formats that can be read, and the meanings that a column can have. */
export interface ReaderLists {
  formats: { key: string; label: string }[];
  columns: string[];
}

export type Question =
  | { kind: "open"; fileName: string; content: ArrayBuffer | string }
  | { kind: "read"; choice: ReadChoice; nowMs: number }
  | { kind: "refused" }
  | { kind: "odd" }
  | { kind: "pages" }
  /** Refuses the rows that show one of these pages. */
  | { kind: "differing"; pages: ImportPage[] }
  /** Says whether to start again with the first part. */
  | { kind: "part"; isFirst: boolean; tags: string[] };

export interface Answers {
  open: ReaderLists;
  read: FileSummary;
  refused: RefusedRow[];
  odd: RefusedRow[];
  pages: ImportPage[];
  differing: null;
  /** Newline-delimited JSON, with the share of rows that are sent after it; null after the last part. */
  part: { body: ArrayBuffer; share: number } | null;
}

export interface Asked {
  id: number;
  question: Question;
}

export interface Answered {
  id: number;
  answer?: Answers[keyof Answers];
  error?: string;
}
