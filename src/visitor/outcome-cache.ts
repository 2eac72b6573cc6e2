import type { HostConfig, RecordSnapshot, Target } from "../domain/snapshot.ts";
import type { MemoryEntry } from "../storage/snapshot/memory.ts";
import type { LookUp } from "./finding.ts";
import { isCounted, type Counted, type FinalOutcome } from "./outcome.ts";
import type { Visit } from "./visit.ts";

/**
 * The outcomes of a URL whose visits differ only in the choice of a destination. With them the next visit
 * is neither parsed nor matched again. They are valid while every memory entry that they depend on is
 * fresh. Entries are small, because garbage collection looks at thousands of them.
 */
export interface CachedOutcome {
  dependsOn: readonly MemoryEntry[];
  /** The destinations that a visit chooses from; null if there is only one outcome. */
  choice: { record: RecordSnapshot; target: Target } | null;
  /** The outcomes by index of the destination; one is missing until a visit was sent there. */
  outcomes: FinalOutcome[];
  config?: HostConfig | undefined;
  special?: CachedSpecial;
}

/** Holds what a special answer needs, because each visit decides it. */
interface CachedSpecial {
  visit: Omit<Visit, "headers">;
  found: LookUp;
  /** Redirects that visits got: one for each rule, and one without a rule. Only if every such visit gets the same. */
  redirects: Counted[];
}

/** There are two generations of URLs. When the younger is full, it replaces the older. */
const GENERATION_SIZE = 10_000;
/** Longer URLs are not cached: they are rare, and queries that never come again would fill the cache. */
const MAX_URL_CHARACTERS = 256;

export class OutcomeCache {
  private young = new Map<string, CachedOutcome>();
  private old = new Map<string, CachedOutcome>();

  /** Returns the cached outcomes of a URL, whether they are still valid or not. */
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

export const outcomeCache = new OutcomeCache();

export function isFresh({ dependsOn }: CachedOutcome, nowMs: number): boolean {
  for (const { freshUntilMs } of dependsOn) if (freshUntilMs <= nowMs) return false;
  return true;
}

/** Returns whether KV can make the outcome valid again. It cannot confirm that a record is missing. */
export function isRenewable({ outcomes, special }: CachedOutcome): boolean {
  return special !== undefined || outcomes.some(({ kind }) => kind === "redirect");
}

/**
 * Caches the outcome of a visit if every visit of the URL gets the same one.
 * @param cached the cached outcomes of the URL's other destinations
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

/** Caches the finding of a URL for which the code of special answers decides at each visit. */
export function cacheSpecial(url: string, { headers: _, ...visit }: Visit, found: LookUp): void {
  const { dependsOn } = found;
  if (dependsOn.length === 0 || visit.view !== null) return;
  outcomeCache.set(url, { dependsOn, choice: null, outcomes: [], special: { visit, found, redirects: [] } });
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
