import { expect, it } from "vitest";
import { judgeShares, shareOf } from "../../src/dashboard/screen/insights/interval.ts";

const percent = (share: number) => Math.round(share * 1000) / 10;

/** Values of the table in Wilson's paper and its successors, in percent. */
it.each([
  [0, 0, 0, 0, 100],
  [0, 10, 0, 0, 27.8],
  [10, 10, 100, 72.2, 100],
  [1, 10, 10, 1.8, 40.4],
  [5, 10, 50, 23.7, 76.3],
  [50, 100, 50, 40.4, 59.6],
  [30, 1000, 3, 2.1, 4.3],
  [500_000, 1_000_000, 50, 49.9, 50.1],
])("[32.25] %i of %i is %d percent, from %d to %d", (part, whole, share, low, high) => {
  const counted = shareOf(part, whole);
  expect([counted.share, counted.low, counted.high].map(percent)).toEqual([share, low, high]);
});

it.each([
  [
    "few",
    [
      [5, 10],
      [5, 10],
    ],
  ],
  ["few", [[1, 1]]],
  ["few", []],
  [
    "overlap",
    [
      [525, 1000],
      [475, 1000],
    ],
  ],
  [
    "apart",
    [
      [600, 1000],
      [400, 1000],
    ],
  ],
  [
    "overlap",
    [
      [400, 1000],
      [390, 1000],
      [210, 1000],
    ],
  ],
  [
    "apart",
    [
      [100, 1000],
      [500, 1000],
      [400, 1000],
    ],
  ],
  [
    "overlap",
    [
      [3, 1000],
      [5, 1000],
    ],
  ],
  [
    // Wide intervals that do not overlap.
    "apart",
    [
      [49, 68],
      [19, 68],
    ],
  ],
] as const)("[32.25] judges %s", (verdict, counts) => {
  expect(judgeShares(counts.map(([part, whole]) => shareOf(part, whole)))).toBe(verdict);
});
