import { furtherDatabases } from "../../domain/database-name.ts";
import type { InstallationFacts } from "../../domain/installation.ts";
import { keeperOf } from "../../durable/keeper-of.ts";
import type { Env } from "../../env.ts";
import { withDeadline } from "../../runtime/deadline.ts";
import {
  selectDetails,
  selectFacts,
  type InstallationDetails,
} from "../../storage/installation/installation.ts";
import { countLetters } from "../../storage/dead-letter/bucket.ts";
import { hasMarker } from "../../storage/projection/marker.ts";

export type { InstallationDetails };

/** The whole answer must take less than a second. */
const DEADLINE_MS = 800;
/** A megabyte, as the platform counts it. */
const MEGABYTE = 1_000_000;

/** Asks D1, KV and the object that remembers the jobs, at the same time (contract 25.6). Never throws. */
export async function readFacts(env: Env, nowMs: number): Promise<InstallationFacts> {
  const orNull = <T>(answer: Promise<T>) => withDeadline(answer, DEADLINE_MS).catch(() => null);
  const [database, marker, notes, letters] = await Promise.all([
    orNull(selectFacts(env.DB, nowMs)),
    orNull(hasMarker(env.SNAPSHOTS)),
    orNull(keeperOf(env).noteJobs({}, nowMs)),
    orNull(countLetters(env.BACKUPS)),
  ]);
  return {
    database: database && { ...database, deadLetters: database.deadLetters + (letters ?? 0) },
    hasStore: marker !== null,
    missing: furtherDatabases(Number(env.DATABASES || 1)).filter((name) => !(name in env)),
    jobs: notes,
    limitBytes: databaseLimit(env),
    expects: {
      backups: env.BACKUPS !== undefined && env.PLAN !== "free",
      lists: Boolean(env.CRAWLER_LISTS),
      threats: Boolean(env.SAFE_BROWSING_URL),
    },
  };
}

/** The largest databases of the free and the paid plan. */
const LIMITS = { free: 500, paid: 10_000 };

/** Returns the size in bytes at which D1 refuses writes. */
export function databaseLimit({ DATABASE_LIMIT_MB, PLAN }: Env): number {
  return MEGABYTE * Number(DATABASE_LIMIT_MB || LIMITS[PLAN === "free" ? "free" : "paid"]);
}

const KEPT_MS = 30_000;

/** Facts for monitors. */
interface Recent {
  env: Env;
  atMs: number;
  facts: InstallationFacts;
  details: InstallationDetails;
}

let last: Recent | null = null;

/** Returns facts that are 30 seconds old at most, so that monitors cost the database little. Failures are not kept. */
export async function readRecentFacts(env: Env, nowMs: number): Promise<Recent> {
  if (last?.env === env && nowMs < last.atMs + KEPT_MS) return last;
  const [facts, details] = await Promise.all([
    readFacts(env, nowMs),
    withDeadline(selectDetails(env.DB), DEADLINE_MS).catch(() => ({ migration: null, tables: [] })),
  ]);
  const recent = { env, atMs: nowMs, facts, details };
  const isKept = facts.database !== null && facts.hasStore && facts.jobs !== null;
  last = isKept ? recent : null;
  return recent;
}
