import { markdownTable } from "../../support/table.ts";
import { BYTES, bytesOfDailyClicks, D1_BYTES, MONTHS_KEPT } from "./stored-bytes.ts";

/** What fits into one database. */

export interface RoomRequest {
  links: number;
  /** How many of them are clicked every day. */
  daily: number;
  /** For how many months. */
  months: number;
}

/** Prints what links and clicks take, and what fits beside them. */
export function tellRoom({ links, daily, months }: RoomRequest): string {
  const clicks = bytesOfDailyClicks(months);
  const parts: [part: string, each: number, count: number][] = [
    ["links", BYTES.linkInD1, links],
    ["the undo of their import, for 30 days", BYTES.undo, links],
    [`clicks of ${Math.min(months, MONTHS_KEPT)} months of links that are clicked every day`, clicks, daily],
  ];
  const used = parts.reduce((sum, [, each, count]) => sum + each * count, 0);
  const left = D1_BYTES - used;
  const rows = parts.map(([part, each, count]) => [
    part,
    number(each),
    number(count),
    toGigabytes(each * count),
  ]);
  const table = markdownTable(
    ["part", "bytes each", "number", "GB"],
    [...rows, ["in all", "", "", toGigabytes(used)]],
  );
  if (left < 0)
    return `${table}\n\nThis is more than one database of D1 holds (${toGigabytes(D1_BYTES)} GB).`;
  const fits = (bytes: number) => number(Math.floor(left / bytes));
  return [
    table,
    `${toGigabytes(left)} GB of ${toGigabytes(D1_BYTES)} GB are left. Of each alone, so many fit in addition:`,
    markdownTable(
      ["part", "number"],
      [
        ["links", fits(BYTES.linkInD1)],
        ["links that are clicked every day", fits(BYTES.linkInD1 + clicks)],
        ["edits of links", fits(BYTES.edit)],
      ],
    ),
  ].join("\n\n");
}

const toGigabytes = (bytes: number) => (bytes / 1e9).toFixed(2);
const number = (value: number) => value.toLocaleString("en");
