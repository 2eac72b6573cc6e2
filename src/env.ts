import type { AttemptCounter } from "./durable/attempt-counter.ts";
import type { HeartbeatKeeper } from "./durable/heartbeat-keeper.ts";
import type { TargetAsker } from "./durable/target-asker.ts";
import type { VisitorCounter } from "./durable/visitor-counter.ts";
import type {
  ClickMessage,
  JobMessage,
  MinuteMessage,
  ProjectionMessage,
  WatchMessage,
} from "./queue-messages.ts";
import { memoizeLast } from "./runtime/memoize-last.ts";

/**
 * The environment of one piece of work: the bindings and variables of the Worker (wrangler.toml), with the database of this
 * work. Each isolate checks them once, so that a deployment without one of them names it at the first request.
 */
export interface Env {
  /** The source of truth: records, hostnames, workspaces. `database-of.ts` chooses it. */
  DB: D1Database;
  /** The binding of that database; absent for the first. */
  DATABASE?: string;
  /** The environments of all databases, the first one first; absent if there is only one. */
  ALL?: [Env, ...Env[]];
  /** Snapshots for the edge; docs/storage.md documents keys and values. */
  SNAPSHOTS: KVNamespace;
  /** The static files of the admin host. Only `src/admin` may read them. */
  ASSETS: Fetcher;
  /** Wakes the consumer that writes pending snapshots. */
  PROJECTION: Queue<ProjectionMessage>;
  /** Delivers clicks to the consumer that counts them. */
  CLICKS: Queue<ClickMessage>;
  /** Counts wrong passwords, one object for each record. */
  ATTEMPTS: DurableObjectNamespace<AttemptCounter>;
  /** Counts the visitors of records that limit their number, one object for each record. */
  LIMITS: DurableObjectNamespace<VisitorCounter>;
  /** Requests the targets of checks, one object for each host. */
  TARGETS: DurableObjectNamespace<TargetAsker>;
  /** Remembers the last heartbeat of each database. */
  HEARTBEAT: DurableObjectNamespace<HeartbeatKeeper>;
  /** Spreads checks of destinations and hostnames, notifications and long counts over many invocations. */
  WATCH: Queue<WatchMessage>;
  /** Runs jobs of cron that take long, and the minutes of further databases, each in an invocation of its own. The free plan does not use it. */
  JOBS: Queue<JobMessage | (MinuteMessage & { database: string })>;
  /** Counts lookups that only the database could answer, by address. */
  MISS_LIMITER: RateLimit;
  /** Counts calls of the API, by token. */
  API_LIMITER: RateLimit;
  /** Counts explanations, by token. */
  EXPLAIN_LIMITER: RateLimit;
  /** Counts calls without a valid token, by address. */
  UNAUTHENTICATED_LIMITER: RateLimit;
  /** Counts calls of the dashboard, by session. */
  SESSION_LIMITER: RateLimit;
  /** The team name of Cloudflare Access, if it is in front of the admin host. */
  ACCESS_TEAM?: string;
  /** The audience tags of its applications, comma-separated. */
  ACCESS_AUDIENCE?: string;
  /** The URL of the keys of Access; for tests. */
  ACCESS_CERTS_URL?: string;
  ADMIN_HOSTS: string;
  /** A secret of 32 characters or more. */
  SIGNING_KEY: string;
  /** A secret: the key before this one, whose signatures are accepted while it is set. */
  SIGNING_KEY_PREVIOUS?: string;
  /** The target of hostnames in DNS: a name for subdomains. `A_TARGETS` has the IPv4 addresses for bare domains. */
  CNAME_TARGET: string;
  /** Comma-separated IPv4 addresses. If empty, bare domains need an ALIAS record or a proxy. */
  A_TARGETS: string;
  /** Says when hostnames need proof: `auto` (default), `off` or `required`. */
  HOSTNAME_PROOF?: string;
  /** The resolver for hostnames: DNS over HTTPS in JSON form. */
  DOH_URL: string;
  /** The rounds of bcrypt, as an exponent of two. */
  BCRYPT_COST: string;
  /** The seconds for which an isolate answers from memory; at most 10, to keep the bound on staleness. */
  MEMORY_SECONDS: string;
  /** The seconds for which a location may cache a snapshot; the platform accepts at least 30. */
  KV_CACHE_SECONDS: string;
  /** Private addresses that the monitor may request, comma-separated; for tests. */
  MONITOR_ALLOW: string;
  /** The URL of a service with `threatMatches:find` of Safe Browsing, version 4; empty for none. */
  SAFE_BROWSING_URL: string;
  /** A secret that is sent to that service as the parameter `key`, if set. */
  SAFE_BROWSING_KEY?: string;
  /** The zone whose custom hostnames provide the certificates; empty if the platform in front owns TLS. */
  CLOUDFLARE_ZONE_ID: string;
  CLOUDFLARE_API_URL: string;
  /** A secret, required with CLOUDFLARE_ZONE_ID. */
  CLOUDFLARE_API_TOKEN?: string;
  /** The bucket for nightly backups, if bound. No other installation may use it. */
  BACKUPS?: R2Bucket;
  /** The URLs of lists with the addresses of search engines' crawlers, comma-separated. */
  CRAWLER_LISTS?: string;
  /** The bucket for the undo data of changes of many records; if it is not bound, the database stores them. */
  CHANGES?: R2Bucket;
  /** The number of backups that are kept, 1 to 500; 30 by default. */
  BACKUP_NIGHTS?: string;
  /** The Workers plan of the account: `paid`, or `free`, whose cron does all work within the limits of one invocation. */
  PLAN?: string;
  /** The number of databases, 1 by default. Those after the first are bound as `DB_01`, `DB_02` and so on. */
  DATABASES?: string;
  /** The largest size of the database in megabytes; by default that of the plan. */
  DATABASE_LIMIT_MB?: string;
  /** A secret of 32 characters or more: whoever sends it may read the state of the whole installation. */
  MONITOR_KEY?: string;
  /** The URL that is told when something of the installation is wrong, and when it no longer is. */
  OPERATOR_NOTIFY_URL?: string;
  /** A secret that signs what it is told: `whsec_` and base64. */
  OPERATOR_NOTIFY_SECRET?: string;
  /** The minutes for which clicks of busy workspaces wait for `total_clicks`, 0 to 15; 15 by default. */
  CLICKS_WAIT_MINUTES?: string;
  /** The share of visits that are logged, from 0 to 1; 0 by default. */
  LOG_VISITS?: string;
  /** `on` if callers with a bookmark may read from replicas of the database; `off` by default. */
  READ_NEARBY?: string;
}

/** Something that was found, and the environment of the database that has it. */
export interface Home<T> {
  env: Env;
  found: T;
}

/** What the platform gives the Worker. Nobody takes a database from it: `database-of.ts` chooses one where work begins. */
export type Bindings = Omit<Env, "DB" | "DATABASE" | "ALL">;

/**
 * Checks the values that every redirect needs. Visits continue without the rest, because a store that is not
 * bound counts as down. The admin side and the jobs check all values, and log the missing ones.
 */
export const checkVisitEnv = memoizeLast((env: Bindings): void => {
  const problems = problemsOfVisits(env);
  if (problems.length > 0) throw new Error(toMessage(problems));
});

export function toMessage(problems: string[]): string {
  return `The Worker is not set up: ${problems.join("; ")}. See docs/deploying.md.`;
}

export function problemsOfVisits(env: Bindings): string[] {
  const problems = env.ADMIN_HOSTS ? [] : ["variable ADMIN_HOSTS is missing"];
  if (!isBetween(env.MEMORY_SECONDS, 0, 86_400)) problems.push("variable MEMORY_SECONDS must be 0 or more");
  if (!isBetween(env.KV_CACHE_SECONDS, 30, 86_400))
    problems.push("variable KV_CACHE_SECONDS must be 30 or more");
  return problems;
}

export function isBetween(text: string | undefined, least: number, most: number): boolean {
  return /^\d+$/.test(text ?? "") && Number(text) >= least && Number(text) <= most;
}
