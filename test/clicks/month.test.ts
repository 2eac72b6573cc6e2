import { expect, it } from "vitest";
import { addToDay, fromSeries, toSeries, type Month } from "../../src/clicks/month.ts";
import { addHour, addValue, emptySheet, MAX_VALUES, NO_HOUR, OTHER } from "../../src/clicks/sheet.ts";
import { firstOfMonth } from "../../src/domain/calendar.ts";
import { DAY_MS } from "../../src/domain/time.ts";
import { seededRandom } from "../support/random.ts";

const FEBRUARY = Date.UTC(2028, 1, 1) / DAY_MS;

function sheetOf(clicks: number, values: Record<string, number>, dimension = "country") {
  const sheet = emptySheet();
  addHour(sheet, 13, [clicks, 0]);
  for (const [value, count] of Object.entries(values)) addValue(sheet, dimension, value, count);
  return sheet;
}

it.each([
  ["2026-01-01", "2026-01-01"],
  ["2026-01-31", "2026-01-01"],
  ["2028-02-29", "2028-02-01"],
  ["2028-03-01", "2028-03-01"],
  ["1970-01-01", "1970-01-01"],
])("[8.12] %s is of the month that begins on %s", (day, first) => {
  expect(firstOfMonth(Date.parse(day) / DAY_MS)).toBe(Date.parse(first) / DAY_MS);
});

it("[8.12] a month names a value once, with a series from its first day", () => {
  const month: Month = new Map();
  addToDay(month, FEBRUARY + 4, sheetOf(3, { DE: 2, FR: 1 }));
  addToDay(month, FEBRUARY + 1, sheetOf(7, { DE: 7 }));
  addToDay(month, FEBRUARY + 4, sheetOf(1, { AT: 1 }));
  expect(toSeries(month, FEBRUARY)).toEqual({
    clicks: [0, 7, 0, 0, 4],
    bots: [0, 0, 0, 0, 0],
    values: { country: { DE: [1, 7, 0, 0, 2], FR: [4, 1], AT: [4, 1] } },
  });
});

it("[8.10] a day of a month keeps 200 values, as its sheet would", () => {
  const month: Month = new Map();
  const many = Object.fromEntries(Array.from({ length: MAX_VALUES }, (_, index) => [`v${index}`, 1]));
  addToDay(month, FEBRUARY, sheetOf(200, many));
  addToDay(month, FEBRUARY, sheetOf(3, { v0: 1, late: 2 }));
  addToDay(month, FEBRUARY + 1, sheetOf(2, { late: 2 }));
  const { country = {} } = toSeries(month, FEBRUARY).values;
  expect([country["v0"], country[OTHER], country["late"]]).toEqual([
    [0, 2],
    [0, 2],
    [1, 2],
  ]);
});

it("[8.12] a month is the same after it was stored, whatever its values are called", () => {
  const random = seededRandom(8_012);
  const pick = (count: number) => Math.floor(random() * count);
  const names = ["DE", "__proto__", "constructor", "toString", "", "12", OTHER, "ü", '"'];
  for (let round = 0; round < 200; round++) {
    const month: Month = new Map();
    for (let n = pick(40); n >= 0; n--) {
      const sheet = emptySheet();
      addHour(sheet, pick(25), [1 + pick(9), pick(3)]);
      for (let v = pick(5); v > 0; v--)
        addValue(sheet, ["country", "later", "__proto__"][pick(3)]!, names[pick(names.length)]!, 1 + pick(5));
      addToDay(month, FEBRUARY + pick(29), sheet);
    }
    const stored = JSON.parse(JSON.stringify(toSeries(month, FEBRUARY)));
    const read = fromSeries(stored, FEBRUARY);
    const days = (of: Month) =>
      [...of]
        .toSorted(([a], [b]) => a - b)
        .map(([day, { hours, values }]) => [
          day,
          hours.get(NO_HOUR),
          [...values]
            .filter(([, counts]) => counts.size > 0)
            .map(([dimension, counts]) => [dimension, [...counts].toSorted()])
            .toSorted(),
        ]);
    expect(days(read)).toEqual(days(month));
  }
});
