import { chunk } from "../../src/runtime/chunk.ts";
import { movedTables } from "../../src/storage/move/table.ts";
import { readShapes } from "../../src/storage/move/shape.ts";
import { measureTables } from "../../src/storage/operator/move.ts";
import { asD1 } from "../support/d1.ts";
import type { InstallationDatabase } from "../support/installation-database.ts";

/** What a workspace has in its database, and thus takes in another one. */

const REST = "everything else";
const GROUPS: Record<string, string[]> = {
  records: ["records", "record_tags", "record_counts", "records_aside"],
  history: ["history", "history_aside", "host_history", "activity"],
  clicks: [
    "click_sheets",
    "click_months",
    "click_ids",
    "click_batches",
    "conversions",
    "conversion_names",
    "conversion_sums",
  ],
  "missed paths": ["misses", "miss_days", "miss_reviews"],
  files: ["pages", "guarded_pages", "card_pictures", "code_logos", "sitemaps", "sitemap_parts"],
  changes: ["changes", "change_inputs", "change_chunks"],
  checks: ["checks", "check_parts", "check_hosts", "check_rows", "check_targets"],
};

export interface MeasuredTable {
  group: string;
  /** Whether it is copied at the end, in the moment in which the workspace changes its database. */
  isLate: boolean;
  rows: number;
  /** As an estimate, with what indexes take. */
  bytes: number;
}

/** What a row takes with its indexes, as measured with a workspace of 5,000 links with clicks. Records are also in the search. */
const ROW_BYTES = 60;
const INDEX_FACTOR = 1.2;
const RECORD_FACTOR = 2.8;

/** Tables of one statement. D1 ends a statement after 30 seconds. */
const TABLES_AT_ONCE = 12;

/** Counts the rows of a workspace, table by table in the order in which a move copies them. Reads some tables as a whole. */
export async function measureWorkspace(db: InstallationDatabase, id: string): Promise<MeasuredTable[]> {
  const measured: MeasuredTable[] = [];
  for (const shapes of chunk(await readShapes(asD1(db), movedTables(id, Date.now()), id), TABLES_AT_ONCE)) {
    const row = await db.readRow(measureTables(shapes));
    for (const { name, when } of shapes) {
      const [rows, bytes] = JSON.parse(String(row?.[name])) as [number, number];
      measured.push({
        group: groupOf(name),
        isLate: when === "late",
        rows,
        bytes: Math.round(rows * (bytes * (name === "records" ? RECORD_FACTOR : INDEX_FACTOR) + ROW_BYTES)),
      });
    }
  }
  return measured;
}

function groupOf(table: string): string {
  return Object.keys(GROUPS).find((group) => GROUPS[group]?.includes(table)) ?? REST;
}

/** Returns the tables of each group together, in the order of `GROUPS`. */
export function sumGroups(tables: MeasuredTable[]): { group: string; rows: number; bytes: number }[] {
  return [...Object.keys(GROUPS), REST].map((group) => {
    const own = tables.filter((table) => table.group === group);
    return { group, rows: sumOf(own, "rows"), bytes: sumOf(own, "bytes") };
  });
}

export function sumOf(tables: MeasuredTable[], what: "rows" | "bytes"): number {
  return tables.reduce((sum, table) => sum + table[what], 0);
}
