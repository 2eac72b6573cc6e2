import type { Hostname } from "../../../domain/hostname.ts";
import type { Reach } from "../../../domain/reach.ts";
import { refuse, type Refusal } from "../../../domain/refusal/refusal.ts";
import { isSelfFallback } from "../../../domain/self-fallback.ts";
import { toVisitedHostname } from "../../../domain/visited-host.ts";
import { selectWorkspace } from "../../../storage/workspace/read.ts";
import { follow, followMatch, type LocalAnswer, type Written } from "./follow.ts";

/**
 * Finds a `not_found_url` or `expired_url` of a hostname, workspace or record that leads back to itself through records
 * and other such URLs (contract 10.22 and 33.14). Visitors would be redirected in a loop until their browser stops.
 */

export interface Fallbacks {
  notFoundUrl: string | null;
  expiredUrl: string | null;
}

/** The settings to write for one hostname, or for the workspace if `host` is null. */
interface FallbackWrite {
  host: Hostname | null;
  change: Partial<Fallbacks>;
}

export interface FallbackStart {
  url: string;
  /** The record whose visitors are sent to the URL. It must not answer them again. */
  recordId?: string;
  onCircle(reason: Refusal): void;
}

/** Returns a reason that names every hop, for each setting of the write that leads back to itself. */
export async function findFallbackCircles(
  db: D1Database,
  reach: Reach,
  write: FallbackWrite,
): Promise<Partial<Record<keyof Fallbacks, Refusal>>> {
  const effective = await readEffective(db, reach, write);
  const circles: Partial<Record<keyof Fallbacks, Refusal>> = {};
  const starts = (["notFoundUrl", "expiredUrl"] as const).flatMap((name): FallbackStart[] => {
    const url = effective(write.host)[name];
    if (write.change[name] === undefined || url === null) return [];
    return [{ url, onCircle: (reason) => (circles[name] ??= reason) }];
  });
  await followFallbacks(db, reach, starts, effective);
  return circles;
}

/** Follows the `expired_url` of records, among records as they will be written. */
export async function findEndCircles(
  db: D1Database,
  reach: Reach,
  starts: FallbackStart[],
  written: Written,
): Promise<void> {
  if (starts.length === 0) return;
  const effective = await readEffective(db, reach, { host: null, change: {} });
  await followFallbacks(db, reach, starts, effective, written);
}

/** Returns the settings that apply to a hostname with this row in the database; for null, those of the workspace. */
type Effective = (host: Hostname | null, row?: Fallbacks) => Fallbacks;

async function readEffective(
  db: D1Database,
  reach: Reach,
  { host, change }: FallbackWrite,
): Promise<Effective> {
  const settings = (await selectWorkspace(db, reach.workspaceId))?.settings;
  const stored = {
    notFoundUrl: settings?.not_found_url ?? null,
    expiredUrl: settings?.expired_url ?? null,
  };
  const ofWorkspace = host === null ? { ...stored, ...change } : stored;
  return (name, row) => {
    const own = { ...row, ...(name === host && change) };
    return {
      notFoundUrl: own.notFoundUrl ?? ofWorkspace.notFoundUrl,
      expiredUrl: own.expiredUrl ?? ofWorkspace.expiredUrl,
    };
  };
}

async function followFallbacks(
  db: D1Database,
  reach: Reach,
  starts: FallbackStart[],
  effective: Effective,
  written: Written = new Map(),
): Promise<void> {
  const walks = starts.map((start) => {
    const key = keyOf(start.url);
    return { start, url: start.url, trail: [key], seen: new Set([key]) };
  });
  await follow(db, reach, walks, { readWritten: () => written }, (answers) =>
    answers.flatMap((answer) => {
      const { walk } = answer.request;
      const { start, trail, seen } = walk;
      if (start.recordId !== undefined && answer.found[0]?.record.id === start.recordId) {
        start.onCircle(refuse("leads_back", { hops: trail.join(" → ") }));
        return [];
      }
      return nextUrls(answer, effective).flatMap((url) => {
        const key = keyOf(url);
        const isNew = !seen.has(key);
        seen.add(key);
        const next = [...trail, key];
        if (key === trail[0]) start.onCircle(refuse("circle", { trail: next.join(" → ") }));
        return isNew ? [{ ...walk, url, trail: next }] : [];
      });
    }),
  );
}

/** Returns the URLs to which a visitor is sent, now or after the answering record has expired. */
function nextUrls({ request, found: [first] }: LocalAnswer<unknown>, effective: Effective): string[] {
  const { host, hostname, requested } = request;
  const { notFoundUrl, expiredUrl } = effective(host.name, host);
  const fallback = (url: string | null) =>
    url === null || isSelfFallback(url, hostname, requested.rawPath) ? [] : [url];
  if (first === undefined) return fallback(notFoundUrl);
  const { answer, expiresAtMs } = first.match.record;
  const onward = answer.kind === "none" ? fallback(notFoundUrl) : followMatch(first.match, request);
  const special = answer.kind === "special" ? answer : null;
  const canEnd = expiresAtMs !== undefined || special?.limit !== undefined;
  return canEnd ? [...onward, ...fallback(special?.expiredUrl ?? expiredUrl)] : onward;
}

/** Returns a key that is equal for URLs that differ only in scheme, port and fragment. */
function keyOf(url: string): string {
  const { href, pathname, search } = new URL(url);
  return toVisitedHostname(href) + pathname + search;
}
