import type { LinkRecord } from "../../../domain/record.ts";
import type { Reach } from "../../../domain/reach.ts";
import { SAMPLE, toSamplePath } from "../../../domain/pattern.ts";
import type { RecordSnapshot } from "../../../domain/snapshot.ts";
import { formatSource, toUrlSuffix, type Source } from "../../../domain/source.ts";
import { toRecordSnapshot } from "../../../domain/to-snapshot.ts";
import { followMatch, matchLocally, toLocalRequests, type LocalRequest } from "./local-match.ts";

/**
 * Finds destinations that lead back to their own record, directly or through other records of the
 * workspace (contract 4.11). All records of a write are followed together, with one lookup for each hop.
 */

export const MAX_HOPS = 5;

/** A chain of records that is being followed, and the URL that it has reached. */
export interface Walk {
  origin: LinkRecord;
  /** Index of the destination of `origin` that the chain started with. */
  destination: number;
  url: string;
  trail: string[];
}

export interface Loop {
  record: LinkRecord;
  /** Index of the destination that leads back. */
  destination: number;
  /** `go.example/a → go.example/b → go.example/a` */
  description: string;
}

/**
 * @param records the records as they will be written; they replace their versions in the database
 * @param inside gets the ids of those that lead to a hostname of the workspace
 */
export async function findLoops(
  db: D1Database,
  reach: Reach,
  records: LinkRecord[],
  inside = new Set<string>(),
): Promise<Loop[]> {
  const loops: Loop[] = [];
  const written = new Map(records.map((record) => [record.id, record]));
  let walks = records.flatMap(startWalks);
  for (let hop = 0; hop < MAX_HOPS && walks.length > 0; hop++) {
    const requests = await toLocalRequests(db, reach, walks);
    for (const { walk } of requests) inside.add(walk.origin.id);
    const reached = await followAll(db, reach, requests, written);
    const next: Walk[] = [];
    for (const { walk, record, urls } of reached) {
      const trail = [...walk.trail, describe(record)];
      if (record.id === walk.origin.id) {
        loops.push({ record: record, destination: walk.destination, description: trail.join(" → ") });
      } else {
        for (const url of urls) next.push({ ...walk, url, trail });
      }
    }
    walks = withoutRepeats(next);
  }
  return loops;
}

export function startWalks(record: LinkRecord): Walk[] {
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

/** Returns where a visitor is sent whose path has a sample in place of what the captures stand for. */
function followSample(record: RecordSnapshot, source: Source): string[] {
  const shape = source.kind === "pattern" ? source.path : formatSource(source).replace(/^\*$/, "/*");
  const match = { record, remainder: shape.endsWith("/*") ? SAMPLE : "", isBroad: true };
  return followMatch(match, { rawPath: toSamplePath(shape), rawQuery: "" });
}

function describe(record: LinkRecord): string {
  return record.host + toUrlSuffix(record.source);
}

export function withoutRepeats(walks: Walk[]): Walk[] {
  const distinct = new Map(walks.map((walk) => [`${walk.origin.id} ${walk.destination} ${walk.url}`, walk]));
  return [...distinct.values()];
}

interface Reached {
  walk: Walk;
  record: LinkRecord;
  /** The URLs that the record redirects a visitor to. */
  urls: string[];
}

/** Returns the records that answer the URLs of the chains. */
async function followAll(
  db: D1Database,
  reach: Reach,
  requests: LocalRequest<Walk>[],
  written: Map<string, LinkRecord>,
): Promise<Reached[]> {
  const answers = await matchLocally(db, reach, requests, written);
  return answers.flatMap(({ request, found }) =>
    found === null
      ? []
      : [{ walk: request.walk, record: found.record, urls: followMatch(found.match, request) }],
  );
}
