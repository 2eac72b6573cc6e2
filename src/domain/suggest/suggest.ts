import { hashText } from "../hash.ts";
import { toPageName, type PageName } from "./page-name.ts";

/** Finds the pages that visitors of a missed path most likely meant (contract 31.9). Pure. */

/** A page to which visitors could be sent. */
export interface Candidate {
  /** The canonical path by which the page is compared with missed paths. */
  path: string;
  destination: string;
}

/** The reason for a suggestion, the surest first. */
export type Reason =
  /** The same path except for letter case, slashes, file ending or index file. */
  | "spelling"
  /** The same words except for accents and separators. */
  | "words"
  /** The same last segment. */
  | "page"
  /** A similar last segment. */
  | "similar";

export interface Suggestion {
  destination: string;
  /** From 0 to 1. */
  score: number;
  reason: Reason;
}

const MOST = 3;
const LEAST_SCORE = 0.4;
/** The most pages of one name, and the most similar names, that are compared in full. */
const MAX_OF_NAME = 300;
const MAX_SIMILAR = 40;
const LEAST_SIMILARITY = 0.45;
/** Scores that differ by less than this are about equal, so that neither suggestion is sure. */
const CLOSE = 0.04;
const UNSURE = 0.7;

interface Entry extends Candidate {
  name: PageName;
}

interface SuggestionIndex {
  byPlain: Map<string, Entry[]>;
  byWords: Map<string, Entry[]>;
  byTail: Map<string, Entry[]>;
  /** By the segment before the tail, for tails that so many pages have that only some are in `byTail`. */
  byParent: Map<string, Entry[]>;
  /** The pairs of letters in each tail, in the order of the tails, as two words of 32 bits. */
  signatures: Int32Array;
  tails: string[];
}

/** Prepares candidates for many searches. */
export function indexCandidates(candidates: Iterable<Candidate>): SuggestionIndex {
  const newMap = () => new Map<string, Entry[]>();
  const [byPlain, byWords, byTail, byParent] = [newMap(), newMap(), newMap(), newMap()];
  for (const candidate of candidates) {
    const entry = { ...candidate, name: toPageName(candidate.path) };
    push(byPlain, entry.name.plain, entry);
    push(byWords, entry.name.words, entry);
    push(byTail, entry.name.tail, entry);
    if (entry.name.parent !== "") push(byParent, entry.name.parent, entry);
  }
  const tails = [...byTail.keys()];
  const signatures = new Int32Array(2 * tails.length);
  for (const [index, tail] of tails.entries()) sign(tail, signatures, 2 * index);
  return { byPlain, byWords, byTail, byParent, signatures, tails };
}

function push(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [entry]);
  else if (known.length < MAX_OF_NAME) known.push(entry);
}

/** Returns the best suggestions for a canonical path, each destination once, the best first. */
export function suggest(index: SuggestionIndex, path: string): Suggestion[] {
  const name = toPageName(path);
  const best = new Map<string, Suggestion>();
  const offer = ({ destination }: Entry, score: number, reason: Reason) => {
    const known = best.get(destination);
    if (score >= LEAST_SCORE && (known === undefined || known.score < score)) {
      best.set(destination, { destination, score, reason });
    }
  };
  for (const entry of index.byPlain.get(name.plain) ?? []) offer(entry, 0.98, "spelling");
  for (const entry of index.byWords.get(name.words) ?? []) offer(entry, 0.92, "words");
  const offerOfTail = (tail: string, entries: Entry[]) => {
    const isSame = tail === name.tail;
    const likeness = isSame ? 1 : similarity(name.tail, tail);
    if (likeness < LEAST_SIMILARITY) return;
    for (const entry of entries) {
      const near = 0.3 * closeness(name.parents, entry.name.parents);
      if (isSame) offer(entry, 0.6 + near, "page");
      else offer(entry, 0.5 * likeness + near, "similar");
    }
  };
  if (name.tail !== "") {
    for (const tail of [name.tail, ...similarTails(index, name.tail)]) {
      offerOfTail(tail, index.byTail.get(tail) ?? []);
    }
    for (const entry of index.byParent.get(name.parent) ?? []) offerOfTail(entry.name.tail, [entry]);
  }
  const sorted = [...best.values()].toSorted((a, b) => b.score - a.score);
  return sorted.slice(0, MOST).map((one, at) => ({ ...one, score: round(settle(one, at, sorted)) }));
}

/** Lowers the score of a suggestion if another one is about as good. */
function settle({ score }: Suggestion, at: number, sorted: Suggestion[]): number {
  const rival = sorted[at === 0 ? 1 : 0];
  const isClose = rival !== undefined && Math.abs(rival.score - score) < CLOSE;
  return isClose ? Math.min(score, UNSURE) : score;
}

const round = (score: number): number => Math.round(score * 100) / 100;

/** Returns the share of the shorter list's words that the longer one has, plus a little for equal length. */
function closeness(one: Set<string>, other: Set<string>): number {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  if (many.size === 0) return 1;
  let shared = 0;
  for (const word of few) if (many.has(word)) shared++;
  const ofFew = few.size === 0 ? 0 : shared / few.size;
  return 0.6 * ofFew + 0.4 * ((2 * shared) / (few.size + many.size));
}

/** Returns the tails that have the most pairs of letters in common with this one. */
function similarTails({ tails, signatures, byTail }: SuggestionIndex, tail: string): string[] {
  const own = new Int32Array(2);
  sign(tail, own, 0);
  const [low = 0, high = 0] = own;
  const bits = countBits(low) + countBits(high);
  if (bits === 0) return [];
  const found: [shared: number, index: number][] = [];
  for (let index = 0; index < tails.length; index++) {
    const [otherLow = 0, otherHigh = 0] = [signatures[2 * index], signatures[2 * index + 1]];
    const shared = countBits(low & otherLow) + countBits(high & otherHigh);
    const all = bits + countBits(otherLow) + countBits(otherHigh);
    if ((2 * shared) / all >= LEAST_SIMILARITY) found.push([shared / all, index]);
  }
  return found
    .toSorted(([a], [b]) => b - a)
    .slice(0, MAX_SIMILAR)
    .map(([, index]) => tails[index] ?? "")
    .filter((other) => other !== tail && byTail.has(other));
}

function sign(text: string, into: Int32Array, at: number): void {
  for (const pair of pairsOf(text)) {
    const bit = hashText(pair) & 63;
    const word = at + (bit >> 5);
    into[word] = (into[word] ?? 0) | (1 << (bit & 31));
  }
}

function countBits(value: number): number {
  let bits = value - ((value >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Returns how similar two texts are by their pairs of letters, from 0 to 1. */
function similarity(one: string, other: string): number {
  const pairs = pairsOf(one);
  const left = new Map<string, number>();
  for (const pair of pairs) left.set(pair, (left.get(pair) ?? 0) + 1);
  const others = pairsOf(other);
  let shared = 0;
  for (const pair of others) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    shared++;
  }
  const all = pairs.length + others.length;
  return all === 0 ? Number(one === other) : (2 * shared) / all;
}

function pairsOf(text: string): string[] {
  const padded = ` ${text} `;
  return Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2));
}
