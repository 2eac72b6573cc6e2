import { describe, expect, test } from "vitest";
import {
  isTrackingName,
  parameterName,
  splitQuery,
  trackingNames,
  withoutTracking,
} from "../../src/domain/query.ts";

describe("parameterName", () => {
  test.each([
    ["a=1", "a"],
    ["a", "a"],
    ["a=", "a"],
    ["=1", ""],
    ["a=b=c", "a"],
    ["%61=1", "a"],
    ["a%3Db=1", "a=b"],
    ["a+b=1", "a b"],
    ["a%20b=1", "a b"],
    ["a%2Bb=1", "a+b"],
    ["caf%C3%A9=1", "café"],
    ["caf%c3%a9=1", "café"],
    ["%=1", "%"],
    ["%zz=1", "%zz"],
    ["100%25=1", "100%"],
  ])("%s has the name %j", (segment, name) => {
    expect(parameterName(segment)).toBe(name);
  });

  test.each([
    ["hex digits of any letter case", "stra%DFe", "stra%dfe"],
    ["an escaped letter beside a byte that is no UTF-8", "%41%FF", "A%FF"],
  ])("compares names percent-decoded: %s", (_, one, other) => {
    expect(parameterName(one)).toBe(parameterName(other));
  });

  test("keeps bytes apart that are no UTF-8", () => {
    expect(parameterName("%FE")).not.toBe(parameterName("%FF"));
  });
});

describe("splitQuery", () => {
  test.each([
    ["", []],
    ["a", ["a"]],
    ["a=1&b=2", ["a=1", "b=2"]],
    ["a&&b", ["a", "", "b"]],
    ["&", ["", ""]],
    ["a;b", ["a;b"]],
  ])("%j has the parameters %j, bytes kept", (query, segments) => {
    expect(splitQuery(query)).toEqual(segments);
    expect(splitQuery(query).join("&")).toBe(query);
  });
});

describe("[2.9] tracking parameters", () => {
  test.each(["utm_source", "utm_medium", "utm_anything", "utm_", "gclid", "fbclid", "msclkid"])(
    "%s is one",
    (name) => {
      expect(isTrackingName(name)).toBe(true);
    },
  );

  test.each(["utm", "utmx", "xutm_source", "gclid2", "ref", "source", ""])("%j is none", (name) => {
    expect(isTrackingName(name)).toBe(false);
  });

  test.each([
    ["are left out", "utm_source=a&x=1&gclid=2&fbclid=3&y=4&msclkid=5", "x=1&y=4"],
    ["leave nothing where there is nothing else", "utm_source=a&utm_medium=b", ""],
    ["are left out in any spelling of their names", "utm%5Fsource=a&x=1&%67clid=2", "x=1"],
    ["are left out without a value", "gclid&x=1&fbclid=", "x=1"],
    ["leave the bytes of the others alone", "x=%7e&&y&gclid=1", "x=%7e&&y"],
  ])("%s", (_, query, rest) => {
    expect(withoutTracking(query)).toBe(rest);
  });

  test("stay where they are asked for by name", () => {
    expect(withoutTracking("utm_source=a&gclid=1", new Set(["utm_source"]))).toBe("utm_source=a");
  });

  test("are found in a query", () => {
    expect(trackingNames("x=1&utm_source=a&utm%5Fmedium=b&gclid")).toEqual(
      new Set(["utm_source", "utm_medium", "gclid"]),
    );
  });
});
