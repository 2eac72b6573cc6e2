interface BackedUpTable {
  name: string;
  /** The left-out columns: a restore computes them, or they concern one KV store only. */
  without?: readonly string[];
  /** The table that a restore fills first, because its triggers change rows of this one. */
  after?: string;
}

/**
 * The tables in backups, in the order in which they are read. Rows are read before the rows that they refer to, so
 * that the referenced rows are in the backup even if rows are added while it is written. All columns are kept
 * except those in `without`. A new table must be either here and in `MERGED`, or in `LEFT_OUT` of the tests.
 */
export const BACKED_UP: readonly BackedUpTable[] = [
  { name: "history" },
  { name: "click_sheets" },
  { name: "click_months" },
  { name: "conversion_sums" },
  { name: "clicks_by_value" },
  { name: "clicks_daily" },
  { name: "clicks_hourly" },
  // Read before the ids of the messages, so that a message that is stored during the backup counts at most once.
  { name: "miss_batches" },
  { name: "misses", after: "records" },
  { name: "sitemap_parts" },
  { name: "sitemaps" },
  { name: "records" },
  // Read after the sheets and totals to which its clicks are added, so that a click counts at most once.
  { name: "click_batches" },
  { name: "notifications" },
  // Without their log, so that nothing is due.
  { name: "webhooks", without: ["held_until", "due_at"] },
  { name: "shared_statistics" },
  { name: "blocklists" },
  { name: "installation_blocklist" },
  // A restored letter counts as not yet tried again.
  { name: "dead_letters", without: ["retry_at", "error"] },
  { name: "host_history", after: "activity" },
  { name: "activity" },
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
