/**
 * SQL for the clicks of people on a record `r` since a day, which is bound twice. Reads at most a row for each
 * day, in sheets or in the table of the previous release.
 */
export const CLICKS_SINCE_DAY = `(
  SELECT coalesce(sum(clicks), 0) FROM (
    SELECT s.clicks FROM click_sheets s WHERE s.scope_id = r.id AND s.day >= ?
    UNION ALL
    SELECT d.clicks FROM clicks_daily d WHERE d.scope_id = r.id AND d.day >= ?))`;
