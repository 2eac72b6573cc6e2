/** Columns of exports that contain the URLs of pages. */
const PAGE_COLUMNS = ["address", "url", "page", "pages", "toppages", "landingpage", "link", "loc"];
/** Names of columns that contain the destination of a page. */
const LEADING = /destination|target|redirect|^to$|^new|^location|alias|slug/;

/**
 * Returns the index of the column with the pages of a crawl, or of the report of a search console; -1 if a table has no
 * such column, or if it has a column of destinations, because it is a list of redirects then.
 * @param names as `toColumnName` spells them
 * @param mayLead whether a column of destinations is ignored
 */
export function findPageColumn(names: readonly string[], mayLead = false): number {
  const isCrawl = names.includes("address") && names.includes("statuscode");
  if (!isCrawl && !mayLead && names.some((name) => LEADING.test(name))) return -1;
  return names.findIndex((name) => PAGE_COLUMNS.includes(name));
}
