import { composeLocation } from "../../../domain/compose.ts";
import {
  ALL_KINDS,
  findMatch,
  listSlots,
  toRequestedSource,
  type BroadSource,
  type Match,
  type RequestedSource,
} from "../../../domain/match.ts";
import { composeFromTemplate } from "../../../domain/fill-template.ts";
import { foldPath } from "../../../domain/path.ts";
import { rankPatterns } from "../../../domain/pattern-ranking.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import type { Reach } from "../../../domain/reach.ts";
import {
  SNAPSHOT_VERSION,
  type HostConfig,
  type RecordAnswer,
  type RecordSnapshot,
  type SlotSnapshot,
  type Target,
} from "../../../domain/snapshot.ts";
import { slotOf } from "../../../domain/source.ts";
import { HOST_SLOT, type SlotName } from "../../../domain/slot.ts";
import { toRecordSnapshot } from "../../../domain/to-snapshot.ts";
import { listHostCandidates, toVisitedHostname } from "../../../domain/visited-host.ts";
import { selectHosts } from "../../../storage/host/read.ts";
import type { Hostname } from "../../../domain/host.ts";
import { selectPatternSlots, selectRecordsInSlots } from "../../../storage/record/read.ts";

/** Finds the record of a workspace that answers a URL, by the rules of the edge, to follow chains before a write. */

/** A URL that a hostname of the workspace answers, with the chain that led to it. */
export interface LocalRequest<W> {
  walk: W;
  /** The hostname whose records answer, or would answer if the workspace held it. */
  host: Hostname;
  /** The hostname as a visitor's browser requests it. */
  hostname: string;
  rawPath: string;
  rawQuery: string;
  requested: RequestedSource;
  /** The folded shapes of the hostname's patterns. */
  shapes: string[];
}

/** Returns the requests for the URLs of chains, with one lookup for all. Chains that leave the workspace are dropped. */
export async function toLocalRequests<W extends { url: string }>(
  db: D1Database,
  reach: Reach,
  walks: W[],
): Promise<LocalRequest<W>[]> {
  if (walks.length === 0) return [];
  const parsed = walks.map((walk) => {
    // The URL as a browser requests it: `..` resolved, the hostname in its normal form.
    const { href, pathname, search } = new URL(walk.url);
    const rawQuery = search.slice(1);
    const hostname = toVisitedHostname(href);
    // A visitor may come by a www that is not connected. The edge breaks loops through it.
    const candidates = listHostCandidates(hostname).filter(({ relation }) => relation !== "www");
    return {
      walk,
      hosts: candidates.map(({ host }) => host),
      hostname,
      rawPath: pathname,
      rawQuery,
      requested: toRequestedSource(pathname, rawQuery),
    };
  });
  const names = parsed.flatMap(({ hosts }) => hosts);
  const [connected, patterns] = await Promise.all([
    selectHosts(db, reach, names),
    selectPatternSlots(db, reach, names),
  ]);
  const patternsOf = Map.groupBy(patterns, (pattern) => pattern.host);
  return parsed.flatMap(({ hosts, ...request }) => {
    const host = hosts.map((candidate) => connected.get(candidate)).find((row) => row !== undefined);
    if (host === undefined) return [];
    return [{ ...request, host, shapes: (patternsOf.get(host.name) ?? []).map(({ slot }) => slot.slice(1)) }];
  });
}

export interface FoundRecord {
  match: Match;
  record: LinkRecord;
}

/**
 * Returns the record that answers each request, or null, with one lookup for all.
 * @param written the records as they will be written, by id; they replace their versions in the database
 */
export async function matchLocally<W>(
  db: D1Database,
  reach: Reach,
  requests: LocalRequest<W>[],
  written: ReadonlyMap<string, LinkRecord>,
): Promise<{ request: LocalRequest<W>; found: FoundRecord | null }[]> {
  if (requests.length === 0) return [];
  const patterns = requests.map((request) => rankPatterns(shapesOf(request, written), request.requested));
  const wanted = requests.flatMap((request, i) =>
    slotsOfRequest(request, patterns[i]).map((slot): [string, string] => [request.host.name, slot]),
  );
  const stored = await selectRecordsInSlots(db, reach, wanted);
  const index = new SlotIndex([...stored.filter(({ id }) => !written.has(id)), ...written.values()]);
  return requests.map((request, i) => ({ request, found: index.find(request, patterns[i]) }));
}

/** Returns the slots that can hold the record that answers a request. */
export function slotsOfRequest(
  { requested }: LocalRequest<unknown>,
  patterns: BroadSource[] = [],
): SlotName[] {
  return [...listSlots(ALL_KINDS, requested, patterns), HOST_SLOT];
}

/** Returns the shapes of a hostname's patterns, those that are about to be written included. */
function shapesOf(
  { host, shapes }: LocalRequest<unknown>,
  written: ReadonlyMap<string, LinkRecord>,
): string[] {
  const added = [...written.values()].flatMap((record) =>
    record.host === host.name && record.source.kind === "pattern" ? foldPath(record.source.path) : [],
  );
  return [...new Set([...shapes, ...added])];
}

/** Returns the URLs that a match may send its visitor to, with the forwarded path and query (contract 4). */
export function followMatch(
  match: Match,
  { rawPath, rawQuery }: { rawPath: string; rawQuery: string },
): string[] {
  const { record, remainder } = match;
  const visit = { requested: { rawPath }, rawQuery };
  return targetsOf(record.answer).flatMap((target) =>
    target.destinations.flatMap((destination) => {
      if (record.captures !== undefined) return composeFromTemplate(target, destination, match, visit) ?? [];
      const { forwardPath, forwardQuery } = target;
      return composeLocation(destination, forwardPath ? remainder : null, forwardQuery ? rawQuery : null);
    }),
  );
}

/** Returns the target of a record, then those of its rules. */
function targetsOf(answer: RecordAnswer): Target[] {
  const { given, rules = [] } = answer.kind === "special" ? answer : { given: answer };
  return [given, ...rules.map((rule) => rule.answer)].flatMap((one) => ("target" in one ? one.target : []));
}

/** Holds records by the slot that the edge reads them from, and matches them by the rules of the edge. */
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

  /** Returns the record that answers a request, or null. */
  find(
    { host: { name: host }, requested }: LocalRequest<unknown>,
    patterns: BroadSource[] = [],
  ): FoundRecord | null {
    const any = this.slots.get(`${host} ${HOST_SLOT}`)?.records[0] ?? null;
    const read = (slot: string) => this.slots.get(`${host} ${slot}`) ?? null;
    const match = findMatch(configOf(host, any), requested, read, patterns) ?? null;
    const record = match === null ? undefined : this.byId.get(match.record.id);
    return match === null || record === undefined ? null : { match, record };
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
