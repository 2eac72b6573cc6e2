/** A table that a backup holds. */
export interface BackedUpTable {
  name: string;
  /** Columns that a restore computes, and those that concern one KV store only. */
  without?: readonly string[];
}

/**
 * The tables that a backup holds, in the order in which they are read. Rows come before the rows that they
 * refer to: where rows are added meanwhile, what a row refers to is in the backup as well. All columns are
 * kept but those that are named here. A new table stands either here or in `LEFT_OUT`.
 */
export const BACKED_UP: readonly BackedUpTable[] = [
  { name: "history" },
  { name: "click_sheets" },
  { name: "clicks_by_value" },
  { name: "clicks_daily" },
  { name: "clicks_hourly" },
  // Before the ids of their messages: a message that is stored meanwhile counts at most once.
  { name: "miss_batches" },
  { name: "misses" },
  { name: "sitemap_parts" },
  { name: "sitemaps" },
  { name: "click_batches" },
  { name: "records" },
  { name: "notifications" },
  { name: "blocklists" },
  { name: "installation_blocklist" },
  // A restored letter has not been tried again yet.
  { name: "dead_letters", without: ["retry_at", "error"] },
  { name: "host_history" },
  {
    name: "hosts",
    without: [
      "short_urls",
      "qr_codes",
      "redirects",
      "migrations",
      "behind_since",
      "slots_put_at",
      "refilled_at",
    ],
  },
  { name: "pages" },
  { name: "tokens" },
  { name: "memberships" },
  { name: "users" },
  { name: "workspaces", without: ["record_count", "host_count", "last_row"] },
  { name: "cname_targets" },
  { name: "orphaned_certificates" },
];
