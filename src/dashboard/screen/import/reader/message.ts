import type { ImportRow, ImportOptions, RefusedRow } from "../../../../domain/import/row.ts";
import type { TableDescription } from "../../../../domain/import/format/csv.ts";

/** What the page and the reader of files tell each other. The reader has a thread of its own. */

/** The options that a person chooses; maps are lists of pairs. */
export interface ReadChoice extends Pick<ImportOptions, "format" | "host" | "origin" | "base" | "status"> {
  hostMap: [from: string, to: string][];
  columnMap: [name: string, column: string][];
  passwords: "leave-out" | "drop";
}

/** What a file holds, as the page shows it. The rows stay with the reader. */
export interface FileSummary {
  /** The key of its format, and what people call it; empty where the file cannot be read. */
  format: string;
  label: string;
  /** Why the file as a whole cannot be read. */
  problem: string | null;
  rows: number;
  /** The first rows, as they would be sent. */
  preview: ImportRow[];
  refused: number;
  /** The first of those that are refused. */
  refusedShown: RefusedRow[];
  ignored: number;
  /** Rows with the same note count once. */
  warnings: { warning: string; count: number; lines: number[] }[];
  hosts: { host: string; rows: number }[];
  /** Rows that are refused because nobody has said their host, where they lead, or what of their password. */
  missing: { host: number; origin: number; password: number };
  managed: { owner?: string; hosts?: string[] };
  /** A table whose columns a person may name; null for other files. */
  table: TableDescription | null;
}

export interface FormatName {
  key: string;
  label: string;
}

export type Question =
  | { kind: "open"; fileName: string; content: ArrayBuffer | string }
  | { kind: "read"; choice: ReadChoice; nowMs: number }
  | { kind: "formats" }
  | { kind: "columns" }
  | { kind: "refused" }
  /** The first part begins anew. */
  | { kind: "part"; isFirst: boolean; tags: string[] };

export interface Answers {
  open: null;
  read: FileSummary;
  formats: FormatName[];
  columns: string[];
  refused: RefusedRow[];
  /** Newline-delimited JSON with the share of rows that are sent behind it; null behind the last part. */
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
