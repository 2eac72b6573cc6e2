import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatTimestamp, parseTimestamp } from "../../src/domain/timestamp.ts";

const moment = Date.UTC(2026, 0, 31, 9, 30, 0);

describe("parseTimestamp", () => {
  test.each([
    ["with Z", "2026-01-31T09:30:00Z", moment],
    ["with milliseconds", "2026-01-31T09:30:00.000Z", moment],
    ["with one digit of a second", "2026-01-31T09:30:00.5Z", moment + 500],
    ["with microseconds", "2026-01-31T09:30:00.123456Z", moment + 123],
    ["with more digits than nanoseconds", "2026-01-31T09:30:00.1234567890123Z", moment + 123],
    ["with an offset to the east", "2026-01-31T10:30:00+01:00", moment],
    ["with an offset to the west", "2026-01-31T04:00:00-05:30", moment],
    ["with the unknown offset", "2026-01-31T09:30:00-00:00", moment],
    ["in lower case", "2026-01-31t09:30:00z", moment],
    ["on a leap day", "2028-02-29T00:00:00Z", Date.UTC(2028, 1, 29)],
    ["at the last second of a day", "2026-01-31T23:59:59Z", Date.UTC(2026, 0, 31, 23, 59, 59)],
    ["at the first moment", "1970-01-01T00:00:00Z", 0],
  ])("[11.9] reads RFC 3339 %s", (_, text, milliseconds) => {
    expect(parseTimestamp(text)).toEqual({ ok: true, value: milliseconds });
  });

  test.each([
    ["nothing", ""],
    ["a day", "2026-01-31"],
    ["no offset", "2026-01-31T09:30:00"],
    ["no seconds", "2026-01-31T09:30Z"],
    ["an offset without colon", "2026-01-31T09:30:00+0100"],
    ["an offset in hours", "2026-01-31T09:30:00+01"],
    ["a number", "1769851800000"],
    ["a date of HTTP", "Sat, 31 Jan 2026 09:30:00 GMT"],
    ["words", "tomorrow"],
    ["a comma in the second", "2026-01-31T09:30:00,5Z"],
    ["a dot without digits", "2026-01-31T09:30:00.Z"],
    ["white space around", " 2026-01-31T09:30:00Z"],
    ["text behind", "2026-01-31T09:30:00Zx"],
    ["a line feed behind", "2026-01-31T09:30:00Z\n"],
    ["a year of five digits", "12026-01-31T09:30:00Z"],
    ["a signed year", "+002026-01-31T09:30:00Z"],
    ["digits of another script", "２０２６-01-31T09:30:00Z"],
    ["month 0", "2026-00-31T09:30:00Z"],
    ["month 13", "2026-13-01T09:30:00Z"],
    ["day 0", "2026-01-00T09:30:00Z"],
    ["32 January", "2026-01-32T09:30:00Z"],
    ["30 February", "2026-02-30T09:30:00Z"],
    ["29 February of a common year", "2026-02-29T09:30:00Z"],
    ["29 February 2100", "2100-02-29T09:30:00Z"],
    ["31 April", "2026-04-31T09:30:00Z"],
    ["hour 24", "2026-01-31T24:00:00Z"],
    ["hour 25", "2026-01-31T25:00:00Z"],
    ["minute 60", "2026-01-31T09:60:00Z"],
    ["second 61", "2026-01-31T09:30:61Z"],
    ["the last moment before 1970", "1969-12-31T23:59:59.999Z"],
    ["the year 10000 in UTC", "9999-12-31T23:59:59-00:01"],
    ["an offset of 24 hours", "2026-01-31T09:30:00+24:00"],
    ["an offset of 60 minutes", "2026-01-31T09:30:00+01:60"],
  ])("refuses %s", (_, text) => {
    expect(parseTimestamp(text)).toMatchObject({ ok: false, reason: expect.any(Object) });
  });
});

describe("formatTimestamp", () => {
  test("[11.8] is written 2026-01-31T09:30:00.000Z", () => {
    expect(formatTimestamp(moment)).toBe("2026-01-31T09:30:00.000Z");
  });

  test("is read again to the millisecond", () => {
    const min = new Date(0);
    const max = new Date("9999-12-31T23:59:59Z");
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
        expect(parseTimestamp(formatTimestamp(date.getTime()))).toEqual({ ok: true, value: date.getTime() });
      }),
    );
  });
});
