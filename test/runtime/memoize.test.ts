import { expect, test, vi } from "vitest";
import { memoize } from "../../src/runtime/memoize.ts";

const LONGEST = 200;
const MOST = 1_000;

const lengthOf = () => vi.fn((text: string) => text.length);

test("what was asked before is not computed again", () => {
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
