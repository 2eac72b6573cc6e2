import { expect, it } from "vitest";
import { PutPace } from "../../../src/storage/projection/projector.ts";

it("allows a put of a key once a second, and of other keys in between", () => {
  const pace = new PutPace();
  expect(pace.admits("a", 1_000)).toBe(true);
  expect(pace.admits("a", 1_999)).toBe(false);
  expect(pace.admits("b", 1_999)).toBe(true);
  expect(pace.admits("a", 2_000)).toBe(true);
  expect(pace.admits("a", 2_999)).toBe(false);
});

it("goes on knowing the keys of the last second when there are many", () => {
  const pace = new PutPace();
  for (let key = 0; key < 6_000; key++) pace.admits(`old-${key}`, key / 100);
  expect(pace.admits("fresh", 5_000)).toBe(true);
  for (let key = 0; key < 6_000; key++) pace.admits(`new-${key}`, 5_500);
  expect(pace.admits("fresh", 5_999)).toBe(false);
});
