import { describe, expect, test } from "vitest";
import {
  dayOf,
  firstDayOfLastFourWeeks,
  hourOf,
  mondayOf,
  startOfDay,
  startOfHour,
} from "../../src/domain/calendar.ts";

describe("days of clicks, in UTC", () => {
  test.each([
    ["1970-01-01T00:00:00.000Z", 0],
    ["1970-01-01T23:59:59.999Z", 0],
    ["1970-01-02T00:00:00.000Z", 1],
    ["2026-01-31T09:30:00.000Z", 20484],
  ])("%s is day %i", (moment, day) => {
    expect(dayOf(Date.parse(moment))).toBe(day);
    expect(new Date(startOfDay(day)).toISOString()).toBe(`${moment.slice(0, 10)}T00:00:00.000Z`);
  });
});

describe("hours of clicks, in UTC", () => {
  test.each([
    ["1970-01-01T00:00:00.000Z", 0],
    ["1970-01-01T00:59:59.999Z", 0],
    ["1970-01-01T01:00:00.000Z", 1],
    ["2026-01-31T09:30:00.000Z", 491_625],
  ])("%s is hour %i", (moment, hour) => {
    expect(hourOf(Date.parse(moment))).toBe(hour);
    expect(new Date(startOfHour(hour)).toISOString()).toBe(`${moment.slice(0, 13)}:00:00.000Z`);
  });
});

describe("an ISO week begins on Monday", () => {
  test.each([
    ["a Monday", "2026-01-26", "2026-01-26"],
    ["a Sunday", "2026-02-01", "2026-01-26"],
    ["the first days of a year", "2026-01-01", "2025-12-29"],
    ["the first day there is", "1970-01-01", "1969-12-29"],
  ])("%s", (_, day, monday) => {
    expect(startOfDay(mondayOf(dayOf(Date.parse(day))))).toBe(Date.parse(monday));
  });
});

describe("[8.8] the last four weeks are this ISO week and the three before it", () => {
  test.each([
    ["on a Monday at midnight", "2026-01-26T00:00:00.000Z", "2026-01-05"],
    ["on the Sunday after it, to the last millisecond", "2026-02-01T23:59:59.999Z", "2026-01-05"],
    ["on the next Monday", "2026-02-02T00:00:00.000Z", "2026-01-12"],
    ["across a year's end", "2026-01-01T12:00:00.000Z", "2025-12-08"],
    ["on a leap day", "2028-02-29T12:00:00.000Z", "2028-02-07"],
  ])("%s", (_, now, monday) => {
    expect(startOfDay(firstDayOfLastFourWeeks(Date.parse(now)))).toBe(Date.parse(monday));
  });
});
