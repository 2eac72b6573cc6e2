import { refuse, type Refusal } from "../../../domain/refusal/refusal.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import { toVisitedHostname } from "../../../domain/visited-host.ts";
import { isSelfFallback } from "../../../domain/self-fallback.ts";
import type { Reach } from "../../../domain/reach.ts";
import { selectWorkspace } from "../../../storage/workspace/read.ts";
import {
  followMatch,
  matchLocally,
  toLocalRequests,
  type FoundRecord,
  type LocalRequest,
} from "./local-match.ts";

/**
 * Finds a `not_found_url` or `expired_url` that leads back to itself through records and other such URLs of
 * the workspace (contract 10.22). Visitors would be redirected in a loop until their browser stops.
 */

const MAX_HOPS = 5;

export interface Fallbacks {
  notFoundUrl: string | null;
  expiredUrl: string | null;
}

/** The settings to write for one hostname, or for the workspace if `host` is null. */
interface FallbackWrite {
  host: Hostname | null;
  change: Partial<Fallbacks>;
}

export interface Walk {
  url: string;
  /** The URLs so far, including this one, without their schemes. */
  trail: string[];
}

/** Returns a reason that names every hop, for each setting of the write that leads back to itself. */
export async function findFallbackCircles(
  db: D1Database,
  reach: Reach,
  write: FallbackWrite,
): Promise<Partial<Record<keyof Fallbacks, Refusal>>> {
  const effective = await readEffective(db, reach, write);
  const circles: Partial<Record<keyof Fallbacks, Refusal>> = {};
  for (const name of ["notFoundUrl", "expiredUrl"] as const) {
    if (write.change[name] === undefined) continue;
    const start = write.host === null ? effective.ofWorkspace[name] : effective.of(write.host, null)[name];
    const circle = start === null ? null : await findCircle(db, reach, start, effective);
    if (circle !== null) circles[name] = circle;
  }
  return circles;
}

export interface Effective {
  ofWorkspace: Fallbacks;
  /** Returns the settings that apply to a hostname; `row` is its row in the database. */
  of(host: Hostname, row: Fallbacks | null): Fallbacks;
}

export async function readEffective(
  db: D1Database,
  reach: Reach,
  { host, change }: FallbackWrite,
): Promise<Effective> {
  const found = await selectWorkspace(db, reach.workspaceId);
  const stored: Fallbacks = {
    notFoundUrl: found?.settings.not_found_url ?? null,
    expiredUrl: found?.settings.expired_url ?? null,
  };
  const ofWorkspace = host === null ? { ...stored, ...change } : stored;
  return {
    ofWorkspace,
    of: (name, row) => {
      const own = { notFoundUrl: null, expiredUrl: null, ...row, ...(name === host && change) };
      return {
        notFoundUrl: own.notFoundUrl ?? ofWorkspace.notFoundUrl,
        expiredUrl: own.expiredUrl ?? ofWorkspace.expiredUrl,
      };
    },
  };
}

async function findCircle(
  db: D1Database,
  reach: Reach,
  start: string,
  effective: Effective,
): Promise<Refusal | null> {
  const seen = new Set([keyOf(start)]);
  let walks: Walk[] = [{ url: start, trail: [keyOf(start)] }];
  for (let hop = 0; hop < MAX_HOPS && walks.length > 0; hop++) {
    const requests = await toLocalRequests(db, reach, walks);
    const next: Walk[] = [];
    for (const { request, found } of await matchLocally(db, reach, requests, new Map())) {
      for (const url of nextUrls(request, found[0] ?? null, effective)) {
        const key = keyOf(url);
        const trail = [...request.walk.trail, key];
        if (key === keyOf(start)) return refuse("circle", { trail: trail.join(" → ") });
        if (!seen.has(key)) next.push({ url, trail });
        seen.add(key);
      }
    }
    walks = next;
  }
  return null;
}

/** Returns the URLs to which a visitor is sent, now or after the answering record has expired. */
export function nextUrls(
  request: LocalRequest<unknown>,
  found: FoundRecord | null,
  effective: Effective,
): string[] {
  const { host, hostname, rawPath } = request;
  const row = { notFoundUrl: host.notFoundUrl, expiredUrl: host.expiredUrl };
  const { notFoundUrl, expiredUrl } = effective.of(host.name, row);
  const fallback = (url: string | null) =>
    url === null || isSelfFallback(url, hostname, rawPath) ? [] : [url];
  if (found === null) return fallback(notFoundUrl);
  const { match } = found;
  const onward = match.record.answer.kind === "none" ? fallback(notFoundUrl) : followMatch(match, request);
  const { answer, expiresAtMs } = match.record;
  const special = answer.kind === "special" ? answer : null;
  const canEnd = expiresAtMs !== undefined || special?.limit !== undefined;
  return canEnd ? [...onward, ...fallback(special?.expiredUrl ?? expiredUrl)] : onward;
}

/** Returns a key that is equal for URLs that differ only in scheme, port and fragment. */
export function keyOf(url: string): string {
  const { href, pathname, search } = new URL(url);
  return toVisitedHostname(href) + pathname + search;
}
