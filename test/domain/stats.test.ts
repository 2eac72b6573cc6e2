import { said } from "../support/said.ts";
import { describe, expect, test } from "vitest";
import {
  firstDayKept,
  firstHourKept,
  toSeries,
  toStatsRange,
  type Interval,
} from "../../src/domain/stats.ts";
import { startOfDay, startOfHour } from "../../src/domain/calendar.ts";

/** A Saturday. */
const NOW = "2026-01-31T12:34:56.789Z";

interface Given {
  interval: Interval;
  from?: string;
  to?: string;
}

function rangeOf({ interval, from, to }: Given, now = NOW) {
  return toStatsRange(
    {
      interval,
      ...(from !== undefined && { fromMs: Date.parse(from) }),
      ...(to !== undefined && { toMs: Date.parse(to) }),
    },
    Date.parse(now),
  );
}

const midnight = (day: string) => `${day}T00:00:00.000Z`;

describe("a range is made of whole intervals in UTC", () => {
  test.each<[string, Given, string, string]>([
    [
      "24 hours by default, this one included",
      { interval: "hour" },
      "2026-01-30T13:00:00.000Z",
      "2026-01-31T13:00:00.000Z",
    ],
    [
      "28 days by default, today included",
      { interval: "day" },
      midnight("2026-01-04"),
      midnight("2026-02-01"),
    ],
    [
      "12 ISO weeks by default, this one included",
      { interval: "week" },
      midnight("2025-11-10"),
      midnight("2026-02-02"),
    ],
    [
      "hours round outwards",
      { interval: "hour", from: "2026-01-31T09:59:59.999Z", to: "2026-01-31T11:00:00.001Z" },
      "2026-01-31T09:00:00.000Z",
      "2026-01-31T12:00:00.000Z",
    ],
    [
      "days round outwards",
      { interval: "day", from: "2026-01-10T23:59:59.999Z", to: "2026-01-12T00:00:00.001Z" },
      midnight("2026-01-10"),
      midnight("2026-01-13"),
    ],
    [
      "weeks round outwards, from Sunday back to Monday",
      { interval: "week", from: "2026-01-11T23:59:59.999Z", to: "2026-01-19T00:00:00.001Z" },
      midnight("2026-01-05"),
      midnight("2026-01-26"),
    ],
    [
      "what is whole stays",
      { interval: "week", from: midnight("2026-01-05"), to: midnight("2026-01-19") },
      midnight("2026-01-05"),
      midnight("2026-01-19"),
    ],
    [
      "a moment of one interval is that interval",
      { interval: "day", from: "2026-01-10T10:00:00.000Z", to: "2026-01-10T10:00:00.001Z" },
      midnight("2026-01-10"),
      midnight("2026-01-11"),
    ],
    [
      "an end without a start has the default before it",
      { interval: "day", to: midnight("2026-01-01") },
      midnight("2025-12-04"),
      midnight("2026-01-01"),
    ],
    [
      "a default start goes back no further than is kept",
      { interval: "hour", to: "2026-01-17T14:00:00.000Z" },
      "2026-01-17T12:00:00.000Z",
      "2026-01-17T14:00:00.000Z",
    ],
    [
      "an end in the future is the end of this interval",
      { interval: "week", from: midnight("2026-01-26"), to: "9999-12-31T23:59:59.999Z" },
      midnight("2026-01-26"),
      midnight("2026-02-02"),
    ],
    [
      "hours of two weeks ago",
      { interval: "hour", from: "2026-01-17T12:00:00.000Z" },
      "2026-01-17T12:00:00.000Z",
      "2026-01-31T13:00:00.000Z",
    ],
    [
      "days of thirteen months ago",
      { interval: "day", from: "2024-12-31T12:34:56.789Z" },
      midnight("2024-12-31"),
      midnight("2026-02-01"),
    ],
    [
      "the week of thirteen months ago",
      { interval: "week", from: "2024-12-31T12:34:56.789Z" },
      midnight("2024-12-30"),
      midnight("2026-02-02"),
    ],
  ])("%s", (_, given, from, to) => {
    expect(said(rangeOf(given))).toEqual({
      ok: true,
      value: { interval: given.interval, fromMs: Date.parse(from), toMs: Date.parse(to) },
    });
  });

  test.each<[string, Given, RegExp]>([
    [
      "a start at the end",
      { interval: "day", from: "2026-01-10T10:00:00Z", to: "2026-01-10T10:00:00Z" },
      /earlier than the end/,
    ],
    [
      "a start behind the end in one day",
      { interval: "day", from: "2026-01-10T12:00:00Z", to: "2026-01-10T10:00:00Z" },
      /earlier than the end/,
    ],
    [
      "a start behind the end",
      { interval: "week", from: "2026-01-20T00:00:00Z", to: "2026-01-10T00:00:00Z" },
      /earlier than the end/,
    ],
    ["a start in the future", { interval: "day", from: "2026-02-01T00:00:00Z" }, /earlier than now/],
    [
      "a range in the future",
      { interval: "day", from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" },
      /earlier than now/,
    ],
    ["hours of more than two weeks ago", { interval: "hour", from: "2026-01-17T11:59:59.999Z" }, /14 days/],
    [
      "days of more than thirteen months ago",
      { interval: "day", from: "2024-12-29T23:59:59.999Z" },
      /13 months/,
    ],
    [
      "weeks of more than thirteen months ago",
      { interval: "week", from: "2024-12-29T23:59:59.999Z" },
      /13 months/,
    ],
    ["an end before all that is kept", { interval: "hour", to: "2026-01-01T00:00:00Z" }, /14 days/],
  ])("%s is refused", (_, given, reason) => {
    expect(said(rangeOf(given))).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });
});

describe("[8.11] whatever may be asked for is still kept", () => {
  const moments = Array.from({ length: 800 }, (_, index) => Date.UTC(2027, 0, 1) + index * 37 * 3_599_999);

  test.each<[Interval, (nowMs: number) => number]>([
    ["hour", (nowMs) => startOfHour(firstHourKept(nowMs))],
    ["day", (nowMs) => startOfDay(firstDayKept(nowMs))],
    ["week", (nowMs) => startOfDay(firstDayKept(nowMs))],
  ])("by %s", (interval, firstKept) => {
    for (const nowMs of moments) {
      const before = toStatsRange({ interval, fromMs: firstKept(nowMs) - 1 }, nowMs);
      expect(before.ok).toBe(false);
    }
  });

  test("thirteen months, leap years included", () => {
    for (const nowMs of moments) {
      const now = new Date(nowMs);
      const fromMs = new Date(now).setUTCMonth(now.getUTCMonth() - 13);
      for (const interval of ["day", "week"] as const) {
        const range = toStatsRange({ interval, fromMs }, nowMs);
        expect(range.ok && range.value.fromMs).toBeGreaterThanOrEqual(startOfDay(firstDayKept(nowMs)));
      }
    }
  });
});

describe("a series", () => {
  const day = (date: string) => Date.parse(midnight(date));

  test("has zeros where nothing was counted", () => {
    const range = { interval: "day", fromMs: day("2026-01-30"), toMs: day("2026-02-02") } as const;
    expect(toSeries(range, [{ atMs: day("2026-01-31"), clicks: 3, bots: 1 }])).toEqual([
      { atMs: day("2026-01-30"), clicks: 0, bots: 0 },
      { atMs: day("2026-01-31"), clicks: 3, bots: 1 },
      { atMs: day("2026-02-01"), clicks: 0, bots: 0 },
    ]);
  });

  test("sums up the days of an ISO week, Monday to Sunday", () => {
    const range = { interval: "week", fromMs: day("2025-12-29"), toMs: day("2026-01-12") } as const;
    const counted = ["2025-12-29", "2026-01-01", "2026-01-04", "2026-01-05"].map((date) => ({
      atMs: day(date),
      clicks: 2,
      bots: 1,
    }));
    expect(toSeries(range, counted)).toEqual([
      { atMs: day("2025-12-29"), clicks: 6, bots: 3 },
      { atMs: day("2026-01-05"), clicks: 2, bots: 1 },
    ]);
  });

  test("leaves out what lies outside of its range", () => {
    const range = { interval: "day", fromMs: day("2026-01-30"), toMs: day("2026-01-31") } as const;
    const counted = ["2026-01-29", "2026-01-31"].map((date) => ({ atMs: day(date), clicks: 2, bots: 1 }));
    expect(toSeries(range, counted)).toEqual([{ atMs: day("2026-01-30"), clicks: 0, bots: 0 }]);
  });
});
