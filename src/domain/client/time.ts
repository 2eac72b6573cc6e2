/** What statistics count in. A page needs it first, so it is apart from other words. */

export { HOURS_KEPT_DAYS, INTERVALS, type Interval } from "../stats.ts";
export { DAY_MS } from "../time.ts";
