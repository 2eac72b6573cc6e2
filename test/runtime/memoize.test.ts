import { memoize, memoizeLast } from "../../src/runtime/memoize.ts";
import { describe, expect, it, test, vi } from "vitest";

const LONGEST = 200;
const MOST = 1_000;

const lengthOf = () => vi.fn((text: string) => text.length);

test("a known argument is not computed again", () => {
  const compute = lengthOf();
  const ask = memoize(compute);
  expect(["a", "bb", "a", "", "bb", ""].map(ask)).toEqual([1, 2, 1, 0, 2, 0]);
  expect(compute.mock.calls.flat()).toEqual(["a", "bb", ""]);
});

test("long texts are answered and not kept", () => {
  const compute = lengthOf();
  const ask = memoize(compute);
  const [longest, longer] = ["x".repeat(LONGEST), "x".repeat(LONGEST + 1)];
  for (const text of [longest, longest, longer, longer]) expect(ask(text)).toBe(text.length);
  expect(compute).toHaveBeenCalledTimes(3);
});

test("no more than a thousand are kept", () => {
  const compute = lengthOf();
  const ask = memoize(compute);
  for (let index = 0; index < MOST; index++) ask(`${index}`);
  ask("0");
  expect(compute).toHaveBeenCalledTimes(MOST);
  ask("one more");
  ask("0");
  expect(compute).toHaveBeenCalledTimes(MOST + 2);
});

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
