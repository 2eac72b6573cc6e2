import { Isolate, type Tier } from "./isolate.ts";
import { Location, urlOf } from "./location.ts";
import { seededRandom } from "./random.ts";
import { zipfSampler, type Popularity } from "./zipf.ts";

/**
 * Simulates one location, which represents all, because locations share only the central stores. It gets its part of
 * the visits, distributed at random over its isolates, each with an alias drawn by popularity.
 */
export interface Scenario extends Popularity {
  hosts: number;
  /** A second, at this location. */
  visitsPerSecond: number;
  isolates: number;
  memorySeconds: number;
  cacheSeconds: number;
  seed: number;
  /** That the warm figures are made of at least. */
  minVisits: number;
}

export interface HitRates {
  visits: number;
  /** Shares of the visits; they add up to one. */
  tiers: Record<Tier, number>;
  /** KV keys read for each visit: the billed quantity. */
  keys: number;
}

export interface Outcome {
  /** While memories fill for the first time, from nothing known anywhere. */
  cold: HitRates;
  /** The time after which every cache has been replaced twice. */
  warm: HitRates;
}

/** Lifetimes of the longer-lived cache that pass before the warm figures, and at least while they are taken. */
const TURNS = 2;

export async function simulate(scenario: Scenario): Promise<Outcome> {
  const { visitsPerSecond, memorySeconds, cacheSeconds, hosts } = scenario;
  const random = seededRandom(scenario.seed);
  const draw = zipfSampler(scenario, random);
  const location = new Location(1000 * cacheSeconds);
  const isolates = Array.from(
    { length: scenario.isolates },
    () => new Isolate(location, 1000 * memorySeconds),
  );
  // Even gaps: that each alias is drawn by chance makes its own visits as irregular as they are.
  const gapMs = 1000 / visitsPerSecond;
  let visits = 0;
  const run = async (count: number): Promise<HitRates> => {
    const tiers: Record<Tier, number> = { url: 0, memory: 0, edge: 0, central: 0 };
    const readBefore = location.reads;
    for (let index = 0; index < count; index++) {
      const isolate = isolates[Math.floor(random() * isolates.length)];
      if (isolate === undefined) throw new Error("there is no isolate");
      tiers[await isolate.visit(urlOf(draw(), hosts), visits++ * gapMs)] += 1 / count;
    }
    return { visits: count, tiers, keys: (location.reads - readBefore) / count };
  };
  const turn = Math.ceil(Math.max(memorySeconds, cacheSeconds) * visitsPerSecond);
  const cold = await run(Math.max(1, Math.round(memorySeconds * visitsPerSecond)));
  await run(TURNS * turn);
  return { cold, warm: await run(Math.max(TURNS * turn, scenario.minVisits)) };
}
