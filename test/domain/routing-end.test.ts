import { expect, it } from "vitest";
import { followDestinations } from "../../src/domain/routing-end.ts";

const END = { atMs: 1, destination: "b" };

it.each([
  ["in its place, it stays", ["a", "b"], ["a", "b"], "b"],
  ["in another place, it stays", ["a", "b"], ["b", "c"], "b"],
  ["replaced in its place, the new one stays", ["a", "b"], ["a", "c"], "c"],
  ["removed, it is still named", ["a", "b", "c"], ["a", "c"], "b"],
  ["replaced by one that was there, it is still named", ["a", "b", "c"], ["d", "a", "c"], "b"],
])("[6.8] %s", (_, before, after, lasting) => {
  expect(followDestinations(END, before, after)).toEqual({ atMs: 1, destination: lasting });
});

it("[6.8] an end whose destination is not there goes with the next write", () => {
  expect(followDestinations(END, ["a", "c"], ["a", "c"])).toBeNull();
});

it("[6.8] the end goes with the last destination", () => {
  expect(followDestinations(END, ["a", "b"], [])).toBeNull();
});
