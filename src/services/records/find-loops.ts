import { composeLocation } from "../../domain/compose.ts";
import {
  ALL_KINDS,
  findMatch,
  listSlots,
  toRequestedSource,
  type Match,
  type RequestedSource,
} from "../../domain/match.ts";
import type { LinkRecord } from "../../domain/record.ts";
import {
  SNAPSHOT_VERSION,
  type HostConfig,
  type RecordSnapshot,
  type SlotSnapshot,
} from "../../domain/snapshot.ts";
import { HOST_SLOT, slotOf, toUrlSuffix } from "../../domain/source.ts";
import { toRecordSnapshot } from "../../domain/to-snapshot.ts";
import { listHostCandidates, toVisitedHostname } from "../../domain/visited-host.ts";
import { listHosts } from "../../storage/hosts.ts";
import { listRecordsInSlots } from "../../storage/records.ts";

/**
 * Destinations that lead back to their own record, directly or through other records of the
 * workspace (section 4). All records of a write are followed together, one look-up a hop.
 */

const MAX_HOPS = 5;

/** Where a walk stands: on a URL that a chain of records led to. */
interface Walk {
  origin: LinkRecord;
  /** Index of the destination of `origin` that the walk started with. */
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

/** @param records as they are about to be written; they stand in for what the database has of them */
export async function findLoops(db: D1Database, workspaceId: string, records: LinkRecord[]): Promise<Loop[]> {
  const loops: Loop[] = [];
  const written = new Map(records.map((record) => [record.id, record]));
  let walks = records.flatMap(startWalks);
  for (let hop = 0; hop < MAX_HOPS && walks.length > 0; hop++) {
    const reached = await followAll(db, workspaceId, walks, written);
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

function startWalks(record: LinkRecord): Walk[] {
  const start = { record: toRecordSnapshot({ ...record, html: null }), remainder: "", isBroad: false };
  return followMatch(start, "").map((url, destination) => ({
    origin: record,
    destination,
    url,
    trail: [describe(record)],
  }));
}

/** Where a match sends its visitor, what it forwards included (section 4). */
function followMatch({ record, remainder }: Match, visitorQuery: string): string[] {
  const { answer } = record;
  if (answer.kind === "none" || answer.kind === "html") return [];
  const { destinations, forwardPath, forwardQuery } = answer.target;
  return destinations.map((destination) =>
    composeLocation(destination, forwardPath ? remainder : null, forwardQuery ? visitorQuery : null),
  );
}

function describe(record: LinkRecord): string {
  return record.host + toUrlSuffix(record.source);
}

function withoutRepeats(walks: Walk[]): Walk[] {
  const distinct = new Map(walks.map((walk) => [`${walk.origin.id} ${walk.destination} ${walk.url}`, walk]));
  return [...distinct.values()];
}

interface Reached {
  walk: Walk;
  record: LinkRecord;
  /** Where the record sends a visitor of the walk's URL. */
  urls: string[];
}

/** The records that the walks' URLs lead to; walks that leave the workspace are dropped. */
async function followAll(
  db: D1Database,
  workspaceId: string,
  walks: Walk[],
  written: Map<string, LinkRecord>,
): Promise<Reached[]> {
  const requests = await toLocalRequests(db, workspaceId, walks);
  if (requests.length === 0) return [];
  const wanted = requests.flatMap(({ host, requested }) =>
    [...listSlots(ALL_KINDS, requested), HOST_SLOT].map((slot): [string, string] => [host, slot]),
  );
  const stored = await listRecordsInSlots(db, workspaceId, wanted);
  const records = [...stored.filter(({ id }) => !written.has(id)), ...written.values()];
  const index = new SlotIndex(records);
  return requests.flatMap((request) => {
    const followed = index.follow(request);
    return followed === null ? [] : [{ walk: request.walk, ...followed }];
  });
}

interface LocalRequest {
  walk: Walk;
  host: string;
  requested: RequestedSource;
  rawQuery: string;
}

async function toLocalRequests(db: D1Database, workspaceId: string, walks: Walk[]): Promise<LocalRequest[]> {
  const parsed = walks.map((walk) => {
    // As a browser requests it: `..` resolved, the hostname in its normal form.
    const { href, pathname, search } = new URL(walk.url);
    const rawQuery = search.slice(1);
    // Visitors may come by www without its being connected; loops through that are broken at the edge.
    const candidates = listHostCandidates(toVisitedHostname(href));
    return {
      walk,
      hosts: candidates.filter(({ relation }) => relation !== "www").map(({ host }) => host),
      requested: toRequestedSource(pathname, rawQuery),
      rawQuery,
    };
  });
  const connected = await listHosts(
    db,
    workspaceId,
    parsed.flatMap(({ hosts }) => hosts),
  );
  return parsed.flatMap(({ hosts, ...request }) => {
    const host = hosts.find((candidate) => connected.has(candidate));
    return host === undefined ? [] : [{ ...request, host }];
  });
}

/** Records by the slots that the edge would find them in, matched by the edge's own rules. */
class SlotIndex {
  private readonly slots = new Map<string, SlotSnapshot>();
  private readonly byId = new Map<string, LinkRecord>();

  constructor(records: LinkRecord[]) {
    for (const record of records) {
      this.byId.set(record.id, record);
      const snapshot = toRecordSnapshot({ ...record, html: null });
      this.slot(record.host, slotOf(record.source)).records.push(snapshot);
      if (record.source.kind === "query") {
        this.slot(record.host, slotOf({ kind: "exact", path: record.source.path })).hasQueries = true;
      }
    }
  }

  /** The record that answers a request, and where it sends its visitor. */
  follow({ host, requested, rawQuery }: LocalRequest): Pick<Reached, "record" | "urls"> | null {
    const any = this.slots.get(`${host} ${HOST_SLOT}`)?.records[0] ?? null;
    const read = (slot: string) => this.slots.get(`${host} ${slot}`) ?? null;
    const match = findMatch(configOf(host, any), requested, read) ?? null;
    const record = match === null ? undefined : this.byId.get(match.record.id);
    return match === null || record === undefined ? null : { record, urls: followMatch(match, rawQuery) };
  }

  private slot(host: string, slot: string): SlotSnapshot {
    const key = `${host} ${slot}`;
    const known = this.slots.get(key);
    if (known !== undefined) return known;
    const empty: SlotSnapshot = { v: SNAPSHOT_VERSION, seq: 0, records: [] };
    this.slots.set(key, empty);
    return empty;
  }
}

function configOf(host: string, any: RecordSnapshot | null): HostConfig {
  const closed = { forceHttps: false, hasHttps: false, notFoundUrl: null, expiredUrl: null, ownPaths: [] };
  return { host, any, ...closed, ...ALL_KINDS };
}
