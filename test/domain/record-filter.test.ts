import { describe, expect, test } from "vitest";
import { formatSort, isEmptyFilter, NEWEST_FIRST, parseSort } from "../../src/domain/record-filter.ts";
import { hostname } from "../support/hostname.ts";

describe("sort", () => {
  test.each(["id", "created_at", "updated_at", "total_clicks"] as const)("%s sorts either way", (field) => {
    expect(parseSort(field)).toEqual({ field, isDescending: false });
    expect(parseSort(`-${field}`)).toEqual({ field, isDescending: true });
    expect(formatSort({ field, isDescending: false })).toBe(field);
    expect(formatSort({ field, isDescending: true })).toBe(`-${field}`);
  });

  test.each(["", "-", "--id", "+id", "ID", "title", " id", "constructor"])("%j is refused", (text) => {
    expect(parseSort(text)).toBeNull();
  });

  test("the default is -id, the newest first", () => {
    expect(formatSort(NEWEST_FIRST)).toBe("-id");
  });
});

describe("a filter", () => {
  test("carries no value where only the endpoint limits it", () => {
    expect(isEmptyFilter({})).toBe(true);
    expect(isEmptyFilter({ runtime: "link" })).toBe(true);
  });

  test.each([
    ["a host", { host: hostname("go.example") }],
    ["ids", { ids: ["1"] }],
    ["a state that is false", { dnsCorrect: false }],
    ["a path that no source can have", { source: null }],
    ["a moment at the epoch", { createdAfterMs: 0 }],
  ])("carries a value with %s", (_, filter) => {
    expect(isEmptyFilter(filter)).toBe(false);
  });
});
