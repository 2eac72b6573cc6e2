import { addWithinLimits, emptySheet, NO_HOUR, totalOf, type Sheet } from "./sheet.ts";

/**
 * The clicks of one record or workspace in one calendar month: a sheet for each day, without hours. Stored as
 * series, so that a name stands once in a month.
 */

/** The sheets by day. Days since 1970-01-01, UTC. */
export type Month = Map<number, Sheet>;

/**
 * The breakdowns of a month, by dimension and value. A series begins with the number of days between the first of the
 * month and the first of its counts, which follow.
 */
export type MonthValues = Record<string, Record<string, number[]>>;

export interface MonthSeries {
  /** Clicks of people, and of bots, for each day from the first of the month on. */
  clicks: number[];
  bots: number[];
  values: MonthValues;
}

/** Adds a sheet to a day of a month, within the limits of a day (contract 8.10). Its hours are added up. */
export function addToDay(month: Month, day: number, sheet: Sheet): void {
  const { clicks, bots } = totalOf(sheet);
  const known = month.get(day) ?? emptySheet();
  month.set(day, known);
  addWithinLimits(known, { ...sheet, hours: new Map([[NO_HOUR, [clicks, bots]]]) });
}

export function toSeries(month: Month, firstDay: number): MonthSeries {
  const [clicks, bots]: [number[], number[]] = [[], []];
  const dimensions = new Map<string, Map<string, number[]>>();
  for (const [day, sheet] of [...month].toSorted(([a], [b]) => a - b)) {
    const index = day - firstDay;
    const total = totalOf(sheet);
    putAt(clicks, index, total.clicks);
    putAt(bots, index, total.bots);
    for (const [dimension, counts] of sheet.values) {
      const series = dimensions.get(dimension) ?? new Map<string, number[]>();
      dimensions.set(dimension, series);
      for (const [value, count] of counts) {
        const numbers = series.get(value) ?? [index];
        series.set(value, numbers);
        putAt(numbers, 1 + index - (numbers[0] ?? 0), count);
      }
    }
  }
  const values = [...dimensions].map(([dimension, series]) => [dimension, Object.fromEntries(series)]);
  return { clicks, bots, values: Object.fromEntries(values) as MonthValues };
}

/** Puts a number behind the end of a list, with zeros between. */
function putAt(numbers: number[], index: number, number: number): void {
  while (numbers.length < index) numbers.push(0);
  numbers.push(number);
}

export function fromSeries({ clicks, bots, values }: MonthSeries, firstDay: number): Month {
  const month: Month = new Map();
  for (const [index, count] of clicks.entries()) {
    const botCount = bots[index] ?? 0;
    if (count + botCount === 0) continue;
    month.set(firstDay + index, { hours: new Map([[NO_HOUR, [count, botCount]]]), values: new Map() });
  }
  forEachCount(values, (dimension, value, index, count) => {
    const sheet = month.get(firstDay + index);
    if (sheet === undefined) return;
    const counts = sheet.values.get(dimension) ?? new Map<string, number>();
    sheet.values.set(dimension, counts.set(value, count));
  });
  return month;
}

/** Calls a function for each count that is not 0. `index` counts days from the first of the month. */
export function forEachCount(
  values: MonthValues,
  call: (dimension: string, value: string, index: number, count: number) => void,
): void {
  for (const [dimension, series] of Object.entries(values)) {
    for (const [value, [start = 0, ...counts]] of Object.entries(series)) {
      for (const [index, count] of counts.entries()) {
        if (count > 0) call(dimension, value, start + index, count);
      }
    }
  }
}
