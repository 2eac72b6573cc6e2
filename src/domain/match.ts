import {
  countSegments,
  foldPath,
  indexAfterSegments,
  isOverlong,
  toCanonicalQuery,
  toSpelledPath,
  withoutSelectors,
  type CanonicalPath,
  type FoldedPath,
} from "./path.ts";
import { withoutTracking, isSameQuery } from "./query.ts";
import type { HostConfig, RecordSnapshot, SlotSnapshot } from "./snapshot.ts";
import { exactSlot, MAX_PREFIX_SEGMENTS, prefixSlot, querySlot, type SlotName } from "./slot.ts";

/** Finds the record that answers a request, in the order of contract 2.5. */

/** The path and query of a request in the forms that matching needs, computed once. */
export interface RequestedSource {
  /** As in the request's URL. */
  rawPath: string;
  path: CanonicalPath;
  folded: FoldedPath;
  segments: number;
  /** Canonical, without `?`; empty if there is none. */
  query: string;
  /** The form with variation selectors, if the request has some. Older sources still have them. */
  spelled?: RequestedSource;
}

export interface Match {
  record: RecordSnapshot;
  /** The part of the raw path that the match left over. */
  remainder: string;
  /** True if the record also answers other paths, so that a narrower source goes before it. */
  isBroad: boolean;
}

export function toRequestedSource(rawPath: string, rawQuery: string): RequestedSource {
  const query = rawQuery === "" ? "" : toCanonicalQuery(rawQuery);
  const spelled = toSpelledPath(rawPath);
  const path = withoutSelectors(spelled) as CanonicalPath;
  const requested = toRequested(rawPath, path, query);
  return path === spelled ? requested : { ...requested, spelled: toRequested(rawPath, spelled, query) };
}

/** Returns the forms of a request that each step compares, the older one first (contract 2.15). */
function formsOf(requested: RequestedSource): RequestedSource[] {
  return requested.spelled === undefined ? [requested] : [requested.spelled, requested];
}

export function isRequested({ folded, spelled }: RequestedSource, path: string): boolean {
  return path === folded || path === spelled?.folded;
}

function toRequested(rawPath: string, path: CanonicalPath, query: string): RequestedSource {
  return { rawPath, path, folded: foldPath(path), segments: countSegments(path), query };
}

/** Returns the snapshot of a slot; null if it is known to be empty, undefined if it has not been read. */
export type SlotReader = (slot: SlotName) => SlotSnapshot | null | undefined;

/** The facts of a `HostConfig` that decide which slots can hold a match. */
type SourceKinds = Pick<HostConfig, "prefixDepths" | "hasQuerySources" | "hasForwardingAliases">;

/** A source that answers many paths, among those that may answer a request. */
export interface BroadSource {
  slot: SlotName;
  /** The number of segments before its first capture or `/*`. */
  literals: number;
  /** The number of segments before the remainder of the match; null if there is no remainder. */
  depth: number | null;
  /** Returns whether a source of the slot has the same letter case as the request. */
  isSpelledAs(path: string): boolean;
}

/** Every kind of source, for lookups while the host's snapshot may be out of date. */
export const ALL_KINDS: SourceKinds = {
  prefixDepths: Array.from({ length: MAX_PREFIX_SEGMENTS }, (_, index) => index + 1),
  hasQuerySources: true,
  hasForwardingAliases: true,
};

/**
 * Lists the slots that can hold a match, in the order in which they are tried.
 * @param patterns the patterns of the host that the path matches, as `rankPatterns` returns them
 */
export function listSlots(
  kinds: SourceKinds,
  requested: RequestedSource,
  patterns: BroadSource[] = [],
): SlotName[] {
  const slots: SlotName[] = [];
  const forms = formsOf(requested);
  for (const form of forms) {
    if (isOverlong(form.path)) continue;
    if (kinds.hasQuerySources && form.query !== "") slots.push(querySlotOf(form));
    slots.push(exactSlot(form.folded));
  }
  if (kinds.hasForwardingAliases && requested.segments > 1) slots.push(...forms.map(aliasSlotOf));
  for (const { slot } of rankBroad(kinds, requested, patterns)) slots.push(slot);
  return slots;
}

/**
 * Finds the match of a request among a host's sources; null if there is none, undefined if a slot
 * that decides it has not been read.
 * @param patterns the patterns of the host that the path matches, as `rankPatterns` returns them
 */
export function findMatch(
  config: SourceKinds & Pick<HostConfig, "any">,
  requested: RequestedSource,
  read: SlotReader,
  patterns: BroadSource[] = [],
): Match | null | undefined {
  const exact = findExact(requested, read);
  if (exact !== null) return exact;
  const below = findForwardingAlias(config, requested, read);
  if (below !== null) return below;
  const broad = findBroad(rankBroad(config, requested, patterns), requested, read);
  if (broad !== null) return broad;
  return config.any === null ? null : { record: config.any, remainder: requested.rawPath, isBroad: true };
}

export function listAliasSlots(requested: RequestedSource): SlotName[] {
  return formsOf(requested).map(({ folded }) => exactSlot(folded));
}

/** Finds the alias at a path; null if there is none, undefined if its slot has not been read. */
export function findAlias(requested: RequestedSource, read: SlotReader): Match | null | undefined {
  const match = findExact(requested, read);
  if (match === undefined) return undefined;
  return match?.record.isAlias === true ? match : null;
}

function findExact(requested: RequestedSource, read: SlotReader): Match | null | undefined {
  const spelled = requested.spelled === undefined ? null : findExact(requested.spelled, read);
  if (spelled !== null) return spelled;
  if (isOverlong(requested.path)) return null;
  const slot = read(exactSlot(requested.folded));
  if (slot === undefined) return undefined;
  if (requested.query !== "" && slot?.hasQueries === true) {
    const querySlot = read(querySlotOf(requested));
    if (querySlot === undefined) return undefined;
    const asked = querySlot?.records.filter(({ query }) => isSameQuery(query ?? "", requested.query)) ?? [];
    const spelledAlike = asked.filter(({ path }) => path === requested.path);
    const record = pickSpelling(mostSpecific(spelledAlike.length > 0 ? spelledAlike : asked), requested.path);
    if (record !== null) return { record, remainder: "", isBroad: false };
  }
  const record = pickSpelling(slot?.records, requested.path);
  return record === null ? null : { record, remainder: "", isBroad: false };
}

function findForwardingAlias(
  kinds: SourceKinds,
  requested: RequestedSource,
  read: SlotReader,
): Match | null | undefined {
  if (!kinds.hasForwardingAliases || requested.segments < 2) return null;
  const spelled =
    requested.spelled === undefined ? null : findForwardingAlias(kinds, requested.spelled, read);
  if (spelled !== null) return spelled;
  const slot = read(aliasSlotOf(requested));
  if (slot === undefined) return undefined;
  const candidates = slot?.records.filter(({ forwardsBelow }) => forwardsBelow === true);
  const record = pickSpelling(candidates, headOf(requested.path, 1));
  return record === null ? null : { record, remainder: tailOf(requested.rawPath, 1), isBroad: true };
}

/** Finds the first of the ranked sources with the same letter case, else the first with another letter case. */
function findBroad(
  ranked: BroadSource[],
  requested: RequestedSource,
  read: SlotReader,
): Match | null | undefined {
  let loose: Match | null = null;
  for (const { slot, depth, isSpelledAs } of ranked) {
    const snapshot = read(slot);
    if (snapshot === undefined) return undefined;
    const records = snapshot?.records ?? [];
    const exact = records.find(({ path }) => isSpelledAs(path));
    // A source in another letter case answers only if none has the letter case of the request.
    const record: RecordSnapshot | undefined =
      exact ?? (loose === null && records.length === 1 ? records[0] : undefined);
    if (record === undefined) continue;
    const remainder = depth === null ? "" : tailOf(requested.rawPath, depth);
    const match: Match = { record, remainder, isBroad: true };
    if (exact !== undefined) return match;
    loose = match;
  }
  return loose;
}

/**
 * Ranks the patterns and `/…/*` sources that can answer a path. Segments are compared from the left: a
 * literal goes before a capture, a capture before a star.
 */
function rankBroad(
  { prefixDepths }: SourceKinds,
  requested: RequestedSource,
  patterns: BroadSource[],
): BroadSource[] {
  const ranked = [...patterns];
  const forms = formsOf(requested);
  for (const depth of prefixDepths) {
    if (depth > requested.segments) continue;
    for (const form of forms) {
      const head = headOf(form.path, depth);
      ranked.push({
        slot: prefixSlot(headOf(form.folded, depth)),
        literals: depth,
        depth,
        isSpelledAs: (path) => path === head,
      });
    }
  }
  return ranked.toSorted((a, b) => b.literals - a.literals);
}

/** Returns the most specific of the sources with the same query: those with the most parameters. */
function mostSpecific(records: RecordSnapshot[]): RecordSnapshot[] {
  const longest = Math.max(...records.map(({ query }) => query?.length ?? 0));
  return records.filter(({ query }) => query?.length === longest);
}

/** Returns the record with the same letter case, else the only record. */
function pickSpelling(records: RecordSnapshot[] | undefined, path: string): RecordSnapshot | null {
  if (records === undefined) return null;
  const exact = records.find((record) => record.path === path);
  if (exact !== undefined) return exact;
  return records.length === 1 ? (records[0] ?? null) : null;
}

function querySlotOf({ folded, query }: RequestedSource): SlotName {
  return querySlot(folded, withoutTracking(query));
}

function aliasSlotOf({ folded }: RequestedSource): SlotName {
  return exactSlot(headOf(folded, 1));
}

function headOf<Path extends string>(path: Path, depth: number): Path {
  return path.slice(0, indexAfterSegments(path, depth)) as Path;
}

function tailOf(rawPath: string, depth: number): string {
  return rawPath.slice(indexAfterSegments(rawPath, depth) + 1);
}
