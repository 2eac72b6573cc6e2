import type { LineSum } from "./line-sum.ts";

/**
 * The lines of a backup, each of them JSON. The first is the opening line. A section line precedes the
 * rows of each table, and each row is an array of the values of its columns. The last is the closing line:
 * a file without it is incomplete. Empty lines are ignored.
 */

export const BACKUP_FORMAT = 1;

export interface OpeningLine {
  signpost_backup: number;
  created_at: string;
  /** True if all rows are from the same moment. Otherwise rows changed while the backup was written. */
  is_snapshot: boolean;
}

export interface SectionLine {
  table: string;
  columns: string[];
}

export interface ClosingLine {
  end: true;
  tables: Record<string, LineSum>;
}

export function formatOpening(createdAt: string, isSnapshot: boolean): string {
  const line: OpeningLine = {
    signpost_backup: BACKUP_FORMAT,
    created_at: createdAt,
    is_snapshot: isSnapshot,
  };
  return JSON.stringify(line);
}

export function formatSection(table: string, columns: string[]): string {
  const line: SectionLine = { table, columns };
  return JSON.stringify(line);
}

export function formatClosing(tables: Record<string, LineSum>): string {
  const line: ClosingLine = { end: true, tables };
  return JSON.stringify(line);
}
