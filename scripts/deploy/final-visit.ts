import type { Hostname } from "../../src/domain/hostname.ts";
import { setTimeout as delay } from "node:timers/promises";
import { findBlockedHost } from "../../src/domain/blocklist.ts";
import { isRedirectStatus } from "../../src/domain/redirect-status.ts";
import { toLocation } from "../../src/domain/to-location.ts";
import { CommandError } from "../support/command.ts";
import type { DeployedDatabase } from "./database.ts";

/** Visits a link after a deployment, as visitors do. */

export interface VisitPlan {
  database: Pick<DeployedDatabase, "rows">;
  /** The link to visit; null to take one from the database. */
  url: string | null;
  visit(url: string): Promise<Visited>;
  /** The number of attempts: a new version is everywhere within seconds, a new hostname within minutes. */
  attempts: number;
  /** Milliseconds between two attempts. */
  retryMs: number;
}

export interface Visited {
  status: number;
  location: string | null;
}

/**
 * Selects links that redirect every visitor, on hostnames whose DNS leads here, with the blocklists that may apply to
 * them.
 */
const LIST_LINKS = `
  SELECT iif(h.ssl_issued_at IS NULL, 'http://', 'https://') || r.host || r.source AS url, r.destinations,
    (SELECT b.hosts FROM blocklists b WHERE b.workspace_id = r.workspace_id) AS blocked,
    (SELECT hosts FROM installation_blocklist) AS blocked_everywhere
  FROM hosts h CROSS JOIN records r ON r.host = h.host
  WHERE h.correct = 1 AND h.short_urls > 0 AND h.host NOT GLOB '[*]*' AND h.waiting_since IS NULL
    AND r.handler = 'short-url' AND r.type IN ('301', '302', '303', '307', '308')
    AND r.paused_by IS NULL AND r.expires_at IS NULL AND r.starts_at IS NULL AND r.max_clicks IS NULL
    AND coalesce(r.rules, '[]') = '[]' AND r.password_hash IS NULL AND r.plugins = '[]' AND r.threats = '{}'
  LIMIT 100`;

/**
 * Visits a link until it redirects. Returns the message for the person, also if there is no link yet. Throws
 * CommandError if the link does not redirect.
 */
export async function visitInTheEnd(plan: VisitPlan): Promise<string> {
  const url = plan.url ?? (await findLink(plan.database));
  if (url === null) {
    return "Nothing was visited: there is no link on a hostname whose DNS leads here. Name one with --visit URL.";
  }
  let answer = "";
  for (let attempt = 1; attempt <= plan.attempts; attempt++) {
    if (attempt > 1) await delay(plan.retryMs);
    const visited = await visit(plan, url);
    if (typeof visited !== "string" && isRedirectStatus(visited.status) && visited.location !== null) {
      return `Visited ${url}: ${visited.status} to ${visited.location}`;
    }
    answer = typeof visited === "string" ? visited : `it answers ${visited.status}`;
  }
  throw new CommandError(
    `The new version is deployed, but ${url} does not redirect: ${answer}.\n` +
      "docs/upgrading.md tells how to go back to the version before.",
  );
}

/** Returns the URL of a link that redirects every visitor; null if there is none. */
export async function findLink(database: VisitPlan["database"]): Promise<string | null> {
  const links = await database.rows(LIST_LINKS);
  const link = links.find(({ destinations, blocked, blocked_everywhere: everywhere }) => {
    const listed = [...parseTexts<Hostname>(blocked), ...parseTexts<Hostname>(everywhere)];
    return parseTexts(destinations).every((url) => findBlockedHost(listed, toLocation(url)) === null);
  });
  return typeof link?.["url"] === "string" ? link["url"] : null;
}

/** @param json an array of texts, as stored in D1; null for none */
function parseTexts<T extends string>(json: unknown): T[] {
  return typeof json === "string" ? (JSON.parse(json) as T[]) : [];
}

/** @returns the error as text if there is no answer */
async function visit(plan: VisitPlan, url: string): Promise<Visited | string> {
  try {
    const visited = await plan.visit(url);
    // A proxy may send visitors to https before the Worker is asked.
    const isOnlyScheme = visited.location === url.replace(/^http:/, "https:") && visited.location !== url;
    return isOnlyScheme ? await plan.visit(visited.location ?? url) : visited;
  } catch (error) {
    const { cause } = error as Error;
    return `there is no answer (${String(cause ?? error)})`;
  }
}

const TIMEOUT_MS = 10_000;

/** Visits a URL as any visitor would, by HEAD, which counts no click. */
export async function visitByHead(url: string): Promise<Visited> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { status, headers } = await fetch(url, { method: "HEAD", redirect: "manual", signal });
  return { status, location: headers.get("Location") };
}
