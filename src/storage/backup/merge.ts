/**
 * What becomes of each table of a backup when the backups of several databases are merged into one [26.9]. Tables that are in
 * no backup (test/support/left-out.ts) are made anew by a restore in any case. The Worker does not load this module.
 */

export type MergedRow = Record<string, string | number | null>;

/**
 * `apart`: rows of workspaces, whose keys are in one database only. A key in two backups is an error.
 * Else a function that makes one row of two with the same key, of which the first is that of the database that stays;
 * null if they contradict each other.
 */
type Merge = "apart" | ((one: MergedRow, other: MergedRow) => MergedRow | null);

export const MERGED: Record<string, Merge> = {
  history: "apart",
  click_sheets: "apart",
  click_months: "apart",
  conversion_sums: "apart",
  clicks_by_value: "apart",
  clicks_daily: "apart",
  clicks_hourly: "apart",
  // A message has misses of hostnames of several databases, and each stores its own.
  miss_batches: mergeMessages,
  misses: "apart",
  sitemap_parts: "apart",
  sitemaps: "apart",
  records: "apart",
  // As miss_batches, but a message stays known when its clicks are counted.
  click_batches: mergeMessages,
  notifications: "apart",
  webhooks: "apart",
  shared_statistics: "apart",
  blocklists: "apart",
  // Each database has the same one, unless the command that changes it was stopped between two.
  installation_blocklist: (one, other) =>
    toNumber(other["updated_at"]) > toNumber(one["updated_at"]) ? other : one,
  // A letter that the queue delivered twice.
  dead_letters: (one) => one,
  host_history: "apart",
  activity: "apart",
  hosts: "apart",
  pages: "apart",
  tokens: "apart",
  memberships: "apart",
  // Each member of a workspace is a user of their own, but a copy that a workspace left behind does no harm.
  users: (one, other) => (JSON.stringify(one) === JSON.stringify(other) ? one : null),
  workspaces: "apart",
  // What each has found out about a name of the DNS.
  cname_targets: (one, other) => ({
    ...one,
    asked_at: later(one["asked_at"], other["asked_at"]),
    seen_at: later(one["seen_at"], other["seen_at"]),
  }),
  // Both have noted that nobody uses it any more.
  orphaned_certificates: (one) => one,
};

/** What the installation gives to one workspace only, beside its id. */
export const UNIQUE_TO_WORKSPACE = ["number", "label"];

/**
 * Joins what two databases store of a message of visits, or know of it. Each part counts once: that of a workspace or a
 * hostname is in one of them, or is the same in both.
 */
function mergeMessages(one: MergedRow, other: MergedRow): MergedRow | null {
  const bodies = [one, other].flatMap(({ body }) =>
    typeof body === "string" ? [JSON.parse(body) as StoredBody] : [],
  );
  const [first, second] = bodies;
  if (first !== undefined && second !== undefined && !fits(first, second)) return null;
  const body = first === undefined ? null : JSON.stringify({ ...first, of: { ...first.of, ...second?.of } });
  if (!("ids" in one)) return { ...one, body };
  const ids = new Set([one, other].flatMap(({ ids: list }) => JSON.parse(String(list ?? "[]")) as string[]));
  // What is due at once in one of them does not wait.
  const waits = [one, other].flatMap((row) => (row["body"] === null ? [] : [row["waits_until"] ?? null]));
  return {
    ...one,
    body,
    ids: ids.size === 0 ? null : JSON.stringify([...ids]),
    waits_until: waits.includes(null) || waits.length === 0 ? null : Math.min(...waits.map(Number)),
  };
}

interface StoredBody {
  v: number;
  of: Record<string, unknown>;
}

function fits(one: StoredBody, other: StoredBody): boolean {
  if (one.v !== other.v) return false;
  return Object.entries(one.of).every(
    ([key, part]) => !Object.hasOwn(other.of, key) || JSON.stringify(other.of[key]) === JSON.stringify(part),
  );
}

type Value = string | number | null | undefined;

const toNumber = (value: Value) => Number(value ?? 0);

function later(one: Value, other: Value): number | null {
  return one == null && other == null ? null : Math.max(toNumber(one), toNumber(other));
}
