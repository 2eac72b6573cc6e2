import type { LinkRecord } from "../../../domain/record.ts";
import type { Reach } from "../../../domain/reach.ts";
import { SAMPLE, toSamplePath } from "../../../domain/pattern.ts";
import type { RecordSnapshot } from "../../../domain/snapshot.ts";
import { formatSource, toUrlSuffix, type Source } from "../../../domain/source.ts";
import { toRecordSnapshot } from "../../../domain/to-snapshot.ts";
import {
  followMatch,
  matchLocally,
  selectWalksInside,
  toLocalRequests,
  type LocalRequest,
  type Written,
} from "./local-match.ts";

/**
 * Finds destinations that lead back to their own record, directly or through other records of the workspace
 * (contract 4.11). Follows all records of a write together, with one lookup for each hop.
 */

const MAX_HOPS = 5;

/** A chain of records, and the URL that it has reached. */
interface Walk {
  origin: LinkRecord;
  /** The index of the destination of `origin` with which the chain started. */
  destination: number;
  url: string;
  trail: string[];
}

export interface Loop {
  record: LinkRecord;
  /** The index of the destination that leads back. */
  destination: number;
  /** For example `go.example/a → go.example/b → go.example/a`. */
  description: string;
}

/** Describes the other records that destinations may lead through. */
interface Surroundings {
  /** Returns what becomes of records that may answer requests. */
  readWritten(requests: LocalRequest<Walk>[]): Promise<Written> | Written;
  /** Says whether each of them may as well be as it was before. */
  isMixed?: boolean;
  onVisit?(origin: LinkRecord, visited: LinkRecord): void;
}

/** @param records the records as they will be written */
export async function findLoops(
  db: D1Database,
  reach: Reach,
  records: LinkRecord[],
  { readWritten, isMixed, onVisit }: Surroundings,
): Promise<Loop[]> {
  const loops: Loop[] = [];
  let walks = records.flatMap(startWalks);
  for (let hop = 0; hop < MAX_HOPS && walks.length > 0; hop++) {
    const requests = await toLocalRequests(db, reach, walks);
    const written = await readWritten(requests);
    const next: Walk[] = [];
    for (const { request, found } of await matchLocally(db, reach, requests, written, isMixed)) {
      const { walk } = request;
      for (const { match, record } of found) {
        onVisit?.(walk.origin, record);
        const trail = [...walk.trail, describe(record)];
        if (record.id === walk.origin.id) {
          loops.push({ record: walk.origin, destination: walk.destination, description: trail.join(" → ") });
        } else {
          for (const url of followMatch(match, request)) next.push({ ...walk, url, trail });
        }
      }
    }
    walks = withoutRepeats(next);
  }
  return loops;
}

/** Returns the ids of records that lead to a hostname of the workspace. */
export async function findInside(db: D1Database, reach: Reach, records: LinkRecord[]): Promise<Set<string>> {
  const walks = await selectWalksInside(db, reach, records.flatMap(startWalks));
  return new Set(walks.map(({ walk }) => walk.origin.id));
}

function startWalks(record: LinkRecord): Walk[] {
  const { captures, ...snapshot } = toRecordSnapshot({ ...record, html: null });
  const start = { record: snapshot, remainder: "", isBroad: false };
  const urls =
    captures === undefined
      ? followMatch(start, { rawPath: "/", rawQuery: "" })
      : followSample({ ...snapshot, captures }, record.source);
  return urls.map((url, destination) => ({
    origin: record,
    destination,
    url,
    trail: [describe(record)],
  }));
}

/** Returns the Locations for a visitor whose path has a sample in place of each capture. */
function followSample(record: RecordSnapshot, source: Source): string[] {
  const shape = source.kind === "pattern" ? source.path : formatSource(source).replace(/^\*$/, "/*");
  const match = { record, remainder: shape.endsWith("/*") ? SAMPLE : "", isBroad: true };
  return followMatch(match, { rawPath: toSamplePath(shape), rawQuery: "" });
}

function describe(record: LinkRecord): string {
  return record.host + toUrlSuffix(record.source);
}

function withoutRepeats(walks: Walk[]): Walk[] {
  const distinct = new Map(walks.map((walk) => [`${walk.origin.id} ${walk.destination} ${walk.url}`, walk]));
  return [...distinct.values()];
}
