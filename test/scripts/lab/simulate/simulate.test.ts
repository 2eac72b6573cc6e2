import { describe, expect, test } from "vitest";
import { simulate, type HitRates, type Scenario } from "../../../../scripts/lab/simulate/simulate.ts";
import { sumOverAliases } from "../../../../scripts/lab/simulate/zipf.ts";

const SCENARIO: Scenario = {
  aliases: 2_000,
  exponent: 0,
  hosts: 1,
  visitsPerSecond: 100,
  isolates: 1,
  memorySeconds: 10,
  cacheSeconds: 30,
  seed: 1,
  minVisits: 20_000,
};

const inMemory = ({ tiers }: HitRates) => tiers.url + tiers.memory;

/**
 * An entry is fetched by a visit and then answers the visits of its lifetime: of an alias with rate r
 * and lifetime t, rt of 1 + rt visits.
 */
const closedForm = ({ aliases, exponent, visitsPerSecond, memorySeconds }: Scenario) =>
  sumOverAliases({ aliases, exponent }, (share) => {
    const perLifetime = share * visitsPerSecond * memorySeconds;
    return (share * perLifetime) / (1 + perLifetime);
  });

describe("hit rates of one isolate", () => {
  test.each([
    ["aliases that are all alike", {}],
    ["few aliases", { aliases: 50 }],
    ["a longer lifetime", { memorySeconds: 40 }],
    ["popularity by Zipf's law", { exponent: 1 }],
  ])("[21.2] are those of the closed form: %s", async (_, change) => {
    const scenario = { ...SCENARIO, ...change };
    const { warm } = await simulate(scenario);
    expect(Math.abs(inMemory(warm) - closedForm(scenario))).toBeLessThan(0.015);
  });

  test("without any lifetime are nothing, and each visit reads the host and the alias", async () => {
    const { warm } = await simulate({ ...SCENARIO, memorySeconds: 0 });
    expect(inMemory(warm)).toBe(0);
    expect(warm.keys).toBe(2);
  });

  test("while it is cold are lower than when it is warm", async () => {
    const { cold, warm } = await simulate(SCENARIO);
    expect(inMemory(cold)).toBeLessThan(inMemory(warm));
    expect(cold.tiers.central).toBeGreaterThan(warm.tiers.central);
  });
});

describe("several isolates", () => {
  test("find in KV at their location what another has fetched", async () => {
    const { warm: one } = await simulate(SCENARIO);
    const { warm: many } = await simulate({ ...SCENARIO, isolates: 8 });
    expect(inMemory(many)).toBeLessThan(inMemory(one));
    expect(many.tiers.edge).toBeGreaterThan(one.tiers.edge);
    expect(many.tiers.central).toBeCloseTo(one.tiers.central, 1);
  });

  test("[21.2] have every visit in one of the tiers, and the same figures for the same seed", async () => {
    const first = await simulate({ ...SCENARIO, isolates: 3 });
    const { url, memory, edge, central } = first.warm.tiers;
    expect(url + memory + edge + central).toBeCloseTo(1, 6);
    expect(await simulate({ ...SCENARIO, isolates: 3 })).toEqual(first);
    expect(await simulate({ ...SCENARIO, isolates: 3, seed: 2 })).not.toEqual(first);
  });
});
