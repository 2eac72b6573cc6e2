import type { Hostname } from "./hostname.ts";

/**
 * Statistics that anybody with their link may read (contract 37). Destinations, campaigns, rules, hostnames, tags and
 * records are not among the parts: they may tell captures, queries of visitors and names that were not shared.
 */
export const SHARED_PARTS = [
  "series",
  "countries",
  "referrers",
  "devices",
  "browsers",
  "os",
  "languages",
  "sources",
] as const;
export type SharedPart = (typeof SHARED_PARTS)[number];

/** The numbers of days that a page may cover, the present one included. */
export const SHARED_DAYS = [7, 28, 90, 365] as const;
export type SharedDays = (typeof SHARED_DAYS)[number];

/** The most of a workspace. */
export const MAX_SHARED_STATISTICS = 20;

/** What a page shows. Also the JSON that is stored, and the members of answers. */
export interface SharedContent {
  name: string;
  /** The clicks that count: of one record, on a hostname, with a tag, or of all that are named. */
  record: string | null;
  host: Hostname | null;
  tag: string | null;
  shows: SharedPart[];
  days: SharedDays;
}

export interface SharedStatistics {
  id: string;
  content: SharedContent;
  /** The hostnames that whoever shared it was limited to, or the one whose clicks count; null for all. */
  hosts: readonly Hostname[] | null;
  passwordHash: string | null;
  endsAtMs: number | null;
  createdAtMs: number;
}
