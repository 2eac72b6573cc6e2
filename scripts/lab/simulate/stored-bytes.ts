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
  /** A day with clicks, and a month of such days, of one link with one value a day. */
  day: 460,
  month: 1_380,
  /** An entry of the history. */
  edit: 500,
};

export const D1_BYTES = 10_000_000_000;

/** Days stay days for so long; the sixteenth is rolled up at its end. */
export const DAYS_KEPT = 15;
/** The longest time for which clicks are kept: thirteen months, which are parts of fourteen. */
export const MONTHS_KEPT = 13;

/** Returns the bytes of the clicks of one link that is clicked every day, after a number of months. */
export function bytesOfDailyClicks(months: number): number {
  const kept = Math.min(months, MONTHS_KEPT);
  return Math.min(DAYS_KEPT, 30 * kept) * BYTES.day + kept * BYTES.month;
}
