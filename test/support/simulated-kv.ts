/**
 * KV as the platform has it, on a clock of the test's own: each location keeps what it has read for
 * `cacheTtl`, absences too; a write shows where it was made at once and elsewhere after up to a minute,
 * another for each key and location; a key takes one write a second.
 */

const PROPAGATION_MS = 60_000;
const WRITE_INTERVAL_MS = 1_000;
const DEFAULT_CACHE_SECONDS = 60;

interface Version {
  text: string;
  /** The time from which the value is visible, by location. */
  visibleAtMs: number[];
}

interface CachedRead {
  text: string | null;
  untilMs: number;
}

export interface SimulationClock {
  nowMs: number;
  random(): number;
}

export class SimulatedKv {
  private readonly versions = new Map<string, Version[]>();
  private readonly lastWriteMs = new Map<string, number>();
  private caches: Map<string, CachedRead>[];
  private readonly clock: SimulationClock;
  private readonly locations: number;

  constructor(clock: SimulationClock, locations: number) {
    this.clock = clock;
    this.locations = locations;
    this.caches = this.emptyCaches();
  }

  /** Another namespace takes the place of this one: nothing of it is left anywhere. */
  replace(): void {
    this.versions.clear();
    this.lastWriteMs.clear();
    this.caches = this.emptyCaches();
  }

  /** The binding as a location has it. */
  at(location: number): KVNamespace {
    return {
      get: async (keys: string | string[], options: { cacheTtl?: number } = {}) => {
        const read = (key: string) => this.read(location, key, options.cacheTtl ?? DEFAULT_CACHE_SECONDS);
        return Array.isArray(keys) ? new Map(keys.map((key) => [key, read(key)])) : read(keys);
      },
      put: async (key: string, text: string) => this.write(location, key, text),
      list: async () => ({
        keys: [...this.versions.keys()].toSorted().map((name) => ({ name })),
        list_complete: true,
      }),
    } as unknown as KVNamespace;
  }

  private read(location: number, key: string, cacheSeconds: number): string | null {
    const { nowMs } = this.clock;
    const cached = this.caches[location]?.get(key);
    if (cached !== undefined && cached.untilMs > nowMs) return cached.text;
    const visible = this.versions
      .get(key)
      ?.findLast(({ visibleAtMs }) => (visibleAtMs[location] ?? 0) <= nowMs);
    const text = visible?.text ?? null;
    this.caches[location]?.set(key, { text, untilMs: nowMs + 1000 * cacheSeconds });
    return text;
  }

  private write(location: number, key: string, text: string): void {
    const { nowMs } = this.clock;
    if (nowMs < (this.lastWriteMs.get(key) ?? -Infinity) + WRITE_INTERVAL_MS) {
      throw new Error("KV PUT failed: 429 Too Many Requests");
    }
    this.lastWriteMs.set(key, nowMs);
    const visibleAtMs = Array.from({ length: this.locations }, (_, other) =>
      other === location ? nowMs : nowMs + Math.floor(this.clock.random() * PROPAGATION_MS),
    );
    this.versions.set(key, [...(this.versions.get(key) ?? []), { text, visibleAtMs }]);
    this.caches[location]?.delete(key);
  }

  private emptyCaches(): Map<string, CachedRead>[] {
    return Array.from({ length: this.locations }, () => new Map<string, CachedRead>());
  }
}
