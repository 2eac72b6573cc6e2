import type { Hostname } from "./hostname.ts";
import type { Handler, RecordFamily } from "./handler.ts";
import type { RedirectType } from "./redirect-type.ts";

/** Selects the records of a list, count or bulk preview (contract 13.2). */
export interface RecordFilter {
  /**
   * The family that the endpoint shows. Named like the column; the name cannot change, because requests of counts
   * are stored with their filter.
   */
  runtime?: RecordFamily;
  ids?: string[];
  host?: Hostname;
  /** The results of `formatSource` and `slotOf`; null for a path that no source can have. */
  source?: { text: string; slot: string } | null;
  tld?: string;
  handlers?: Handler[];
  types?: RedirectType[];
  /** A substring of any destination, without regard to case. */
  destination?: string;
  /** A substring of url, title, description, destinations or tags, without regard to case. */
  search?: string;
  tags?: string[];
  /** True if a record has to have all of `tags`, not any. */
  hasAllTags?: boolean;
  /** True for records whose limit of visitors is not reached, as far as its counter has reported. */
  hasPlacesLeft?: true;
  traffic?: "none" | "some";
  dnsCorrect?: boolean;
  status?: "active" | "paused";
  untagged?: boolean;
  /** Says whether `expires` is reached. */
  expired?: boolean;
  createdBy?: string;
  /** Keys of plugins: a record with any of them matches. */
  plugins?: string[];
  /** The label of the file that manages the record. */
  managedBy?: string;
  hasRules?: boolean;
  /** The monitor's last state of the record. A record that is not watched does not match. */
  monitor?: "healthy" | "broken";
  /** UTC milliseconds, inclusive. */
  createdAfterMs?: number;
  /** UTC milliseconds, exclusive. */
  createdBeforeMs?: number;
}

export const SORT_FIELDS = ["id", "created_at", "updated_at", "total_clicks"] as const;
export type SortField = (typeof SORT_FIELDS)[number];

export interface Sort {
  field: SortField;
  isDescending: boolean;
}

export const NEWEST_FIRST: Sort = { field: "id", isDescending: true };

/** Parses `created_at` or `-created_at`; null for anything else. */
export function parseSort(text: string): Sort | null {
  const isDescending = text.startsWith("-");
  const field = SORT_FIELDS.find((known) => known === (isDescending ? text.slice(1) : text));
  return field === undefined ? null : { field, isDescending };
}

export function formatSort({ field, isDescending }: Sort): string {
  return isDescending ? `-${field}` : field;
}

/** Returns whether a filter has no value from its caller. */
export function isEmptyFilter({ runtime: _, ...filter }: RecordFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}
