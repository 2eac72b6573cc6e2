import type { RefusedRow } from "../../../domain/import/row.ts";

/** What this tab remembers of a file that was imported: the API never sees the rows that its reader refused. */
export interface ImportReport {
  fileName: string;
  refused: RefusedRow[];
}

const PREFIX = "signpost.import.";
/** A tab keeps a few megabytes. */
const MAX_KEPT = 5_000;

const reports = new Map<string, ImportReport>();

/** Keeps what the reader of a file refused, under the id of the change. A reload finds the first thousands of it. */
export function keepReport(changeId: string, report: ImportReport): void {
  reports.set(changeId, report);
  try {
    const kept = { ...report, refused: report.refused.slice(0, MAX_KEPT) };
    sessionStorage.setItem(PREFIX + changeId, JSON.stringify(kept));
  } catch {
    // It is full, or a private window refuses: the page has it until it is left.
  }
}

export function keptReport(changeId: string): ImportReport | null {
  const known = reports.get(changeId);
  if (known !== undefined) return known;
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + changeId) ?? "null") as ImportReport | null;
  } catch {
    return null;
  }
}
