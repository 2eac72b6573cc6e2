import type { RefusedRow } from "../../../import/row.ts";
import type { Query } from "../../api/client.ts";
import { whenForgotten } from "../../state/store.ts";

/** What the reader of imported files found, stored in this tab, because the API never gets it. */
interface ImportReport {
  refused: RefusedRow[];
  /** The number of refused rows, of which fewer may be kept. */
  total: number;
  /** Rows that are imported and lead back to a hostname of the import. */
  odd: RefusedRow[];
  /** The filter of the list that shows the records. */
  filter: Query;
}

const PREFIX = "signpost.import.";
/** The most rows to store. The storage of a tab has a few megabytes. */
const MAX_KEPT = 5_000;

const reports = new Map<string, ImportReport>();
whenForgotten(() => reports.clear());

/** Stores rows that the reader refused, by the id of their change. After a reload the first thousands are left. */
export function keepReport(changeId: string, report: ImportReport): void {
  reports.set(changeId, report);
  try {
    const kept = {
      ...report,
      refused: report.refused.slice(0, MAX_KEPT),
      odd: report.odd.slice(0, MAX_KEPT),
    };
    sessionStorage.setItem(PREFIX + changeId, JSON.stringify(kept));
  } catch {
    // The storage is full or refused, so the report lasts until the user leaves the page.
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
