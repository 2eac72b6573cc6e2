import { expect, it } from "vitest";
import { replaceNamed } from "../../src/dashboard/screen/settings/named.ts";

const list = ["a", "b", "c"].map((name) => ({ name }));

it.each([
  ["a new one", "", "d", "a b c D"],
  ["a new one of a taken name", "", "b", "a B c"],
  ["a renamed one", "b", "d", "a D c"],
  ["one renamed to a taken name before it", "c", "a", "b A"],
  ["one renamed to a taken name after it", "a", "c", "C b"],
  ["a removed one", "b", null, "a c"],
  ["one that somebody has removed meanwhile", "gone", "gone", "a b c GONE"],
])("[16.6] puts %s into the list", (_, was, name, expected) => {
  const item = name === null ? null : { name, isNew: true };
  const shown = replaceNamed(list, was, item).map((one) =>
    "isNew" in one ? one.name.toUpperCase() : one.name,
  );
  expect(shown.join(" ")).toBe(expected);
});
