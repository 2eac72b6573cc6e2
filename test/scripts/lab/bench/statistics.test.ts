import { describe, expect, test } from "vitest";
import { meanRatio, median, quartiles } from "../../../../scripts/lab/bench/statistics.ts";

describe("meanRatio", () => {
  test("is the geometric mean: a ratio and its inverse cancel out", () => {
    expect(meanRatio([2, 0.5]).mean).toBeCloseTo(1);
  });

  test("has the interval of Student's t for 99 %, on the logarithms", () => {
    // Eight values: mean 0, standard deviation 0.1, and t of 3.499 for seven degrees of freedom.
    const each = 0.1 * Math.sqrt(7 / 8);
    const { mean, low, high } = meanRatio(
      Array.from({ length: 8 }, (_, at) => Math.exp(at % 2 ? each : -each)),
    );
    expect(mean).toBeCloseTo(1);
    expect(Math.log(high)).toBeCloseTo((3.499 * 0.1) / Math.sqrt(8));
    expect(Math.log(low)).toBeCloseTo(-Math.log(high));
  });

  test("is exact for ratios that do not differ", () => {
    const { mean, low, high } = meanRatio([1.25, 1.25, 1.25]);
    for (const value of [mean, low, high]) expect(value).toBeCloseTo(1.25);
  });

  test("has an interval for more ratios than the table of t holds", () => {
    const { low, high } = meanRatio(Array.from({ length: 62 }, (_, at) => (at % 2 ? 1.1 : 1 / 1.1)));
    expect(low).toBeLessThan(1);
    expect(high).toBeGreaterThan(1);
  });
});

test("the median of an even number of values is the mean of the two middle ones", () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(quartiles([5, 1, 2, 3, 4])).toEqual([2, 4]);
});
