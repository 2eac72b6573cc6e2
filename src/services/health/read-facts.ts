import { furtherDatabases } from "../../domain/database-name.ts";
import { allOf } from "../../all-databases.ts";
import type { HealthFacts, InstallationFacts } from "../../domain/installation.ts";
import { keeperOf } from "../../durable/keeper-of.ts";
import type { Env } from "../../env.ts";
import { withDeadline } from "../../runtime/deadline.ts";
import { selectDetails, selectFacts } from "../../storage/installation/installation.ts";
import { selectMoveNews } from "../../storage/move/move.ts";
import { countLetters } from "../../storage/dead-letter/bucket.ts";
import { hasMarker } from "../../storage/projection/marker.ts";

/** The whole answer to a monitor must take less than a second. */
const MONITOR_MS = 800;
/** Cron can wait, so that a slow answer is no message to the operator. */
const CRON_MS = 10_000;
/** A megabyte, as the platform counts it. */
const MEGABYTE = 1_000_000;

/**
 * Asks all databases, KV and the objects that remember the jobs, at the same time (contract 25.6). Never throws.
 * @param isMonitor whether a monitor asks, who also gets details
 */
export async function readFacts(env: Env, nowMs: number, isMonitor = false): Promise<InstallationFacts> {
  const orNull = <T>(answer: Promise<T>) =>
    withDeadline(answer, isMonitor ? MONITOR_MS : CRON_MS).catch(() => null);
  const readOne = async (one: Env): Promise<HealthFacts> => {
    const [database, jobs, details, move] = await Promise.all([
      orNull(selectFacts(one.DB, nowMs)),
      orNull(keeperOf(one).noteJobs({}, nowMs)),
      isMonitor ? orNull(selectDetails(one.DB)) : null,
      env.ALL ? orNull(selectMoveNews(one.DB, nowMs)) : null,
    ]);
    return {
      name: one.DATABASE,
      database,
      jobs,
      details,
      move,
      limitBytes: databaseLimit(env),
      expects: {
        backups: env.BACKUPS !== undefined && env.PLAN !== "free",
        // The first database has those of all.
        lists: Boolean(env.CRAWLER_LISTS) && one === env,
        threats: Boolean(env.SAFE_BROWSING_URL),
      },
    };
  };
  const [, ...others] = allOf(env);
  const [{ database, ...first }, marker, letters, ...further] = await Promise.all([
    readOne(env),
    orNull(hasMarker(env.SNAPSHOTS)),
    orNull(countLetters(env.BACKUPS)),
    ...others.filter(({ DATABASE = "" }) => DATABASE in env).map(readOne),
  ]);
  return {
    ...first,
    database: database && { ...database, deadLetters: database.deadLetters + (letters ?? 0) },
    hasStore: marker !== null,
    missing: furtherDatabases(Number(env.DATABASES || 1)).filter((name) => !(name in env)),
    further,
  };
}

/** Returns the size in bytes at which D1 refuses writes: by default the largest of the plan. */
export function databaseLimit({ DATABASE_LIMIT_MB, PLAN }: Env): number {
  return MEGABYTE * Number(DATABASE_LIMIT_MB || (PLAN === "free" ? 500 : 10_000));
}

const KEPT_MS = 30_000;

/** Facts for monitors. */
interface Recent {
  env: Env;
  atMs: number;
  facts: InstallationFacts;
}

let last: Recent | null = null;

/** Returns facts that are 30 seconds old at most, so that monitors cost the databases little. Failures of the first are not kept. */
export async function readRecentFacts(env: Env, nowMs: number): Promise<InstallationFacts> {
  if (last?.env === env && nowMs < last.atMs + KEPT_MS) return last.facts;
  const facts = await readFacts(env, nowMs, true);
  const isKept = facts.database !== null && facts.hasStore && facts.jobs !== null;
  last = isKept ? { env, atMs: nowMs, facts } : null;
  return facts;
}
