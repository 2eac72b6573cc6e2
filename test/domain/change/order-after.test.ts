import { expect, it } from "vitest";
import { orderAfter } from "../../../src/domain/change/order-after.ts";

const LENGTH = 200_000;

it.each<[string, Record<number, number[]>, number[]]>([
  ["keeps what needs nothing", { 1: [], 3: [] }, [1, 3]],
  ["places each behind those that it needs", { 1: [2, 3], 2: [3], 3: [] }, [3, 2, 1]],
  ["places what many need once", { 1: [4], 2: [4], 3: [4], 4: [] }, [4, 1, 2, 3]],
  ["leaves out what is not to be ordered", { 1: [9] }, [1]],
  ["ends where some need each other", { 1: [2], 2: [1], 3: [1] }, [2, 1, 3]],
])("[28.19] %s", (_, needs, ordered) => {
  expect(orderAfter(new Map(Object.entries(needs).map(([key, list]) => [Number(key), list])))).toEqual(
    ordered,
  );
});

it("[28.19] orders a chain of 200,000", () => {
  const needs = new Map(Array.from({ length: LENGTH }, (_, item) => [item, [item + 1]]));
  const ordered = orderAfter(needs);
  expect([ordered.length, ordered[0], ordered.at(-1)]).toEqual([LENGTH, LENGTH - 1, 0]);
});
