import { describe, expect, it } from "vitest";
import {
  addHour,
  addSheet,
  addValue,
  addWithinLimits,
  emptySheet,
  fromSheetJson,
  MAX_SHEET_BYTES,
  MAX_VALUES,
  NO_HOUR,
  OTHER,
  toSheetJson,
  totalOf,
  type Sheet,
} from "../../src/clicks/sheet.ts";

function sheetOf(values: Record<string, [value: string, clicks: number][]>): Sheet {
  const sheet = emptySheet();
  for (const [dimension, entries] of Object.entries(values)) {
    for (const [value, clicks] of entries) addValue(sheet, dimension, value, clicks);
  }
  return sheet;
}

const bytesOf = (sheet: Sheet) => new TextEncoder().encode(JSON.stringify(toSheetJson(sheet))).length;
const sumOf = (sheet: Sheet, dimension: string) =>
  [...(sheet.values.get(dimension)?.values() ?? [])].reduce((sum, clicks) => sum + clicks, 0);
const names = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index): [string, number] => [of(index), 1]);

describe("a sheet", () => {
  it("is the same after it was stored", () => {
    const sheet = sheetOf({ country: [["DE", 2]], campaign: [["__proto__", 1]], later: [["x", 3]] });
    addHour(sheet, 0, [1, 2]);
    addHour(sheet, NO_HOUR, [3, 4]);
    const stored = fromSheetJson(JSON.parse(JSON.stringify(toSheetJson(sheet))));
    expect(stored).toEqual(sheet);
    expect(totalOf(stored)).toEqual({ clicks: 4, bots: 6 });
  });

  it("adds up hours and values, including values of dimensions that a later release adds", () => {
    const sum = sheetOf({ country: [["DE", 2]] });
    addHour(sum, 3, [2, 0]);
    const added = sheetOf({
      country: [
        ["DE", 1],
        ["FR", 1],
      ],
      later: [["x", 1]],
    });
    addHour(added, 3, [1, 5]);
    addHour(added, 4, [1, 0]);
    addSheet(sum, added);
    expect(toSheetJson(sum)).toEqual({
      h: { 3: [3, 5], 4: [1, 0] },
      v: { country: { DE: 3, FR: 1 }, later: { x: 1 } },
    });
  });
});

describe("[8.10] the sheet of a day", () => {
  it("keeps 200 values of a dimension: those it has, then the largest, then the first in their order", () => {
    const sheet = sheetOf({ referrer: names(199, (index) => `known-${index}`) });
    addWithinLimits(
      sheet,
      sheetOf({
        referrer: [
          ["b", 1],
          ["c", 3],
          ["a", 3],
          ["known-7", 5],
        ],
      }),
    );
    const referrers = sheet.values.get("referrer");
    expect(referrers?.size).toBe(MAX_VALUES + 1);
    expect([referrers?.get("a"), referrers?.get("known-7"), referrers?.get(OTHER)]).toEqual([3, 6, 4]);
  });

  it("has room for 200 values in addition to the sum of all others", () => {
    const sheet = sheetOf({ referrer: [...names(199, String), [OTHER, 9]] });
    addWithinLimits(
      sheet,
      sheetOf({
        referrer: [
          [OTHER, 1],
          ["last", 1],
        ],
      }),
    );
    expect(sheet.values.get("referrer")?.get("last")).toBe(1);
    expect(sheet.values.get("referrer")?.get(OTHER)).toBe(10);
  });

  it.each<[string, (index: number) => string]>([
    ["long", (index) => `${index}${"x".repeat(250)}`],
    ["not ASCII", (index) => `${index}${"ペ".repeat(100)}`],
    ["escaped in JSON", (index) => `${index}${'"'.repeat(200)}`],
  ])("has at most 64 kB though its values are %s, and loses no click", (_, of) => {
    const sheet = emptySheet();
    const dimensions = ["destination", "country", "referrer", "campaign", "language", "rule"];
    for (let round = 0; round < 3; round++) {
      const added = sheetOf(
        Object.fromEntries(dimensions.map((name) => [name, names(200, (index) => of(round * 100 + index))])),
      );
      for (let hour = 0; hour <= NO_HOUR; hour++) addHour(added, hour, [123_456_789, 123_456_789]);
      addWithinLimits(sheet, added);
      expect(bytesOf(sheet)).toBeLessThanOrEqual(MAX_SHEET_BYTES);
    }
    for (const dimension of dimensions) expect(sumOf(sheet, dimension)).toBe(600);
  });

  it("has room for 20 destinations of 2,048 characters, and others beside them", () => {
    const sheet = emptySheet();
    const urls = names(20, (index) => `https://example.com/${String(index).padStart(2028, "x")}`);
    addWithinLimits(sheet, sheetOf({ destination: urls, country: [["DE", 20]] }));
    expect(sheet.values.get("destination")?.size).toBe(20);
    expect(sheet.values.get("country")?.get("DE")).toBe(20);
    addWithinLimits(sheet, sheetOf({ referrer: names(200, (index) => `site-${index}.example`) }));
    expect(sheet.values.get("referrer")?.size).toBe(200);
  });
});
