import { SnapshotMemory } from "../../../src/storage/snapshot/memory.ts";
import { LookupLimit } from "../../../src/visitor/lookup-limit.ts";
import { lookUp } from "../../../src/visitor/lookup.ts";
import { isFresh, OutcomeCache } from "../../../src/visitor/outcome-cache.ts";
import { SnapshotSources, type Stores } from "../../../src/visitor/snapshot-sources.ts";
import { toVisit } from "../../../src/visitor/visit.ts";
import type { Location } from "./location.ts";

/**
 * The source of the answer to a visit: the outcome cache by its URL, snapshots in memory, the location's cache of KV,
 * or the central stores of KV.
 */
export type Tier = "url" | "memory" | "edge" | "central";

/** Runs the lookup of the visitor runtime itself, on a virtual clock and a simulated KV. */
export class Isolate {
  private readonly outcomes = new OutcomeCache();
  private readonly stores: Stores;
  private readonly location: Location;
  private nowMs = 0;

  constructor(location: Location, memoryMs: number) {
    const memory = new SnapshotMemory();
    this.location = location;
    this.stores = {
      memory,
      memoryMs,
      readStore: async (keys) => location.read(keys, this.nowMs, (key, text) => memory.recognize(key, text)),
      repair: () => undefined,
      refill: () => undefined,
      lookUpsBehind: new LookupLimit(),
      readDatabase: () => Promise.reject(new Error("KV has every alias")),
      admitMiss: async () => true,
    };
  }

  /** Visits as src/visitor/pipeline.ts does: uses the outcome cache, fresh or revalidated, else looks up and caches. */
  async visit(url: string, nowMs: number): Promise<Tier> {
    this.nowMs = nowMs;
    const before = this.location.centralReads;
    const cached = this.outcomes.get(url);
    if (cached !== undefined && isFresh(cached, nowMs)) return "url";
    const sources = new SnapshotSources(nowMs, this.stores);
    if (cached !== undefined && (await sources.revalidate(cached.dependsOn))) return this.tierSince(before);
    const found = lookUp(toVisit(new Request(url), nowMs), sources);
    const { finding, dependsOn } = found instanceof Promise ? await found : found;
    if (finding.kind !== "host") throw new Error(`${url} was not found: ${finding.kind}`);
    this.outcomes.set(url, { dependsOn, choice: null, outcomes: [] });
    return found instanceof Promise ? this.tierSince(before) : "memory";
  }

  private tierSince(centralReads: number): Tier {
    return this.location.centralReads === centralReads ? "edge" : "central";
  }
}
