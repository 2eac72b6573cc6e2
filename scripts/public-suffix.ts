import { readFile, writeFile } from "node:fs/promises";
import { findSuffixMigration, suffixMigration } from "./support/suffix-list.ts";

/** After an update of tldts: writes a migration with its Public Suffix List, where that is another. */

const { newest, next } = findSuffixMigration();
const sql = suffixMigration();
if (newest !== undefined && (await readFile(newest, "utf8")) === sql) {
  console.log(`${newest} is what tldts says.`);
} else {
  await writeFile(next, sql);
  console.log(`${next} is written.`);
}
