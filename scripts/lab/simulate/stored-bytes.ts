/**
 * What things take in D1 and KV, with their indexes, as `test/storage/click/size.test.ts` and `npm run simulate -- --clicks`
 * measured them.
 */
export const BYTES = {
  linkInD1: 1_976,
  /** With its key. */
  linkInKv: 351,
  /** What the undo of its import needs, for 30 days. */
  undo: 43,
  /** The id of a message of clicks, for 15 days: 62 in a row of its own, 51 among 250. */
  messageId: 58,
  /** With one referrer. */
  missedPath: 1_053,
  /** An entry of the history. */
  edit: 500,
};

export const D1_BYTES = 10_000_000_000;

/** Days stay days for so long; the sixteenth is rolled up at its end. */
export const DAYS_KEPT = 15;
/** The longest time for which clicks are kept: thirteen months, which are parts of fourteen. */
export const MONTHS_KEPT = 13;

/** Ids are kept for fifteen days (docs/clicks.md). */
const IDS_KEPT_SECONDS = 15 * 86_400;

/** Returns the bytes of the ids of messages, if so many come in a second. */
export const bytesOfIds = (messages: number): number => messages * IDS_KEPT_SECONDS * BYTES.messageId;

/** A day with clicks, and a month of such days, of one link with 1, 50 or 200 values a day of each breakdown. */
const CLICKS = {
  1: { day: 460, month: 1_380 },
  50: { day: 4_724, month: 7_940 },
  200: { day: 17_017, month: 18_700 },
};

/** Values a day for which clicks are measured. */
export type DailyValues = keyof typeof CLICKS;
export const DAILY_VALUES = Object.keys(CLICKS).map(Number) as DailyValues[];

/** Returns the bytes of the clicks of one link that is clicked every day, after a number of months. */
export function bytesOfDailyClicks(months: number, values: DailyValues = 1): number {
  const kept = Math.min(months, MONTHS_KEPT);
  const { day, month } = CLICKS[values];
  return Math.min(DAYS_KEPT, 30 * kept) * day + kept * month;
}
