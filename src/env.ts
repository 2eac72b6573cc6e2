import type { AttemptCounter } from "./durable/attempt-counter.ts";
import type { HeartbeatKeeper } from "./durable/heartbeat-keeper.ts";
import type { TargetAsker } from "./durable/target-asker.ts";
import type { VisitorCounter } from "./durable/visitor-counter.ts";
import type { ClickMessage, ProjectionMessage, WatchMessage } from "./queue-messages.ts";
import { memoizeLast } from "./runtime/memoize.ts";

/**
 * Bindings and variables of the Worker (wrangler.toml), checked once for each isolate so that a
 * deployment that misses one says so on its first request, in words.
 */
export interface Env {
  /** The truth: records, hostnames, workspaces. */
  DB: D1Database;
  /** Snapshots for the edge; docs/storage.md documents keys and values. */
  SNAPSHOTS: KVNamespace;
  /** The static files of the admin host: only `src/admin` may ask for one. */
  ASSETS: Fetcher;
  /** Wakes the consumer that writes pending snapshots. */
  PROJECTION: Queue<ProjectionMessage>;
  /** Takes clicks to the consumer that counts them. */
  CLICKS: Queue<ClickMessage>;
  /** Counts wrong passwords, one object for each record. */
  ATTEMPTS: DurableObjectNamespace<AttemptCounter>;
  /** Counts the visitors of records that limit their number, one object for each record. */
  LIMITS: DurableObjectNamespace<VisitorCounter>;
  /** Asks the targets of checks, one object for each host. */
  TARGETS: DurableObjectNamespace<TargetAsker>;
  /** Remembers the last heartbeat of the database. */
  HEARTBEAT: DurableObjectNamespace<HeartbeatKeeper>;
  /** Spreads checks of destinations and hostnames, notifications and long counts over many invocations. */
  WATCH: Queue<WatchMessage>;
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
  /** The team name of Cloudflare Access, where it stands in front of the admin host. */
  ACCESS_TEAM?: string;
  /** The audience tags of its applications, comma-separated. */
  ACCESS_AUDIENCE?: string;
  /** Where the keys of Access are; for tests. */
  ACCESS_CERTS_URL?: string;
  /** Admin hosts, comma-separated. */
  ADMIN_HOSTS: string;
  /** Secret, 32 characters or more. */
  SIGNING_KEY: string;
  /** Secret: the key before this one, whose signatures are good as long as it is set. */
  SIGNING_KEY_PREVIOUS?: string;
  /** What hostnames point at: a name for subdomains, comma-separated IPv4 addresses for bare domains. */
  CNAME_TARGET: string;
  /** May be empty: bare domains then need an ALIAS record or a proxy. */
  A_TARGETS: string;
  /** When hostnames need proof: `auto`, `off` or `required`; `auto` where it is not set. */
  HOSTNAME_PROOF?: string;
  /** DNS over HTTPS, JSON form: where hostnames are looked up. */
  DOH_URL: string;
  /** Rounds of bcrypt, as a power of two. */
  BCRYPT_COST: string;
  /** Seconds for which an isolate answers from memory; at most 10 keeps the promise on staleness. */
  MEMORY_SECONDS: string;
  /** Seconds for which a location may keep a snapshot; 30 is the least that the platform takes. */
  KV_CACHE_SECONDS: string;
  /** Addresses that may be asked although they are private, comma-separated; for tests. */
  MONITOR_ALLOW: string;
  /** A service that speaks `threatMatches:find` of Safe Browsing, version 4; empty for none. */
  SAFE_BROWSING_URL: string;
  /** Secret, sent to that service as the parameter `key` where it is set. */
  SAFE_BROWSING_KEY?: string;
  /** The zone whose custom hostnames are the certificates; empty if TLS is not ours to arrange. */
  CLOUDFLARE_ZONE_ID: string;
  CLOUDFLARE_API_URL: string;
  /** Secret, needed with CLOUDFLARE_ZONE_ID. */
  CLOUDFLARE_API_TOKEN?: string;
  /** Takes a backup each night where it is bound: a bucket of this installation's own. */
  BACKUPS?: R2Bucket;
  /** Lists of the addresses that crawlers of search engines come from: URLs, comma-separated. */
  CRAWLER_LISTS?: string;
  /** Keeps what changes of many records need for their undo, where it is bound; else the database does. */
  CHANGES?: R2Bucket;
  /** How many nights are kept, 1 to 500; 30 where it is not set. */
  BACKUP_NIGHTS?: string;
}

/**
 * Checks what every redirect needs. Visits go on without the rest: a store that is not bound is one that
 * is down. The admin side and the jobs check all, and log what is missing.
 */
export const checkVisitEnv = memoizeLast((env: Env): void => {
  const problems = problemsOfVisits(env);
  if (problems.length > 0) throw new Error(toMessage(problems));
});

export function toMessage(problems: string[]): string {
  return `The Worker is not set up: ${problems.join("; ")}. See docs/deploying.md.`;
}

export function problemsOfVisits(env: Env): string[] {
  const problems = env.ADMIN_HOSTS ? [] : ["variable ADMIN_HOSTS is missing"];
  if (!isBetween(env.MEMORY_SECONDS, 0, 86_400)) problems.push("variable MEMORY_SECONDS must be 0 or more");
  if (!isBetween(env.KV_CACHE_SECONDS, 30, 86_400))
    problems.push("variable KV_CACHE_SECONDS must be 30 or more");
  return problems;
}

export function isBetween(text: string | undefined, least: number, most: number): boolean {
  return /^\d+$/.test(text ?? "") && Number(text) >= least && Number(text) <= most;
}
