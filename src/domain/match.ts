import {
  countSegments,
  foldCase,
  indexAfterSegments,
  isOverlong,
  toCanonicalPath,
  toCanonicalQuery,
} from "./path.ts";
import { withoutTracking } from "./query.ts";
import type { HostConfig, RecordSnapshot, SlotSnapshot } from "./snapshot.ts";
import { exactSlot, isSameQuery, MAX_PREFIX_SEGMENTS, prefixSlot, querySlot } from "./source.ts";

/** Finds the record that answers a request, in the order of contract 2.5. */

/** A request's path and query in the forms that matching needs, computed once. */
export interface RequestedSource {
  /** As it stands in the request's URL. */
  rawPath: string;
  path: string;
  folded: string;
  segments: number;
  /** Canonical, without `?`; empty where there is none. */
  query: string;
}

export interface Match {
  record: RecordSnapshot;
  /** The part of the raw path that the match left over. */
  remainder: string;
  /** The record answers more than this very path, so a narrower source would go before it. */
  isBroad: boolean;
}

export function toRequestedSource(rawPath: string, rawQuery: string): RequestedSource {
  const path = toCanonicalPath(rawPath);
  return {
    rawPath,
    path,
    folded: foldCase(path),
    segments: countSegments(path),
    query: rawQuery === "" ? "" : toCanonicalQuery(rawQuery),
  };
}

/** A slot's snapshot, null where it is known to be empty, undefined where nobody has looked yet. */
export type SlotReader = (slot: string) => SlotSnapshot | null | undefined;

/** The host's facts that decide which slots can matter; `HostConfig` has them. */
export type SourceKinds = Pick<HostConfig, "prefixDepths" | "hasQuerySources" | "hasForwardingAliases">;

/** Every kind of source: for asking when the host's snapshot may be behind. */
export const ALL_KINDS: SourceKinds = {
  prefixDepths: Array.from({ length: MAX_PREFIX_SEGMENTS }, (_, index) => index + 1),
  hasQuerySources: true,
  hasForwardingAliases: true,
};

/** The slots that can hold a match, in the order in which they are tried. */
export function listSlots(kinds: SourceKinds, requested: RequestedSource): string[] {
  const slots: string[] = [];
  if (!isOverlong(requested.path)) {
    if (kinds.hasQuerySources && requested.query !== "") slots.push(querySlotOf(requested));
    slots.push(exactSlot(requested.folded));
  }
  if (kinds.hasForwardingAliases && requested.segments > 1) slots.push(aliasSlotOf(requested));
  for (const depth of depthsOf(kinds, requested)) slots.push(prefixSlotOf(requested, depth));
  return slots;
}

/**
 * The match of a request among a host's sources: null where there is none, undefined where a slot
 * that would decide it has not been read.
 */
export function findMatch(
  config: HostConfig,
  requested: RequestedSource,
  read: SlotReader,
): Match | null | undefined {
  const exact = findExact(requested, read);
  if (exact !== null) return exact;
  const below = findForwardingAlias(config, requested, read);
  if (below !== null) return below;
  const prefix = findPrefix(config, requested, read);
  if (prefix !== null) return prefix;
  return config.any === null ? null : { record: config.any, remainder: requested.rawPath, isBroad: true };
}

function findExact(requested: RequestedSource, read: SlotReader): Match | null | undefined {
  if (isOverlong(requested.path)) return null;
  const slot = read(exactSlot(requested.folded));
  if (slot === undefined) return undefined;
  if (requested.query !== "" && slot?.hasQueries === true) {
    const querySlot = read(querySlotOf(requested));
    if (querySlot === undefined) return undefined;
    const asked = querySlot?.records.filter(({ query }) => isSameQuery(query ?? "", requested.query)) ?? [];
    const spelledAlike = asked.filter(({ path }) => path === requested.path);
    const record = pickSpelling(namingMost(spelledAlike.length > 0 ? spelledAlike : asked), requested.path);
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
  const slot = read(aliasSlotOf(requested));
  if (slot === undefined) return undefined;
  const candidates = slot?.records.filter(({ forwardsBelow }) => forwardsBelow === true);
  const record = pickSpelling(candidates, headOf(requested.path, 1));
  return record === null ? null : { record, remainder: tailOf(requested.rawPath, 1), isBroad: true };
}

function findPrefix(
  kinds: SourceKinds,
  requested: RequestedSource,
  read: SlotReader,
): Match | null | undefined {
  let loose: Match | null = null;
  for (const depth of depthsOf(kinds, requested)) {
    const slot = read(prefixSlotOf(requested, depth));
    if (slot === undefined) return undefined;
    const head = headOf(requested.path, depth);
    const exact = slot?.records.find(({ path }) => path === head);
    if (exact !== undefined)
      return { record: exact, remainder: tailOf(requested.rawPath, depth), isBroad: true };
    // Another spelling answers only after every prefix was compared case-sensitively.
    const only = slot?.records.length === 1 ? slot.records[0] : undefined;
    if (only !== undefined)
      loose ??= { record: only, remainder: tailOf(requested.rawPath, depth), isBroad: true };
  }
  return loose;
}

/** Of the sources that all ask for one query, those that name the most parameters: they are meant. */
function namingMost(records: RecordSnapshot[]): RecordSnapshot[] {
  const longest = Math.max(...records.map(({ query }) => query?.length ?? 0));
  return records.filter(({ query }) => query?.length === longest);
}

/** Case-sensitively first; else the only other spelling. */
function pickSpelling(records: RecordSnapshot[] | undefined, path: string): RecordSnapshot | null {
  if (records === undefined) return null;
  const exact = records.find((record) => record.path === path);
  if (exact !== undefined) return exact;
  return records.length === 1 ? (records[0] ?? null) : null;
}

/** Depths of prefixes that can answer the path, the longest first. */
function depthsOf({ prefixDepths }: SourceKinds, { segments }: RequestedSource): number[] {
  return prefixDepths.filter((depth) => depth <= segments).toReversed();
}

/** The slot of the alias whose preview (`/alias+`) or picture (`/alias.qr`) a path asks for; null for others. */
export function aliasSlotOfView({ folded, segments }: RequestedSource): string | null {
  if (segments !== 1) return null;
  if (folded.endsWith("+")) return exactSlot(folded.slice(0, -1));
  return folded.endsWith(".qr") ? exactSlot(folded.slice(0, -3)) : null;
}

function querySlotOf({ folded, query }: RequestedSource): string {
  return querySlot(folded, withoutTracking(query));
}

function aliasSlotOf({ folded }: RequestedSource): string {
  return exactSlot(headOf(folded, 1));
}

function prefixSlotOf({ folded }: RequestedSource, depth: number): string {
  return prefixSlot(headOf(folded, depth));
}

function headOf(path: string, depth: number): string {
  return path.slice(0, indexAfterSegments(path, depth));
}

/** What follows the first `depth` segments and their slash. */
function tailOf(rawPath: string, depth: number): string {
  return rawPath.slice(indexAfterSegments(rawPath, depth) + 1);
}
