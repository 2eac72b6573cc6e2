import { describe, expect, it } from "vitest";
import { indexAt, niceTicks, pickLabels, toPath, xOf, yOf } from "../../src/dashboard/component/scale.ts";

describe("where a chart puts its lines", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [9, [0, 5, 10]],
    [34, [0, 10, 20, 30, 40]],
    [100, [0, 25, 50, 75, 100]],
    [566, [0, 200, 400, 600]],
    [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
  ])("up to %i: round, whole and at most four steps", (most, ticks) => {
    expect(niceTicks(most)).toEqual(ticks);
  });

  it("never cuts a number off, and never uses more steps than it may", () => {
    for (let most = 0; most < 20_000; most = Math.ceil(most * 1.07) + 1) {
      const ticks = niceTicks(most);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }
  });

  it.each([
    [28, 760, 76, [0, 3, 6, 9, 12, 15, 18, 21, 24, 27]],
    [7, 760, 76, [0, 1, 2, 3, 4, 5, 6]],
    [28, 100, 76, [27]],
    [1, 500, 76, [0]],
    [0, 500, 76, []],
  ])(
    "labels of %i points on %i pixels: the last always, and none touches another",
    (count, width, label, all) => {
      expect(pickLabels(count, width, label)).toEqual(all);
    },
  );

  it("finds the point that is nearest to a finger, and stays within the points", () => {
    const plot = { left: 40, top: 10, width: 270, height: 100 };
    for (let index = 0; index < 28; index++) expect(indexAt(xOf(index, 28, plot) + 4, 28, plot)).toBe(index);
    expect([indexAt(-50, 28, plot), indexAt(9_999, 28, plot), indexAt(100, 1, plot)]).toEqual([0, 27, 0]);
    expect([yOf(0, 10, plot), yOf(10, 10, plot)]).toEqual([110, 10]);
    expect(toPath([0, 10], 10, plot)).toBe("M40.0 110.0L310.0 10.0");
    expect([toPath([], 10, plot), toPath([5], 10, plot)]).toEqual(["", "M175.0 60.0"]);
  });
});
