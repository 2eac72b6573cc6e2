import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toCsv } from "../../src/domain/csv.ts";
import type { LinkRecord, Stats } from "../../src/dashboard/api/types.ts";
import {
  filterOf,
  labelOf,
  readValue,
  shareEach,
  toCsvName,
  toKindRows,
  toPeriodRows,
  toSeriesRows,
  toStepRows,
  toSteps,
} from "../../src/dashboard/screen/insights/breakdowns.ts";
import { loadTexts, speak, t } from "../../src/dashboard/text/text.ts";
import { readPeriod, toStatsQuery } from "../../src/dashboard/screen/insights/period.ts";
import { selectRange, toggleRow } from "../../src/dashboard/screen/records/record-pages.ts";

const NOW = Date.parse("2026-11-22T23:30:00Z");

describe("the period of an address", () => {
  it.each<[Record<string, string>, [string, string, string]]>([
    [{}, ["2026-10-26T00:00:00Z", "2026-11-23T00:00:00.000Z", "day"]],
    [{ range: "7", by: "hour" }, ["2026-11-16T00:00:00Z", "2026-11-23T00:00:00.000Z", "hour"]],
    // Hours are kept for two weeks.
    [{ range: "28", by: "hour" }, ["2026-10-26T00:00:00Z", "2026-11-23T00:00:00.000Z", "day"]],
    [{ range: "90", by: "week" }, ["2026-08-25T00:00:00Z", "2026-11-23T00:00:00.000Z", "week"]],
    [
      { range: "own", from: "2026-01-01", to: "2026-01-31" },
      ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00.000Z", "day"],
    ],
    [
      { range: "own", from: "2026-01-01", to: "2026-06-30" },
      ["2026-01-01T00:00:00Z", "2026-07-01T00:00:00.000Z", "week"],
    ],
    [
      { range: "own", from: "x", to: "2026-13-40" },
      ["2026-10-26T00:00:00Z", "2026-11-23T00:00:00.000Z", "day"],
    ],
    [{ range: "1e9", by: "year" }, ["2026-10-26T00:00:00Z", "2026-11-23T00:00:00.000Z", "day"]],
  ])("%j", (values, [from, to, interval]) => {
    expect(toStatsQuery(readPeriod(values, NOW))).toEqual({ from, to, interval });
  });

  it("offers no weeks for less than one, and says what is chosen", () => {
    const short = readPeriod({ range: "own", from: "2026-11-20", to: "2026-11-22", by: "week" }, NOW);
    expect(short).toMatchObject({ range: "own", interval: "day", intervals: ["hour", "day"] });
  });
});

function statsOf(breakdowns: object, rest: object = {}): Stats {
  const series = ["2026-11-09", "2026-11-16"].map((day) => ({ at: `${day}T00:00:00Z`, clicks: 5, bots: 1 }));
  return {
    from: "2026-11-09T00:00:00Z",
    to: "2026-11-23T00:00:00Z",
    interval: "week",
    clicks: 10,
    bots: 2,
    series,
    breakdowns: { destinations: [], ...breakdowns },
    rest,
  } as unknown as Stats;
}

describe("the files of statistics", () => {
  const stats = statsOf(
    { countries: [{ value: "DE", clicks: 7 }], tags: [{ value: "=cmd", clicks: 2 }] },
    { countries: 3 },
  );

  it("name what has no name of its own, and the weeks that they are of", () => {
    expect(toKindRows(stats, "countries", new Map())).toEqual([
      ["DE", 7],
      ["(rest)", 3],
    ]);
    expect(toStepRows(stats, new Map())[0]).toEqual(["2026-11-09", "2026-11-23", "all", "", 10]);
    expect(toStepRows(stats, new Map())).toContainEqual([
      "2026-11-09",
      "2026-11-23",
      "countries",
      "(rest)",
      3,
    ]);
    expect(toCsv(toStepRows(stats, new Map()))).toContain("2026-11-09,2026-11-23,tags,'=cmd,2\r\n");
  });

  it("[32.24] name records by their address and nothing by its words", () => {
    const clicked = statsOf({
      records: [
        { value: "id-1", clicks: 3 },
        { value: "id-2", clicks: 2 },
      ],
      referrers: [{ value: "", clicks: 5 }],
    });
    const names = new Map([["id-1", "https://go.example/ab"]]);
    expect(toPeriodRows(clicked, names).slice(1)).toEqual([
      ["series", "2026-11-09", 5, 1],
      ["series", "2026-11-16", 5, 1],
      ["records", "https://go.example/ab", 3, ""],
      ["records", t("value.unknown.records"), 2, ""],
      ["referrers", t("value.direct"), 5, ""],
    ]);
    expect(toStepRows(clicked, names)[2]).toEqual([
      "2026-11-09",
      "2026-11-23",
      "records",
      "https://go.example/ab",
      3,
    ]);
  });

  it("[32.24] have the clicks of each day, and the hour where hours are shown", () => {
    expect(toSeriesRows(stats, { hasBots: true })).toEqual([
      ["date", "clicks", "bots"],
      ["2026-11-09", 5, 1],
      ["2026-11-16", 5, 1],
    ]);
    const at = "2026-11-09T13:00:00Z";
    const hour = { interval: "hour" as const, series: [{ at, clicks: 2, bots: 0 }] };
    expect(toSeriesRows(hour, { hasBots: false })).toEqual([
      ["date", "clicks"],
      [at, 2],
    ]);
  });

  it.each([
    ["go.example", "clicks_go.example_2026-11-09_2026-11-22.csv"],
    ["", "clicks_2026-11-09_2026-11-22.csv"],
    ["go.localhost:8/a b/ü", "clicks_go.localhost-8-a-b-ü_2026-11-09_2026-11-22.csv"],
  ])("[32.24] are named by what they are of and both days: %s", (subject, name) => {
    expect(toCsvName("clicks", subject, stats)).toBe(name);
  });

  it("ask for each week up to the next, and for the last up to the end", () => {
    expect(toSteps(stats)).toEqual([
      { from: "2026-11-09T00:00:00Z", to: "2026-11-16T00:00:00Z" },
      { from: "2026-11-16T00:00:00Z", to: "2026-11-23T00:00:00Z" },
    ]);
  });
});

it("[32.25] shares the clicks of the record's destinations, and says nothing without clicks", () => {
  const destinations = [
    { value: "https://b", clicks: 30 },
    { value: "https://a", clicks: 10 },
    { value: "https://old", clicks: 99 },
  ];
  const stats = statsOf({ destinations });
  const sharesOf = (urls: string[]) => shareEach(stats, urls).map(({ url, share }) => [url, share]);
  expect(sharesOf(["https://a", "https://b", "https://c"])).toEqual([
    ["https://a", 0.25],
    ["https://b", 0.75],
    ["https://c", 0],
  ]);
  expect(sharesOf(["https://c", "https://d"])).toEqual([]);
});

it("filters by what the API filters by, and by nothing that only looks like it", () => {
  expect(filterOf("hosts", "go.example")).toEqual({ host: "go.example" });
  expect(filterOf("tags", "spring")).toEqual({ tags: "spring" });
  expect(filterOf("destinations", "https://a")).toEqual({ destination: "https://a" });
  expect(filterOf("countries", "FR")).toEqual({ value: "countries:FR" });
  expect(filterOf("referrers", "")).toEqual({ value: "referrers:" });
  for (const [kind, value] of [
    ["destinations", "(other)"],
    ["countries", "(other)"],
    ["tags", ""],
    ["records", "0198c0de"],
  ] as const) {
    expect(filterOf(kind, value)).toBeNull();
  }
});

it("[32.47] reads a value of the address, and none of what the API does not narrow by", () => {
  expect(readValue({ value: "destinations:https://a" })).toEqual({
    kind: "destinations",
    value: "https://a",
  });
  for (const value of ["", "DE", "hosts:go.example", "cities:Berlin"])
    expect(readValue({ value })).toBeNull();
  // Of one value only days are kept.
  expect(readPeriod({ range: "7", by: "hour", value: "countries:DE" }, NOW).interval).toBe("day");
});

it("selects the rows between two, either way, and none that is not loaded", () => {
  const rows = ["a", "b", "c", undefined, "e"];
  const pages = { rowAt: (index: number) => rows[index] && ({ id: rows[index] } as LinkRecord) } as never;
  const first = toggleRow(new Map(), { id: "e" });
  expect([...selectRange(first, pages, 4, 1).keys()]).toEqual(["e", "b", "c"]);
  expect([...selectRange(new Map(), pages, 0, 2).keys()]).toEqual(["a", "b", "c"]);
  expect([...toggleRow(first, { id: "e" } as LinkRecord).keys()]).toEqual([]);
});

describe("the name of a value", () => {
  beforeEach(() => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    return loadTexts("field");
  });
  afterEach(() => speak("en"));

  it("[32.24] is that of the language of the screen, and the code only where it has none", async () => {
    const labels = () => [
      labelOf("countries", "DE"),
      labelOf("languages", "pt-BR"),
      labelOf("languages", "!"),
      labelOf("countries", ""),
      labelOf("os", "macos"),
    ];
    expect(labels()).toEqual(["Germany", "Brazilian Portuguese", "!", "unknown", "macOS"]);
    await speak("de");
    expect(labels()[0]).toBe("Deutschland");
  });
});
