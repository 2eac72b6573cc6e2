import { describe, expect, test } from "vitest";
import { NO_UTM, parseUtmEntry, toUtmParameters, UTM_MEMBERS } from "../../src/domain/utm.ts";

describe("parseUtmEntry", () => {
  test.each([
    ["source=x", ["source", "x"]],
    ["utm_source=x", ["source", "x"]],
    ["utm_medium=x", ["medium", "x"]],
    ["campaign=x", ["campaign", "x"]],
    ["utm_term=x", ["term", "x"]],
    ["content=x", ["content", "x"]],
    ["source=", ["source", ""]],
    ["source", ["source", ""]],
    ["source=a=b&c", ["source", "a=b&c"]],
    ["source= x ", ["source", " x "]],
  ])("%s is accepted", (entry, expected) => {
    expect(parseUtmEntry(entry)).toEqual(expected);
  });

  test.each(["", "=x", "id=1", "utm_id=1", "utm_utm_source=x", "Source=x", "utm_", "constructor=x"])(
    "%j is no member",
    (entry) => {
      expect(parseUtmEntry(entry)).toBeNull();
    },
  );
});

describe("toUtmParameters", () => {
  test("are appended as utm_source, utm_medium, utm_campaign, utm_term, utm_content, in that order", () => {
    const utm = { content: "5", term: "4", campaign: "3", medium: "2", source: "1" };
    expect(toUtmParameters(utm)).toEqual([
      ["utm_source", "1"],
      ["utm_medium", "2"],
      ["utm_campaign", "3"],
      ["utm_term", "4"],
      ["utm_content", "5"],
    ]);
  });

  test("leave out members that are unset", () => {
    expect(toUtmParameters({ ...NO_UTM, term: "t" })).toEqual([["utm_term", "t"]]);
    expect(toUtmParameters(NO_UTM)).toEqual([]);
  });

  test.each([
    ["a b", "a%20b"],
    ["a+b&c=d#e?f/g", "a%2Bb%26c%3Dd%23e%3Ff%2Fg"],
    ["é😀", "%C3%A9%F0%9F%98%80"],
    ["-_.!~*'()", "-_.!~*'()"],
    ["100%", "100%25"],
  ])("are encoded as encodeURIComponent does: %s", (value, encoded) => {
    expect(toUtmParameters({ ...NO_UTM, source: value })).toEqual([["utm_source", encoded]]);
  });
});

test("a record has five members, empty where unset", () => {
  expect(Object.keys(NO_UTM)).toEqual([...UTM_MEMBERS]);
  expect(new Set(Object.values(NO_UTM))).toEqual(new Set([""]));
});
