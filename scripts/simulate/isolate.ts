import { SnapshotMemory, type MemoryEntry } from "../../src/storage/snapshots/memory.ts";
import { lookUp, type Tiers } from "../../src/visitor/lookup.ts";
import { Recollections } from "../../src/visitor/recall.ts";
import { toVisit } from "../../src/visitor/visit.ts";
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
    this.location = location;
    this.tiers = {
      memory: new SnapshotMemory(),
      memoryMs,
      readStore: async (keys) => location.read(keys, this.nowMs),
      readDatabase: () => Promise.reject(new Error("KV has every alias")),
      admitMiss: async () => true,
    };
  }

  /** As `answerVisit` in src/visitor/index.ts: by its URL, else looked up, and remembered if in memory. */
  async visit(url: string, nowMs: number): Promise<Tier> {
    this.nowMs = nowMs;
    if (this.recollections.recall(url, nowMs) !== undefined) return "url";
    const rests: MemoryEntry[] = [];
    const before = this.location.centralReads;
    const finding = lookUp(toVisit(new Request(url), nowMs), this.tiers, rests);
    if (!(finding instanceof Promise)) {
      this.recollections.remember(url, { rests, choice: null, outcomes: [] });
      return "memory";
    }
    const { kind } = await finding;
    if (kind !== "host") throw new Error(`${url} was not found: ${kind}`);
    return this.location.centralReads === before ? "edge" : "central";
  }
}
