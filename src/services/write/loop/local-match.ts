import type { Hostname } from "../../../domain/hostname.ts";
import { listHostCandidates, toVisitedHostname } from "../../../domain/visited-host.ts";
import { composeLocation, forwardedQuery } from "../../../domain/compose.ts";
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
import { selectHosts } from "../../../storage/host/read.ts";
import type { Host } from "../../../domain/host.ts";
import { selectPatternSlots, selectRecordsInSlots } from "../../../storage/record/read.ts";

/** Finds the record of a workspace that answers a URL, by the rules of the edge, to follow chains before a write. */

/** A URL that a hostname of the workspace answers, with the chain that led to it. */
export interface LocalRequest<W> {
  walk: W;
  /** The hostname whose records answer, or would answer if the workspace held it. */
  host: Host;
  /** The hostname in the request of a visitor's browser. */
  hostname: Hostname;
  rawPath: string;
  rawQuery: string;
  requested: RequestedSource;
  /** The folded shapes of the hostname's patterns. */
  shapes: string[];
}

/** A chain that has reached a hostname of the workspace. */
interface WalkInside<W> {
  walk: W;
  host: Host;
  /** The URL in the form of a browser's request: `..` resolved, the hostname in its normal form. */
  url: URL;
  hostname: Hostname;
}

/** Returns the chains that have reached a hostname of the workspace, with one lookup for all. */
export async function selectWalksInside<W extends { url: string }>(
  db: D1Database,
  reach: Reach,
  walks: W[],
): Promise<WalkInside<W>[]> {
  if (walks.length === 0) return [];
  const parsed = walks.map((walk) => {
    const url = new URL(walk.url);
    const hostname = toVisitedHostname(url.href);
    // Leaves out a `www` name that is not connected, because the edge breaks loops through it.
    const candidates = listHostCandidates(hostname).filter(({ relation }) => relation !== "www");
    return { walk, url, hostname, names: candidates.map(({ host }) => host) };
  });
  const connected = await selectHosts(
    db,
    reach,
    parsed.flatMap(({ names }) => names),
  );
  return parsed.flatMap(({ names, ...reached }) => {
    const host = names.map((name) => connected.get(name)).find((row) => row !== undefined);
    return host === undefined ? [] : [{ ...reached, host }];
  });
}

/** Returns the requests for the URLs of chains, with two lookups for all. Chains that leave the workspace are dropped. */
export async function toLocalRequests<W extends { url: string }>(
  db: D1Database,
  reach: Reach,
  walks: W[],
): Promise<LocalRequest<W>[]> {
  const reached = await selectWalksInside(db, reach, walks);
  if (reached.length === 0) return [];
  const names = reached.map(({ host }) => host.name);
  const patternsOf = Map.groupBy(await selectPatternSlots(db, reach, names), ({ host }) => host);
  return reached.map(({ url: { pathname, search }, ...request }) => {
    const rawQuery = search.slice(1);
    return {
      ...request,
      rawPath: pathname,
      rawQuery,
      requested: toRequestedSource(pathname, rawQuery),
      shapes: (patternsOf.get(request.host.name) ?? []).map(({ slot }) => slot.slice(1)),
    };
  });
}

export interface FoundRecord {
  match: Match;
  record: LinkRecord;
}

/** Records as they will be written, by id: they replace their versions in the database. Null deletes one. */
export type Written = ReadonlyMap<string, LinkRecord | null>;

/**
 * Returns the record that answers each request, or none, with one lookup for all.
 * @param isMixed whether each record may be as before or as it will be written: returns all that may answer then
 */
export async function matchLocally<W>(
  db: D1Database,
  reach: Reach,
  requests: LocalRequest<W>[],
  written: Written,
  isMixed = false,
): Promise<{ request: LocalRequest<W>; found: FoundRecord[] }[]> {
  if (requests.length === 0) return [];
  const patterns = requests.map((request) => rankPatterns(shapesOf(request, written), request.requested));
  const wanted = requests.flatMap((request, i) =>
    slotsOfRequest(request, patterns[i]).map((slot): [Hostname, string] => [request.host.name, slot]),
  );
  const stored = await selectRecordsInSlots(db, reach, wanted);
  const before = isMixed ? stored : stored.filter(({ id }) => !written.has(id));
  const known = new Set(before.map(({ id }) => id));
  const added = [...written.values()].filter((record) => record !== null);
  const index = new SlotIndex([...before, ...added.filter(({ id }) => !known.has(id))]);
  return requests.map((request, i) => {
    const found: FoundRecord[] = [];
    const skipped = new Set<string>();
    for (;;) {
      const first = index.find(request, patterns[i], skipped);
      if (first === null) return { request, found };
      found.push(first);
      if (!isMixed) return { request, found };
      const { id } = first.record;
      const after = written.get(id);
      if (known.has(id) && after !== null) {
        // It is there before and after, so that no other record answers.
        if (after !== undefined) {
          found.push({ record: after, match: { ...first.match, record: toSnapshotOf(after) } });
        }
        return { request, found };
      }
      skipped.add(id);
    }
  });
}

function toSnapshotOf(record: LinkRecord): RecordSnapshot {
  return toRecordSnapshot({ ...record, html: null });
}

/** Returns the slots that can hold the record that answers a request. */
export function slotsOfRequest(
  { requested }: LocalRequest<unknown>,
  patterns: BroadSource[] = [],
): SlotName[] {
  return [...listSlots(ALL_KINDS, requested, patterns), HOST_SLOT];
}

/** Returns the shapes of a hostname's patterns, including the patterns of the write. */
function shapesOf({ host, shapes }: LocalRequest<unknown>, written: Written): string[] {
  const added = [...written.values()].flatMap((record) =>
    record?.host === host.name && record.source.kind === "pattern" ? foldPath(record.source.path) : [],
  );
  return [...new Set([...shapes, ...added])];
}

/** Returns the URLs to which a match may send its visitor, with the forwarded path and query (contract 4). */
export function followMatch(
  match: Match,
  { rawPath, rawQuery }: { rawPath: string; rawQuery: string },
): string[] {
  const { record, remainder } = match;
  const visit = { requested: { rawPath }, rawQuery };
  return targetsOf(record.answer).flatMap((target) =>
    target.destinations.flatMap((destination) => {
      if (record.captures !== undefined) return composeFromTemplate(target, destination, match, visit) ?? [];
      const sent = forwardedQuery(target, rawQuery, record.query);
      return composeLocation(destination, target.forwardPath ? remainder : null, sent);
    }),
  );
}

/** Returns the target of a record, then the targets of its rules. */
function targetsOf(answer: RecordAnswer): Target[] {
  const { given, rules = [] } = answer.kind === "special" ? answer : { given: answer };
  return [given, ...rules.map((rule) => rule.answer)].flatMap((one) => ("target" in one ? one.target : []));
}

/** Holds records by the slot from which the edge reads them, and matches them by the rules of the edge. */
class SlotIndex {
  private readonly slots = new Map<string, SlotSnapshot>();
  private readonly byId = new Map<string, LinkRecord>();

  constructor(records: LinkRecord[]) {
    for (const record of records) {
      this.byId.set(record.id, record);
      const snapshot = toSnapshotOf(record);
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
    skipped: ReadonlySet<string> = new Set(),
  ): FoundRecord | null {
    const read = (slot: string): SlotSnapshot | null => {
      const known = this.slots.get(`${host} ${slot}`);
      return known === undefined
        ? null
        : { ...known, records: known.records.filter(({ id }) => !skipped.has(id)) };
    };
    const any = read(HOST_SLOT)?.records[0] ?? null;
    const match = findMatch(configOf(host, any), requested, read, patterns) ?? null;
    const record = match === null ? undefined : this.byId.get(match.record.id);
    return match === null || record === undefined ? null : { match, record };
  }

  private slot(host: Hostname, slot: string): SlotSnapshot {
    const key = `${host} ${slot}`;
    const known = this.slots.get(key);
    if (known !== undefined) return known;
    const empty: SlotSnapshot = { v: SNAPSHOT_VERSION, seq: 0, records: [] };
    this.slots.set(key, empty);
    return empty;
  }
}

function configOf(host: Hostname, any: RecordSnapshot | null): HostConfig {
  const closed = { forceHttps: false, hasHttps: false, notFoundUrl: null, expiredUrl: null, ownPaths: [] };
  return { host, any, ...closed, ...ALL_KINDS };
}
