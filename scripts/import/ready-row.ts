import type { ImportResult, ImportRow } from "../../src/domain/import/row.ts";

/** A row of `POST /bulk/import`, which does not take the line. */
export type SentRow = Omit<ImportRow, "line">;

/** A row that is ready to be sent, and where it stood in the file. */
export interface ReadyRow {
  line: number;
  source: string;
  row: SentRow;
}

/** A row that is not in place, and why. */
export interface Problem {
  line: number;
  source: string;
  reason: string;
}

export function toReadyRows({ rows }: ImportResult): ReadyRow[] {
  return rows.map(({ line, ...row }) => ({ line, source: row.url ?? `${row.host}/${row.alias}`, row }));
}

export function toProblems({ refused }: ImportResult): Problem[] {
  return refused.map(({ line, text, reason }) => ({ line, source: text, reason }));
}
