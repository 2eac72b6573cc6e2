import { memoizeLast } from "../../src/runtime/memoize-last.ts";
import { describe, expect, it, vi } from "vitest";

describe("memoizeLast", () => {
  it("computes once for the same object, and again for another", () => {
    const compute = vi.fn((key: { value: number }) => ({ doubled: 2 * key.value }));
    const ask = memoizeLast(compute);
    const [one, two] = [{ value: 1 }, { value: 2 }];
    const first = ask(one);
    expect(ask(one)).toBe(first);
    expect([ask(two).doubled, ask(one).doubled]).toEqual([4, 2]);
    expect(compute).toHaveBeenCalledTimes(3);
  });

  it("remembers no call that threw", () => {
    const compute = vi.fn((_: object) => {
      throw new Error("not set up");
    });
    const ask = memoizeLast(compute);
    const key = {};
    expect(() => ask(key)).toThrow("not set up");
    expect(() => ask(key)).toThrow("not set up");
    expect(compute).toHaveBeenCalledTimes(2);
  });
});
