import { SAMPLE, toSamplePath } from "../../../domain/pattern.ts";
import type { Reach } from "../../../domain/reach.ts";
import { toSnapshotOf } from "../../../domain/record-index.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { formatSource, toUrlSuffix } from "../../../domain/source.ts";
import { follow, followMatch, toLocalRequests, type Surroundings } from "./follow.ts";

/**
 * Finds destinations that lead back to their own record, directly or through other records of the workspace
 * (contract 4.11).
 */

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

/**
 * @param records the records as they will be written
 * @param onVisit is called with each record that a chain of an origin passes
 */
export async function findLoops(
  db: D1Database,
  reach: Reach,
  records: LinkRecord[],
  surroundings: Surroundings,
  onVisit?: (origin: LinkRecord, visited: LinkRecord) => void,
): Promise<Loop[]> {
  const loops: Loop[] = [];
  await follow(db, reach, records.flatMap(startWalks), surroundings, (answers) => {
    const next = new Map<string, Walk>();
    for (const { request, found } of answers) {
      const { origin, destination, trail: before } = request.walk;
      for (const { match, record } of found) {
        onVisit?.(origin, record);
        const trail = [...before, describe(record)];
        if (record.id === origin.id) {
          loops.push({ record: origin, destination, description: trail.join(" → ") });
          continue;
        }
        for (const url of followMatch(match, request)) {
          next.set(`${origin.id} ${destination} ${url}`, { origin, destination, url, trail });
        }
      }
    }
    return [...next.values()];
  });
  return loops;
}

/** Returns the ids of records that lead to a hostname of the workspace. */
export async function findInside(db: D1Database, reach: Reach, records: LinkRecord[]): Promise<Set<string>> {
  const requests = await toLocalRequests(db, reach, records.flatMap(startWalks));
  return new Set(requests.map(({ walk }) => walk.origin.id));
}

/** Starts with the Locations of a visitor whose path has a sample in place of each capture. */
function startWalks(origin: LinkRecord): Walk[] {
  const { source } = origin;
  const record = toSnapshotOf(origin);
  const shape = source.kind === "pattern" ? source.path : formatSource(source).replace(/^\*$/, "/*");
  const remainder = record.captures !== undefined && shape.endsWith("/*") ? SAMPLE : "";
  const visit = { requested: { rawPath: toSamplePath(shape) }, rawQuery: "" };
  return followMatch({ record, remainder, isBroad: true }, visit).map((url, destination) => ({
    origin,
    destination,
    url,
    trail: [describe(origin)],
  }));
}

function describe(record: LinkRecord): string {
  return record.host + toUrlSuffix(record.source);
}
