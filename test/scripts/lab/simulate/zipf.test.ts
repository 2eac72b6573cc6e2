import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../../scripts/lab/simulate/random.ts";
import {
  expectAliases,
  expectHosts,
  sumOverAliases,
  zipfSampler,
  type Popularity,
} from "../../../../scripts/lab/simulate/zipf.ts";

/** Shares by rank, summed up without any short cut. */
function exactShares({ aliases, exponent }: Popularity): number[] {
  const weights = Array.from({ length: aliases }, (_, index) => (index + 1) ** -exponent);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

describe("the sampler", () => {
  const DRAWS = 200_000;

  test.each([0, 0.5, 0.8, 1, 1.2, 2.5])(
    "[21.2] draws ranks by Zipf's law with an exponent of %d",
    (exponent) => {
      const popularity = { aliases: 50, exponent };
      const draw = zipfSampler(popularity, seededRandom(1));
      const drawn = Array.from({ length: 50 }, () => 0);
      for (let time = 0; time < DRAWS; time++) drawn[draw() - 1]! += 1;
      // Chi-squared: with 49 degrees of freedom, one honest sampler in a thousand exceeds 85.4.
      const deviation = exactShares(popularity).reduce(
        (sum, share, index) => sum + (drawn[index]! - share * DRAWS) ** 2 / (share * DRAWS),
        0,
      );
      expect(deviation).toBeLessThan(85.4);
    },
  );

  test("stays within the ranks, however many there are", () => {
    for (const random of [() => 0, () => 1 - Number.EPSILON]) {
      const rank = zipfSampler({ aliases: 100_000_000, exponent: 1 }, random)();
      expect([1, 100_000_000]).toContain(rank);
    }
    expect(zipfSampler({ aliases: 1, exponent: 1 }, seededRandom(1))()).toBe(1);
  });

  test("draws the same for the same seed, and otherwise for another", () => {
    const draws = (seed: number) => {
      const draw = zipfSampler({ aliases: 1_000_000, exponent: 1 }, seededRandom(seed));
      return Array.from({ length: 20 }, draw);
    };
    expect(draws(7)).toEqual(draws(7));
    expect(draws(7)).not.toEqual(draws(8));
  });
});

describe("sums over aliases", () => {
  test.each([0, 0.8, 1, 1.2])("are exact to a millionth though taken in blocks, exponent %d", (exponent) => {
    const popularity = { aliases: 300_000, exponent };
    const exact = exactShares(popularity).reduce((sum, share) => sum + share / (1 + 1000 * share), 0);
    const summed = sumOverAliases(popularity, (share) => share / (1 + 1000 * share));
    expect(summed / exact).toBeCloseTo(1, 6);
  });
});

describe("how many are different", () => {
  test.each([
    ["one visit is of one alias", { aliases: 1000, exponent: 1 }, 1, 1],
    ["two visits of two aliases that are alike are of one and a half", { aliases: 2, exponent: 0 }, 2, 1.5],
    ["in the end all are visited", { aliases: 100, exponent: 1 }, 1e6, 100],
  ])("%s", (_, popularity, visits, expected) => {
    expect(expectAliases(popularity, visits)).toBeCloseTo(expected, 6);
  });

  test("hosts are as many as draws find, each with aliases in turn", () => {
    const popularity = { aliases: 10_000, exponent: 1 };
    const draw = zipfSampler(popularity, seededRandom(3));
    const found = Array.from({ length: 200 }, () => {
      const hosts = new Set<number>();
      for (let visit = 0; visit < 300; visit++) hosts.add(draw() % 100);
      return hosts.size;
    });
    const mean = found.reduce((sum, count) => sum + count, 0) / found.length;
    expect(Math.abs(expectHosts(popularity, 100, 300) - mean)).toBeLessThan(1);
  });
});
