import { parameterName, splitQuery } from "./query.ts";

/**
 * Merges the query of a destination with the visitor's and UTM parameters (contract 4.5), by a table that is
 * made once for a destination. If all names differ, three strings are joined and nothing is split.
 */

export interface QueryTable {
  /** The index of each decoded name: first the destination's parameters, then UTM's. */
  names: Map<string, number>;
  ownCount: number;
  /** Bits by length and first character of the names, which exclude most names of a visitor at once. */
  filter: number;
  segments: OwnSegment[];
  utm: UtmSegment[];
  /** The destination's query without the parameters that UTM replaces. For visits that send no name of the table. */
  own: string;
  utmText: string;
}

interface OwnSegment {
  text: string;
  /** The index of its name; -1 for empty segments, which no value replaces. */
  name: number;
  /** True for the first segment of its name, whose place the visitor's values take. */
  isFirst: boolean;
  /** True if UTM has the same name and replaces the segment. */
  isReplaced: boolean;
}

interface UtmSegment {
  text: string;
  name: number;
}

export function prepareTable(query: string | null, utm: readonly (readonly [string, string])[]): QueryTable {
  const names = new Map<string, number>();
  const indexOf = (name: string) => {
    const index = names.get(name) ?? names.size;
    names.set(name, index);
    return index;
  };
  const utmNames = new Set(utm.map(([name]) => name));
  const segments = splitQuery(query ?? "").map((text): OwnSegment => {
    if (text === "") return { text, name: -1, isFirst: false, isReplaced: false };
    const decoded = parameterName(text);
    const isFirst = !names.has(decoded);
    return { text, name: indexOf(decoded), isFirst, isReplaced: utmNames.has(decoded) };
  });
  const ownCount = names.size;
  const utmSegments = utm.map(([name, value]) => ({ text: `${name}=${value}`, name: indexOf(name) }));
  let filter = 0;
  for (const name of names.keys()) filter |= bitOf(name.length, name.charCodeAt(0));
  return {
    names,
    ownCount,
    filter,
    segments,
    utm: utmSegments,
    own: joinOwn(segments, []),
    utmText: utmSegments.map(({ text }) => text).join("&"),
  };
}

/**
 * Returns the query of a Location: the visitor's values replace the destination's values of the same name,
 * the visitor's other parameters follow, and UTM comes last. UTM replaces the destination's values of the
 * same name, and yields to the visitor's (contract 4.5 and 4.6).
 * @param sent the visitor's raw query
 */
export function mergeQuery(table: QueryTable, sent: string): string {
  const { ownCount } = table;
  /** The sent segments, by the index of their name in the table. */
  let values: (string | undefined)[] | null = null;
  /** The sent parameters that replace none of the destination's; null while that is all of them. */
  let appended: string | null = null;
  let isBare = true;
  for (let start = 0; start <= sent.length;) {
    const end = endOfSegment(sent, start);
    const name = findName(table, sent, start, end);
    if (name >= 0) {
      const text = sent.slice(start, end);
      values ??= [];
      const before: string | undefined = values[name];
      values[name] = before === undefined ? text : `${before}&${text}`;
    }
    if (name >= 0 && name < ownCount) {
      if (appended === null) {
        isBare = start === 0;
        appended = isBare ? "" : sent.slice(0, start - 1);
      }
    } else if (appended !== null) {
      const text = sent.slice(start, end);
      appended = isBare ? text : `${appended}&${text}`;
      isBare = false;
    }
    start = end + 1;
  }
  if (values === null) return joinQueries(joinQueries(table.own, sent), table.utmText);
  const all = joinQueries(joinOwn(table.segments, values), appended ?? sent);
  return joinQueries(all, joinUtm(table.utm, values));
}

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;

function endOfSegment(query: string, start: number): number {
  const end = query.indexOf("&", start);
  return end < 0 ? query.length : end;
}

/** Returns the index of a segment's name in the table; -1 if it has none, or the segment is empty. */
function findName({ names, filter }: QueryTable, query: string, start: number, end: number): number {
  if (start === end) return -1;
  let at = start;
  for (; at < end; at++) {
    const unit = query.charCodeAt(at);
    if (unit === EQUALS) break;
    if (unit === PERCENT || unit === PLUS) return names.get(parameterName(query.slice(start, end))) ?? -1;
  }
  const first = at === start ? Number.NaN : query.charCodeAt(start);
  if ((filter & bitOf(at - start, first)) === 0) return -1;
  return names.get(query.slice(start, at)) ?? -1;
}

function bitOf(length: number, first: number): number {
  return 1 << ((length * 7 + first) & 31);
}

/** Joins the destination's parameters with the visitor's values, without those that UTM replaces. */
function joinOwn(segments: OwnSegment[], values: (string | undefined)[]): string {
  let joined: string | null = null;
  for (const { text, name, isFirst, isReplaced } of segments) {
    const sent = name < 0 ? undefined : values[name];
    if (sent === undefined ? isReplaced : !isFirst) continue;
    const next: string = sent ?? text;
    joined = joined === null ? next : `${joined}&${next}`;
  }
  return joined ?? "";
}

function joinUtm(utm: UtmSegment[], values: (string | undefined)[]): string {
  let joined = "";
  for (const { text, name } of utm) {
    if (values[name] === undefined) joined += joined === "" ? text : `&${text}`;
  }
  return joined;
}

function joinQueries(left: string, right: string): string {
  if (left === "" || right === "") return left + right;
  return left.charCodeAt(left.length - 1) === AMPERSAND ? left + right : `${left}&${right}`;
}
