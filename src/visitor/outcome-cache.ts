import type { HostConfig, RecordSnapshot, Target } from "../domain/snapshot.ts";
import type { MemoryEntry } from "../storage/snapshot/memory.ts";
import type { LookUp } from "./finding.ts";
import { isCounted, type FinalOutcome } from "./outcome.ts";
import type { Visit } from "./visit.ts";

/**
 * The outcomes of a URL whose visits differ in nothing but the choice of a destination, so that the
 * next visit is neither parsed nor matched again. It is valid while every memory entry that it
 * depends on is fresh. Entries are small, because garbage collection looks at thousands of them.
 */
export interface CachedOutcome {
  dependsOn: readonly MemoryEntry[];
  /** What a visit chooses from; null if there is only one outcome. */
  choice: { record: RecordSnapshot; target: Target } | null;
  /** By the index of the destination; an outcome is missing until a visit was sent there. */
  outcomes: FinalOutcome[];
  /** The host that answers. */
  config?: HostConfig | undefined;
  /** Of an answer that is judged at each visit: what was found, and what of the visit its URL tells. */
  special?: { visit: Omit<Visit, "headers">; found: LookUp };
}

/** There are two generations of URLs. When the younger is full, it replaces the older. */
const GENERATION_SIZE = 10_000;
/** Longer URLs are rare, and queries that never come again would fill the cache. */
const MAX_URL_CHARACTERS = 256;

export class OutcomeCache {
  private young = new Map<string, CachedOutcome>();
  private old = new Map<string, CachedOutcome>();

  /** Returns what is cached for a URL, still valid or not. */
  get(url: string): CachedOutcome | undefined {
    return this.young.get(url) ?? this.promote(url);
  }

  set(url: string, cached: CachedOutcome): void {
    if (url.length > MAX_URL_CHARACTERS) return;
    if (this.young.size >= GENERATION_SIZE) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(url, cached);
  }

  private promote(url: string): CachedOutcome | undefined {
    const cached = this.old.get(url);
    if (cached !== undefined) this.set(url, cached);
    return cached;
  }
}

/** The cache of this isolate. */
export const outcomeCache = new OutcomeCache();

/** Returns whether all entries that the outcome depends on are fresh. */
export function isFresh({ dependsOn }: CachedOutcome, nowMs: number): boolean {
  for (const { freshUntilMs } of dependsOn) if (freshUntilMs <= nowMs) return false;
  return true;
}

/** Returns whether KV can make the outcome valid again. Only redirects: KV cannot confirm that there is no record. */
export function isRenewable({ outcomes, special }: CachedOutcome): boolean {
  return special !== undefined || outcomes.some(({ kind }) => kind === "redirect");
}

/**
 * Caches the outcome of a visit where every visit of the URL gets the same.
 * @param cached what the cache has for the URL already: the outcomes of other destinations
 */
export function cacheOutcome(
  url: string,
  outcome: FinalOutcome,
  found: LookUp,
  config?: HostConfig,
  cached: CachedOutcome = { dependsOn: found.dependsOn, choice: choiceOf(outcome), outcomes: [], config },
): void {
  if (found.dependsOn.length === 0 || !isSame(outcome, found)) return;
  cached.outcomes[cached.choice !== null && isCounted(outcome) ? outcome.destination : 0] = outcome;
  outcomeCache.set(url, cached);
}

/** Caches what a visit of the URL finds where the code of special answers judges each visit. */
export function cacheSpecial(url: string, { headers: _, ...visit }: Visit, found: LookUp): void {
  const { dependsOn } = found;
  if (dependsOn.length === 0 || visit.view !== null) return;
  outcomeCache.set(url, { dependsOn, choice: null, outcomes: [], special: { visit, found } });
}

/**
 * Returns whether all visits of the URL that are sent to this destination get this outcome: from any
 * visitor, at any time, by any method but OPTIONS.
 */
function isSame(outcome: FinalOutcome, { finding }: LookUp): boolean {
  if (outcome.kind === "not-found") return finding.kind === "host" && finding.match === null;
  return outcome.kind === "redirect" && outcome.record.expiresAtMs === undefined;
}

function choiceOf(outcome: FinalOutcome): CachedOutcome["choice"] {
  if (outcome.kind !== "redirect" || outcome.record.answer.kind !== "redirect") return null;
  const { record } = outcome;
  const { target } = outcome.record.answer;
  return target.destinations.length > 1 ? { record, target } : null;
}
