import { expect, it } from "vitest";
import { toHoursQuery, toWeek } from "../../src/dashboard/screen/insights/hours.ts";

const NOW = Date.parse("2026-11-22T23:30:00Z");

it.each([
  ["2026-11-16", "2026-11-22", "2026-11-16T00:00:00.000Z", "2026-11-23T00:00:00.000Z"],
  // Fourteen days: each day of the week twice.
  ["2026-10-01", "2026-11-22", "2026-11-09T00:00:00.000Z", "2026-11-23T00:00:00.000Z"],
])("[32.49] of %s to %s the hours from %s are asked for", (firstDay, lastDay, from, to) => {
  expect(toHoursQuery({ firstDay, lastDay }, NOW)).toEqual({ from, to, interval: "hour" });
});

it("[32.49] of days whose hours are gone nothing is asked for", () => {
  expect(toHoursQuery({ firstDay: "2026-10-01", lastDay: "2026-11-08" }, NOW)).toBeNull();
});

it("[32.49] hours are added up by their place in the week of a time zone", () => {
  const series = [
    { at: "2026-11-09T00:00:00.000Z", clicks: 1, bots: 9 },
    { at: "2026-11-16T00:00:00.000Z", clicks: 2, bots: 0 },
    { at: "2026-11-15T23:00:00.000Z", clicks: 4, bots: 0 },
  ];
  const filled = (zone: string) =>
    toWeek(series, zone).flatMap((hours, day) =>
      hours.flatMap((clicks, hour) => (clicks > 0 ? [[day, hour, clicks]] : [])),
    );
  expect(filled("UTC")).toEqual([
    [0, 0, 3],
    [6, 23, 4],
  ]);
  expect(filled("Europe/Berlin")).toEqual([
    [0, 0, 4],
    [0, 1, 3],
  ]);
  expect(filled("America/New_York")).toEqual([
    [6, 18, 4],
    [6, 19, 3],
  ]);
  // 05:30 in India.
  expect(filled("Asia/Kolkata")).toEqual([
    [0, 4, 4],
    [0, 5, 3],
  ]);
});
