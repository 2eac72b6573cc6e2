import { describe, expect, it } from "vitest";
import { chunk, chunkBySize } from "../../src/runtime/chunk.ts";

describe("chunk", () => {
  it.each([
    [[], 2, []],
    [[1], 2, [[1]]],
    [[1, 2], 2, [[1, 2]]],
    [[1, 2, 3, 4, 5], 2, [[1, 2], [3, 4], [5]]],
  ])("splits %j by %i into %j", (items, size, groups) => {
    expect(chunk(items, size)).toEqual(groups);
  });
});

describe("chunkBySize", () => {
  it.each([
    [[], []],
    [
      [3, 3, 4, 1],
      [[3, 3, 4], [1]],
    ],
    [
      [11, 0, 1],
      [[11], [0, 1]],
    ],
    [
      [1, 1, 1, 1, 1],
      [[1, 1, 1, 1], [1]],
    ],
  ])("splits %j into groups of at most ten and four items: %j", (items, groups) => {
    expect(chunkBySize(items, (item) => item, 10, 4)).toEqual(groups);
  });
});
