import type { DatabaseSync } from "node:sqlite";
import {
  addHour,
  addValue,
  emptySheet,
  toSheetJson,
  totalOf,
  type Sheet,
} from "../../../src/clicks/sheet.ts";
import { dayOf } from "../../../src/domain/calendar.ts";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import { rollUpDays } from "../../../src/storage/click/roll-up.ts";
import { asD1 } from "../../support/d1.ts";
import { toInstallationDatabase } from "../../support/installation-database.ts";
import { withLocalDatabase } from "../../support/local-database.ts";
import { markdownTable } from "../../support/table.ts";
import { withTemporaryFolder } from "../../support/temporary-folder.ts";
import { BYTES, D1_BYTES } from "./stored-bytes.ts";
import { seededRandom } from "./random.ts";

/**
 * Measures what the clicks of links that are clicked every day take in the database: day by day, thirteen months long, with
 * the code that rolls up days. Pages count, as D1 counts them.
 */

const KEPT_DAYS = 397;
const START_DAY = dayOf(Date.UTC(2025, 9, 1));

/** How many values there are of a dimension at all; of the others there are as many as visitors make. */
const VALUES = { destination: 1, device: 4, browser: 12, os: 7, source: 2, rule: 1 };
const OPEN = ["country", "referrer", "language", "campaign"];
/** A link that has one value a day has one of these on each. */
const OPEN_VALUES = 12;

interface Shape {
  /** Values a day of a breakdown, at most. */
  values: number;
  /** Links that are measured. More values need fewer for the same accuracy. */
  links: number;
}

const SHAPES: Shape[] = [
  { values: 1, links: 60 },
  { values: 50, links: 8 },
  { values: 200, links: 3 },
];

/** Prints what a link takes by the number of values a day. */
export async function tellClickRoom(): Promise<string> {
  const rows: string[][] = [];
  for (const shape of SHAPES) {
    const days = await measure(shape, false);
    const months = await measure(shape, true);
    const fit = Math.floor(D1_BYTES / (months + BYTES.linkInD1));
    rows.push([
      String(shape.values),
      (days / KEPT_DAYS).toFixed(0),
      toKilobytes(days),
      toKilobytes(months),
      `${((100 * months) / days).toFixed(0)} %`,
      fit.toLocaleString("en"),
    ]);
  }
  return markdownTable(
    ["values a day", "bytes a day", "13 months as days", "as months", "of it", "links in 10 GB"],
    rows,
  );
}

const toKilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** Returns the bytes of thirteen months of one link. */
export function measure({ values, links }: Shape, isRolledUp: boolean): Promise<number> {
  return withTemporaryFolder("signpost-room-", (folder) =>
    withLocalDatabase(folder, async (db) => {
      const d1 = asD1(toInstallationDatabase(db));
      db.exec(
        "INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('w', 'W', 'pro', 1, 0, 0)",
      );
      const empty = sizeOf(db);
      const random = seededRandom(values);
      const insert = db.prepare("INSERT INTO click_sheets VALUES (?, ?, 'w', ?, ?, ?, ?)");
      for (let day = START_DAY; day < START_DAY + KEPT_DAYS; day++) {
        db.exec("BEGIN");
        for (let link = 0; link < links; link++) {
          const sheet = ordinarySheet(values, random);
          const { clicks, bots } = totalOf(sheet);
          insert.run(idOf(link), day, clicks, bots, crypto.randomUUID(), JSON.stringify(toSheetJson(sheet)));
        }
        db.exec("COMMIT; UPDATE click_folder SET rolls_at = 0");
        const nowMs = (day + 1) * DAY_MS + HOUR_MS;
        for (let isLeft = isRolledUp; isLeft;) isLeft = await rollUpDays(d1, nowMs);
      }
      return (sizeOf(db) - empty) / links;
    }),
  );
}

const idOf = (link: number) => `0198c0de-7a10-7000-8000-${String(link).padStart(12, "0")}`;

function sizeOf(db: DatabaseSync): number {
  const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0] as number;
  return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}

/** A day with some clicks for each value, in a few hours. */
function ordinarySheet(values: number, random: () => number): Sheet {
  const sheet = emptySheet();
  const pick = (count: number) => Math.floor(random() * count);
  const add = (dimension: string, count: number) => {
    const first = pick(count);
    for (let n = 0; n < Math.min(count, values); n++)
      addValue(sheet, dimension, `${dimension} ${(first + n) % count}`, 1 + pick(9));
  };
  for (const [dimension, count] of Object.entries(VALUES)) add(dimension, count);
  for (const dimension of OPEN) add(dimension, OPEN_VALUES + values);
  for (let n = 0; n < Math.min(24, values); n++) addHour(sheet, pick(24), [1 + pick(9), pick(2)]);
  return sheet;
}
