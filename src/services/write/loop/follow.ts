import { composeForMatch } from "../../../domain/fill-template.ts";
import type { Host } from "../../../domain/host.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import {
  ALL_KINDS,
  listSlots,
  toRequestedSource,
  type BroadSource,
  type Match,
  type RequestedSource,
} from "../../../domain/match.ts";
import { rankPatterns } from "../../../domain/pattern-ranking.ts";
import type { Reach } from "../../../domain/reach.ts";
import { RecordIndex, toSnapshotOf, type FoundRecord } from "../../../domain/record-index.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { HOST_SLOT, type SlotName } from "../../../domain/slot.ts";
import type { RecordAnswer } from "../../../domain/snapshot.ts";
import { slotOf } from "../../../domain/source.ts";
import { listHostCandidates, toVisitedHostname } from "../../../domain/visited-host.ts";
import { selectHosts } from "../../../storage/host/read.ts";
import { selectPatternSlots, selectRecordsInSlots } from "../../../storage/record/read.ts";

/**
 * Follows URLs through the records of a workspace, as visitors are sent when some records are written. Paused records
 * and those that have not started or have expired are followed too, because they may answer one day.
 */

const MAX_HOPS = 5;

/** A URL that a hostname of the workspace answers, with the chain that led to it. */
export interface LocalRequest<W> {
  walk: W;
  /** The hostname whose records answer, or would answer if the workspace held it. */
  host: Host;
  /** The hostname in the request of a visitor's browser. */
  hostname: Hostname;
  rawQuery: string;
  requested: RequestedSource;
}

export interface LocalAnswer<W> {
  request: LocalRequest<W>;
  /** The record that answers, if one does. In a mixture, all that may answer. */
  found: FoundRecord<LinkRecord>[];
}

/** Records as they will be written, by id: they replace their versions in the database. Null deletes one. */
export type Written = ReadonlyMap<string, LinkRecord | null>;

/** The writes among which URLs are followed. */
export interface Surroundings {
  /** Returns what becomes of records that may answer requests. */
  readWritten?(requests: LocalRequest<unknown>[]): Promise<Written> | Written;
  /** Says whether each record may be as before or as it will be written: a mixture of both. */
  isMixed?: boolean;
}

/**
 * Follows all chains together for at most five hops, with three lookups for each hop.
 * @param next returns the chains that go on after the answers of a hop
 */
export async function follow<W extends { url: string }>(
  db: D1Database,
  reach: Reach,
  walks: W[],
  surroundings: Surroundings,
  next: (answers: LocalAnswer<W>[]) => W[],
): Promise<void> {
  for (let hop = 0; hop < MAX_HOPS && walks.length > 0; hop++) {
    const requests = await toLocalRequests(db, reach, walks);
    walks = next(await answerAll(db, reach, requests, surroundings));
  }
}

/** Returns the requests of chains that have reached a hostname of the workspace, with one lookup for all. */
export async function toLocalRequests<W extends { url: string }>(
  db: D1Database,
  reach: Reach,
  walks: W[],
): Promise<LocalRequest<W>[]> {
  if (walks.length === 0) return [];
  const reached = walks.map((walk) => {
    // In the form of a browser's request: `..` resolved, the hostname in its normal form.
    const { href, pathname, search } = new URL(walk.url);
    const hostname = toVisitedHostname(href);
    // Leaves out a `www` name that is not connected, because the edge breaks loops through it.
    const candidates = listHostCandidates(hostname).filter(({ relation }) => relation !== "www");
    const names = candidates.map(({ host }) => host);
    return { walk, hostname, pathname, rawQuery: search.slice(1), names };
  });
  const allNames = reached.flatMap(({ names }) => names);
  const connected = await selectHosts(db, reach, allNames);
  return reached.flatMap(({ names, pathname, ...request }) => {
    const host = names.map((name) => connected.get(name)).find((row) => row !== undefined);
    const requested = toRequestedSource(pathname, request.rawQuery);
    return host === undefined ? [] : [{ ...request, host, requested }];
  });
}

async function answerAll<W>(
  db: D1Database,
  reach: Reach,
  requests: LocalRequest<W>[],
  { readWritten, isMixed = false }: Surroundings,
): Promise<LocalAnswer<W>[]> {
  if (requests.length === 0) return [];
  const written = (await readWritten?.(requests)) ?? new Map<string, LinkRecord | null>();
  const added = [...written.values()].filter((record) => record !== null);
  const names = requests.map(({ host }) => host.name);
  const patterns = [
    ...(await selectPatternSlots(db, reach, names)),
    ...added
      .filter(({ source }) => source.kind === "pattern")
      .map(({ host, source }) => ({ host, slot: slotOf(source) })),
  ];
  const shapes = new Map(
    Array.from(
      Map.groupBy(patterns, ({ host }) => host),
      ([host, list]) => [host, list.map(({ slot }) => slot.slice(1))],
    ),
  );
  const ranked = requests.map(({ host, requested }) => rankPatterns(shapes.get(host.name) ?? [], requested));
  const slots = requests.flatMap((request, i) =>
    slotsOfRequest(request, ranked[i]).map((slot): [Hostname, string] => [request.host.name, slot]),
  );
  const stored = await selectRecordsInSlots(db, reach, slots);
  const before = isMixed ? stored : stored.filter(({ id }) => !written.has(id));
  const known = new Set(before.map(({ id }) => id));
  const index = new RecordIndex([...before, ...added.filter(({ id }) => !known.has(id))]);
  return requests.map((request, i) => {
    const answers = index.answersOf(request.host.name, request.requested, ranked[i]);
    return { request, found: isMixed ? takeMixed(answers, known, written) : [...answers.take(1)] };
  });
}

/**
 * Returns all records that may answer if each is as before or as it will be written.
 * @param known the ids of the records that are there before
 */
function takeMixed(
  answers: Iterable<FoundRecord<LinkRecord>>,
  known: ReadonlySet<string>,
  written: Written,
): FoundRecord<LinkRecord>[] {
  const found: FoundRecord<LinkRecord>[] = [];
  for (const answer of answers) {
    found.push(answer);
    const { id } = answer.record;
    const after = written.get(id);
    if (!known.has(id) || after === null) continue;
    // It is there before and after, so that no other record answers.
    if (after !== undefined) {
      found.push({ record: after, match: { ...answer.match, record: toSnapshotOf(after) } });
    }
    break;
  }
  return found;
}

/** Returns the slots that can hold the record that answers a request. */
export function slotsOfRequest(
  { requested }: LocalRequest<unknown>,
  patterns: BroadSource[] = [],
): SlotName[] {
  return [...listSlots(ALL_KINDS, requested, patterns), HOST_SLOT];
}

/** Returns the URLs to which a match may send its visitor, with the forwarded path and query (contract 4). */
export function followMatch(
  match: Match,
  visit: { requested: Pick<RequestedSource, "rawPath">; rawQuery: string },
): string[] {
  return targetsOf(match.record.answer).flatMap((target) =>
    target.destinations.flatMap((destination) => composeForMatch(target, destination, match, visit) ?? []),
  );
}

/** Returns the target of a record, then the targets of its rules. */
function targetsOf(answer: RecordAnswer) {
  const { given, rules = [] } = answer.kind === "special" ? answer : { given: answer };
  return [given, ...rules.map((rule) => rule.answer)].flatMap((one) => ("target" in one ? one.target : []));
}
