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

export class Recollections {
  private young = new Map<string, Recollection>();
  private old = new Map<string, Recollection>();

  /** What is known of a URL and still holds; undefined otherwise. */
  recall(url: string, nowMs: number): Recollection | undefined {
    const known = this.young.get(url) ?? this.promote(url);
    if (known === undefined) return undefined;
    for (const entry of known.rests) {
      if (entry.freshUntilMs <= nowMs) return undefined;
    }
    return known;
  }

  remember(url: string, recollection: Recollection): void {
    if (url.length > MAX_URL) return;
    if (this.young.size >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(url, recollection);
  }

  private promote(url: string): Recollection | undefined {
    const known = this.old.get(url);
    if (known !== undefined) this.remember(url, known);
    return known;
  }
}

/** Those of this isolate. */
export const recollections = new Recollections();
