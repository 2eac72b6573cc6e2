import type { MemoryEntry } from "../storage/snapshots/memory.ts";
import type { Settled } from "./outcome.ts";
import type { Finding } from "./resolve.ts";
import type { VisitedUrl } from "./visit.ts";

/**
 * What an isolate found for a URL, so that the next visit of it neither takes the URL apart nor
 * matches again. It holds as long as every entry of memory that it rests on does.
 */
export interface Recollection {
  url: VisitedUrl;
  finding: Finding;
  rests: readonly MemoryEntry[];
  /**
   * What visits get, by the index of the destination, where nothing but that makes one differ from
   * another: filled by who finds that out.
   */
  outcomes: Settled[];
}

/** Two generations of URLs: when the younger is full it becomes the elder, and the elder is forgotten. */
const GENERATION = 10_000;
/** Longer ones are rare, and queries that never come again would fill the room. */
const MAX_URL = 256;

let young = new Map<string, Recollection>();
let old = new Map<string, Recollection>();

/** What is known of a URL and still holds; undefined otherwise. */
export function recall(url: string, nowMs: number): Recollection | undefined {
  const known = young.get(url) ?? promote(url);
  if (known === undefined) return undefined;
  for (const entry of known.rests) {
    if (entry.freshUntilMs <= nowMs) return undefined;
  }
  return known;
}

export function remember(url: string, recollection: Recollection): void {
  if (url.length > MAX_URL) return;
  if (young.size >= GENERATION) {
    old = young;
    young = new Map();
  }
  young.set(url, recollection);
}

function promote(url: string): Recollection | undefined {
  const known = old.get(url);
  if (known !== undefined) remember(url, known);
  return known;
}
