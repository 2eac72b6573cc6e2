/**
 * A sheet: the clicks of one record or workspace on one day, by hour and by dimension. The clicks of a message are
 * stored as small sheets, whose sum is the sheet of a day.
 */
export interface Sheet {
  /** Clicks and bots by the hour of the day in UTC, 0 to 23, or `NO_HOUR`. */
  hours: Map<number, Counts>;
  /** Clicks of people by dimension and value. Dimensions that a later release adds are kept unchanged. */
  values: Map<string, Map<string, number>>;
}

type Counts = [clicks: number, bots: number];

export const NO_HOUR = 24;

/** The facts by which clicks of people are counted. */
export const DIMENSIONS = [
  "destination",
  "country",
  "device",
  "browser",
  "referrer",
  "rule",
  "os",
  "language",
  "source",
  "campaign",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The most values of one dimension in a sheet. The clicks of further values count under `OTHER`. */
export const MAX_VALUES = 200;
export const OTHER = "(other)";

/** The most JSON bytes of a sheet, and of its values, which leave room for hours and names of dimensions. */
export const MAX_SHEET_BYTES = 64_000;
const MAX_VALUE_BYTES = 62_000;
/** The most bytes of destinations, so that 20 long ones leave room for the other dimensions. */
const MAX_DESTINATION_BYTES = 44_000;
/** The bytes of quotes, colon, comma and a number of up to twelve digits. */
const ENTRY_BYTES = 16;

export function emptySheet(): Sheet {
  return { hours: new Map(), values: new Map() };
}

export interface SheetJson {
  h: Record<string, Counts>;
  v: Record<string, Record<string, number>>;
}

export function toSheetJson({ hours, values }: Sheet): SheetJson {
  return {
    h: Object.fromEntries(hours),
    v: Object.fromEntries([...values].map(([dimension, counts]) => [dimension, Object.fromEntries(counts)])),
  };
}

export function fromSheetJson({ h, v }: SheetJson): Sheet {
  return {
    hours: new Map(Object.entries(h).map(([hour, counts]) => [Number(hour), counts])),
    values: new Map(
      Object.entries(v).map(([dimension, counts]) => [dimension, new Map(Object.entries(counts))]),
    ),
  };
}

export function totalOf({ hours }: Sheet): { clicks: number; bots: number } {
  const total = { clicks: 0, bots: 0 };
  for (const [clicks, bots] of hours.values()) {
    total.clicks += clicks;
    total.bots += bots;
  }
  return total;
}

export function addHour({ hours }: Sheet, hour: number, [clicks, bots]: Counts): void {
  const [clicksBefore, botsBefore] = hours.get(hour) ?? [0, 0];
  hours.set(hour, [clicksBefore + clicks, botsBefore + bots]);
}

export function addValue({ values }: Sheet, dimension: string, value: string, clicks: number): void {
  const counts = values.get(dimension) ?? new Map<string, number>();
  counts.set(value, (counts.get(value) ?? 0) + clicks);
  values.set(dimension, counts);
}

/** Adds all of one sheet to another, without a limit. */
export function addSheet(sum: Sheet, added: Sheet): void {
  for (const [hour, counts] of added.hours) addHour(sum, hour, counts);
  for (const [dimension, counts] of added.values) {
    for (const [value, clicks] of counts) addValue(sum, dimension, value, clicks);
  }
}

/**
 * Adds to the sheet of a day. The values that it already has are always counted. New values are added while there
 * is room, those with most clicks first, equal ones in their order. The clicks of the others count under `OTHER`.
 */
export function addWithinLimits(sheet: Sheet, added: Sheet): void {
  for (const [hour, counts] of added.hours) addHour(sheet, hour, counts);
  let bytes = 0;
  for (const counts of sheet.values.values()) bytes += bytesOf(counts);
  for (const [dimension, counts] of added.values) {
    const known = sheet.values.get(dimension) ?? new Map<string, number>();
    sheet.values.set(dimension, known);
    let ownBytes = bytesOf(known);
    const maxOwnBytes = dimension === "destination" ? MAX_DESTINATION_BYTES : MAX_VALUE_BYTES;
    for (const [value, clicks] of toSorted(counts)) {
      const size = entryBytes(value);
      const hasRoom =
        known.size - Number(known.has(OTHER)) < MAX_VALUES &&
        bytes + size <= MAX_VALUE_BYTES &&
        ownBytes + size <= maxOwnBytes;
      const isTaken = !known.has(value) && value !== OTHER && hasRoom;
      if (isTaken) {
        bytes += size;
        ownBytes += size;
      }
      const kept = isTaken || known.has(value) ? value : OTHER;
      known.set(kept, (known.get(kept) ?? 0) + clicks);
    }
  }
}

/** Sorts by clicks, the most first; equal counts by value in the order of code units. */
export function toSorted(counts: Map<string, number>): [value: string, clicks: number][] {
  return [...counts].toSorted(
    ([valueA, a], [valueB, b]) => b - a || (valueA < valueB ? -1 : Number(valueA > valueB)),
  );
}

function bytesOf(counts: Map<string, number>): number {
  let bytes = 0;
  for (const value of counts.keys()) bytes += entryBytes(value);
  return bytes;
}

const encoder = new TextEncoder();

/** Returns an upper bound of the JSON bytes of a value and its number. */
function entryBytes(value: string): number {
  return encoder.encode(JSON.stringify(value)).length + ENTRY_BYTES;
}
