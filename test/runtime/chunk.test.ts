import { describe, expect, it } from "vitest";
import { chunk } from "../../src/runtime/chunk.ts";

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
