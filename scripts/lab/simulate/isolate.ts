import { SnapshotMemory, type MemoryEntry } from "../../../src/storage/snapshots/memory.ts";
import { behindLookUps, lookUp, type Tiers } from "../../../src/visitor/lookup.ts";
import { isFresh, Recollections } from "../../../src/visitor/recall.ts";
import { StoreReading } from "../../../src/visitor/store-reading.ts";
import { toVisit } from "../../../src/visitor/visit.ts";
import type { Location } from "./location.ts";

/**
 * Where the answer to a visit was found: by its URL in memory, by snapshots in memory, in the
 * location's cache of KV, or in the central stores of KV.
 */
export type Tier = "url" | "memory" | "edge" | "central";

/** The look-up of the visitor runtime itself, on a clock of our own and a KV that is simulated. */
export class Isolate {
  private readonly recollections = new Recollections();
  private readonly tiers: Tiers;
  private readonly location: Location;
  private nowMs = 0;

  constructor(location: Location, memoryMs: number) {
    const memory = new SnapshotMemory();
    this.location = location;
    this.tiers = {
      memory,
      memoryMs,
      readStore: async (keys) => location.read(keys, this.nowMs, (key, text) => memory.recognize(key, text)),
      repair: () => undefined,
      refill: () => undefined,
      lookUps: behindLookUps(),
      readDatabase: () => Promise.reject(new Error("KV has every alias")),
      admitMiss: async () => true,
    };
  }

  /** As in src/visitor/index.ts: by its URL, fresh or confirmed, else looked up, and remembered. */
  async visit(url: string, nowMs: number): Promise<Tier> {
    this.nowMs = nowMs;
    const before = this.location.centralReads;
    const known = this.recollections.recall(url);
    if (known !== undefined && isFresh(known, nowMs)) return "url";
    const reading = new StoreReading(nowMs, this.tiers);
    if (known !== undefined && (await reading.confirm(known.rests))) return this.tierSince(before);
    const rests: MemoryEntry[] = [];
    const finding = lookUp(toVisit(new Request(url), nowMs), this.tiers, rests, reading);
    const { kind } = finding instanceof Promise ? await finding : finding;
    if (kind !== "host") throw new Error(`${url} was not found: ${kind}`);
    this.recollections.remember(url, { rests, choice: null, outcomes: [] });
    return finding instanceof Promise ? this.tierSince(before) : "memory";
  }

  private tierSince(centralReads: number): Tier {
    return this.location.centralReads === centralReads ? "edge" : "central";
  }
}
