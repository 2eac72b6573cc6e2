import { expect, test, vi } from "vitest";
import { memoizeText } from "../../src/domain/memoize-text.ts";

const LONGEST = 200;
const MOST = 1_000;

const lengthOf = () => vi.fn((text: string) => text.length);

test("a known argument is not computed again", () => {
  const compute = lengthOf();
  const ask = memoizeText(compute);
  expect(["a", "bb", "a", "", "bb", ""].map(ask)).toEqual([1, 2, 1, 0, 2, 0]);
  expect(compute.mock.calls.flat()).toEqual(["a", "bb", ""]);
});

test("long texts are answered and not kept", () => {
  const compute = lengthOf();
  const ask = memoizeText(compute);
  const [longest, longer] = ["x".repeat(LONGEST), "x".repeat(LONGEST + 1)];
  for (const text of [longest, longest, longer, longer]) expect(ask(text)).toBe(text.length);
  expect(compute).toHaveBeenCalledTimes(3);
});

test("no more than a thousand are kept", () => {
  const compute = lengthOf();
  const ask = memoizeText(compute);
  for (let index = 0; index < MOST; index++) ask(`${index}`);
  ask("0");
  expect(compute).toHaveBeenCalledTimes(MOST);
  ask("one more");
  ask("0");
  expect(compute).toHaveBeenCalledTimes(MOST + 2);
});

test("the longest text that is kept may be another", () => {
  const compute = lengthOf();
  const ask = memoizeText(compute, 3);
  for (const text of ["xxx", "xxx", "xxxx", "xxxx"]) expect(ask(text)).toBe(text.length);
  expect(compute).toHaveBeenCalledTimes(3);
});
