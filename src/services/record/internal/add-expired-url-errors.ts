import type { Reach } from "../../../domain/reach.ts";
import { addFieldError, type FieldErrors } from "../../../domain/field-error.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { keyOf, nextUrls, readEffective, type Walk } from "../../host/internal/find-fallback-circle.ts";
import type { Judgement } from "./judge-destinations.ts";
import { matchLocally, toLocalRequests } from "./local-match.ts";

/** Checks the `expired_url` of records as those of hostnames and workspaces are (contract 33.14). */

const MAX_HOPS = 5;

/** A write of a record: `before` is null for a new one. */
interface Write {
  before: LinkRecord | null;
  after: LinkRecord;
  errors: FieldErrors;
}

/** Returns the `expired_url` that a write adds; null for none. */
export function addedExpiredUrl({ before, after }: Write): string | null {
  return after.expiredUrl === before?.expiredUrl ? null : after.expiredUrl;
}

/** Adds an `expired_url` that a blocklist or Safe Browsing names. */
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
 * Adds each `expired_url` that leads back to itself, through records, their own such URLs and those of hostnames.
 * All writes are followed together, with one lookup for each hop.
 */
export async function addExpiryCircleErrors(db: D1Database, reach: Reach, writes: Write[]): Promise<void> {
  let walks = writes.filter(changesEnd).flatMap(startWalk);
  if (walks.length === 0) return;
  const effective = await readEffective(db, reach, { host: null, change: {} });
  const written = new Map(writes.map(({ after }) => [after.id, after]));
  for (let hop = 0; hop < MAX_HOPS && walks.length > 0; hop++) {
    const requests = await toLocalRequests(db, reach, walks);
    const next: ExpiryWalk[] = [];
    for (const { request, found } of await matchLocally(db, reach, requests, written)) {
      const { walk } = request;
      for (const url of nextUrls(request, found, effective)) {
        const key = keyOf(url);
        const trail = [...walk.trail, key];
        if (key === walk.start) {
          addFieldError(walk.write.errors, "expired_url", `leads in a circle: ${trail.join(" → ")}`);
        } else if (!walk.seen.has(key)) next.push({ ...walk, url, trail });
        walk.seen.add(key);
      }
    }
    walks = next;
  }
}

/** A record that can end and did not end this way before. */
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
