import type { RecordSnapshot, Target } from "../domain/snapshot.ts";
import type { MemoryEntry } from "../storage/snapshot/memory.ts";
import type { Settled } from "./outcome.ts";

/**
 * What visits of a URL get, where nothing but the choice of a destination makes one differ from
 * another, so that the next is neither taken apart nor matched again. It holds as long as every entry
 * of memory that it rests on does. Small: there are thousands, and each is looked at when garbage is
 * collected.
 */
export interface Recollection {
  rests: readonly MemoryEntry[];
  /** What there is to choose from; null where there is one outcome alone. */
  choice: { record: RecordSnapshot; target: Target } | null;
  /** By the index of the destination; those that nobody has been sent to yet are missing. */
  outcomes: Settled[];
}

/** Two generations of URLs: when the younger is full it becomes the elder, and the elder is forgotten. */
const GENERATION = 10_000;
/** Longer ones are rare, and queries that never come again would fill the room. */
const MAX_URL = 256;

export class Recollections {
  private young = new Map<string, Recollection>();
  private old = new Map<string, Recollection>();

  /** What is known of a URL, whether it still holds or not. */
  recall(url: string): Recollection | undefined {
    return this.young.get(url) ?? this.promote(url);
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

/** Whether all that it rests on is fresh. */
export function isFresh({ rests }: Recollection, nowMs: number): boolean {
  for (const { freshUntilMs } of rests) if (freshUntilMs <= nowMs) return false;
  return true;
}

/**
 * Whether it may hold again once the store confirms what it rests on: that there is nothing, only the
 * database can say.
 */
export function isRenewable({ outcomes }: Recollection): boolean {
  return outcomes.some(({ kind }) => kind === "redirect");
}

/** Those of this isolate. */
export const recollections = new Recollections();
