import type { Handler, Runtime } from "./handler.ts";
import type { RedirectType } from "./redirect-type.ts";

/** Which records a list, count or bulk preview covers (contract 13.2). */
export interface RecordFilter {
  /** What the endpoint shows at all. */
  runtime?: Runtime;
  ids?: string[];
  host?: string;
  /** As `formatSource` and `slotOf` have it; null for a path that no source can have. */
  source?: { text: string; slot: string } | null;
  tld?: string;
  handlers?: Handler[];
  types?: RedirectType[];
  /** A substring of any destination, without regard to case. */
  destination?: string;
  /** A substring of url, title, description, destinations or tags, without regard to case. */
  search?: string;
  tags?: string[];
  traffic?: "none" | "some";
  dnsCorrect?: boolean;
  status?: "active" | "paused";
  untagged?: boolean;
  /** Whether `expires` is reached. */
  expired?: boolean;
  /** The id of a user. */
  createdBy?: string;
  /** Keys: any of them. */
  plugins?: string[];
  /** The label of the file that manages the record. */
  managedBy?: string;
  hasRules?: boolean;
  /** What the monitor last found of the destinations; no record matches that is not watched. */
  monitor?: "healthy" | "broken";
  /** UTC milliseconds; from this moment on. */
  createdAfterMs?: number;
  /** UTC milliseconds; up to, and without, this moment. */
  createdBeforeMs?: number;
}

export const SORT_FIELDS = ["id", "created_at", "updated_at", "total_clicks"] as const;
export type SortField = (typeof SORT_FIELDS)[number];

export interface Sort {
  field: SortField;
  isDescending: boolean;
}

export const NEWEST_FIRST: Sort = { field: "id", isDescending: true };

/** Reads `created_at` or `-created_at`; null for anything else. */
export function parseSort(text: string): Sort | null {
  const isDescending = text.startsWith("-");
  const field = SORT_FIELDS.find((known) => known === (isDescending ? text.slice(1) : text));
  return field === undefined ? null : { field, isDescending };
}

export function formatSort({ field, isDescending }: Sort): string {
  return isDescending ? `-${field}` : field;
}

/** Returns whether a filter carries no value of its caller. */
export function isEmptyFilter({ runtime: _, ...filter }: RecordFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}
