import { describe, expect, test } from "vitest";
import { changeDestination } from "../../src/domain/destination-change.ts";

describe("destination_find and destination_replace", () => {
  test.each([
    [
      "replace what was found",
      "https://old.example/a",
      "old.example",
      "new.example",
      "https://new.example/a",
    ],
    ["replace every occurrence", "https://h/a/a?a", "a", "b", "https://h/b/b?b"],
    ["are literal, not an expression", "https://h/a.b/axb", "a.b", "c", "https://h/c/axb"],
    ["put in literally what stands for a match elsewhere", "https://h/a", "a", "$&$1$$", "https://h/$&$1$$"],
    ["remove where there is nothing to put in", "https://h/a/b", "/b", undefined, "https://h/a"],
    ["compare with letter case", "https://h/A", "a", "b", "https://h/A"],
    ["find nothing in an empty text", "https://h/a", "", "b", "https://h/a"],
  ])("%s", (_, url, find, replace, expected) => {
    expect(changeDestination(url, { find, ...(replace !== undefined && { replace }) })).toBe(expected);
  });
});

const change = (set: Record<string, string>, remove: string[] = []) => ({ params: { set, remove } });

describe("destination_params", () => {
  test.each([
    ["are set on a destination without a query", "https://h/a#f", change({ x: "1" }), "https://h/a?x=1#f"],
    ["are set on a bare host", "https://h", change({ x: "1" }), "https://h?x=1"],
    [
      "are set behind the others, which keep their bytes",
      "https://h/?a=%7e&b",
      change({ x: "1" }),
      "https://h/?a=%7e&b&x=1",
    ],
    [
      "are set where the name stood first, once",
      "https://h/?x=1&a&x=2",
      change({ x: "3" }),
      "https://h/?x=3&a",
    ],
    [
      "are set in place of another spelling of the name",
      "https://h/?%78=1",
      change({ x: "2" }),
      "https://h/?x=2",
    ],
    ["are encoded", "https://h/", change({ "a b": "c&d=é" }), "https://h/?a%20b=c%26d%3D%C3%A9"],
    ["are removed, all of a name", "https://h/?x=1&a&x=2", change({}, ["x"]), "https://h/?a"],
    ["are removed in any spelling of the name", "https://h/?%78=1&a", change({}, ["x"]), "https://h/?a"],
    ["leave no question mark behind", "https://h/?x=1#f", change({}, ["x"]), "https://h/#f"],
    ["leave a destination alone that has none of them", "https://h/?#f", change({}, ["x"]), "https://h/?#f"],
    [
      "may have names of JavaScript's",
      "https://h/?constructor=1",
      change({ toString: "2" }),
      "https://h/?constructor=1&toString=2",
    ],
  ])("%s", (_, url, params, expected) => {
    expect(changeDestination(url, params)).toBe(expected);
  });

  test("change what find and replace left", () => {
    const both = { find: "a=1", replace: "b=1", ...change({ b: "2" }) };
    expect(changeDestination("https://h/?a=1", both)).toBe("https://h/?b=2");
  });
});

test("no change keeps every byte", () => {
  expect(changeDestination("HTTPS://H:443?&&a=%7e#", {})).toBe("HTTPS://H:443?&&a=%7e#");
});
