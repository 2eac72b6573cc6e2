import { refuse } from "../../domain/refusal/refusal.ts";
import type { Reach } from "../../domain/reach.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { keyOf, nextUrls, readEffective, type Walk } from "./loop/find-fallback-circle.ts";
import type { Judgement } from "./judge-destinations.ts";
import { matchLocally, toLocalRequests, type Written } from "./loop/local-match.ts";

/** Checks the `expired_url` of records in the same way as for hostnames and workspaces (contract 33.14). */

const MAX_HOPS = 5;

/** A write of a record; `before` is null for a new one. */
export interface Write {
  before: LinkRecord | null;
  after: LinkRecord;
  errors: FieldErrors;
}

/** Returns the `expired_url` that a write adds; null if it adds none. */
export function addedExpiredUrl({ before, after }: Write): string | null {
  return after.expiredUrl === before?.expiredUrl ? null : after.expiredUrl;
}

/** Adds an error for an `expired_url` that a blocklist or Safe Browsing has. */
export function addExpiredUrlRefusal({ refusals }: Judgement, write: Write): void {
  const added = addedExpiredUrl(write);
  const reason = added === null ? undefined : refusals.get(added);
  if (reason !== undefined) addFieldError(write.errors, "expired_url", reason);
}

interface ExpiryWalk extends Walk {
  write: Write;
  start: string;
  seen: Set<string>;
}

/**
 * Adds an error for each `expired_url` that leads back to its own record or to itself through records, their
 * `expired_url`, and the fallback URLs of hostnames. Follows all writes together, with one lookup for each hop.
 */
export async function addExpiryCircleErrors(
  db: D1Database,
  reach: Reach,
  writes: Write[],
  written: Written,
): Promise<void> {
  let walks = writes.filter(changesEnd).flatMap(startWalk);
  if (walks.length === 0) return;
  const effective = await readEffective(db, reach, { host: null, change: {} });
  for (let hop = 0; hop < MAX_HOPS && walks.length > 0; hop++) {
    const requests = await toLocalRequests(db, reach, walks);
    const next: ExpiryWalk[] = [];
    for (const { request, found } of await matchLocally(db, reach, requests, written)) {
      const { walk } = request;
      if (found[0]?.record.id === walk.write.after.id) {
        addFieldError(
          walk.write.errors,
          "expired_url",
          refuse("leads_back", { hops: walk.trail.join(" → ") }),
        );
        continue;
      }
      for (const url of nextUrls(request, found[0] ?? null, effective)) {
        const key = keyOf(url);
        const trail = [...walk.trail, key];
        if (key === walk.start) {
          addFieldError(walk.write.errors, "expired_url", refuse("circle", { trail: trail.join(" → ") }));
        } else if (!walk.seen.has(key)) next.push({ ...walk, url, trail });
        walk.seen.add(key);
      }
    }
    walks = next;
  }
}

/** Returns whether a write adds an end to a record, or changes its end. */
function changesEnd({ before, after }: Write): boolean {
  if (after.expiredUrl === null || (after.expiresAtMs === null && after.maxClicks === null)) return false;
  return (
    before === null ||
    before.expiredUrl !== after.expiredUrl ||
    (before.expiresAtMs === null && before.maxClicks === null)
  );
}

function startWalk(write: Write): ExpiryWalk[] {
  const url = write.after.expiredUrl;
  if (url === null) return [];
  const start = keyOf(url);
  return [{ write, start, url, trail: [start], seen: new Set([start]) }];
}
