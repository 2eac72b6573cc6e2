import { addDigests, NO_LINES, type LineSum } from "../../src/domain/line-sum.ts";
import { readTables, START, type RunQuery } from "../../src/storage/backup/read.ts";
import { isSame, readRows, type BackupFile } from "./check-file.ts";
import { digestLine } from "./digest.ts";

/** Rows of the file that the database does not have. */
export interface LeftOut {
  table: string;
  count: number;
  /** A sample of these rows, as they are in the file. */
  lines: string[];
}

const LINES_SHOWN = 5;

/**
 * Compares the rows of a database with the checksums of the backup that it was restored from.
 * @returns the missing rows; empty if all checksums are equal
 * @throws Error if the database has a row that the backup does not have
 */
export async function proveRestore(query: RunQuery, file: string, backup: BackupFile): Promise<LeftOut[]> {
  const sums: Record<string, LineSum> = {};
  for await (const { table, lines } of readBack(query, backup)) {
    sums[table] = addDigests(sums[table] ?? NO_LINES, lines.map(digestLine));
  }
  const differing = Object.keys(backup.sums).filter(
    (table) => !isSame(sums[table] ?? NO_LINES, backup.sums[table]),
  );
  const leftOut: LeftOut[] = [];
  for (const table of differing) leftOut.push(await findMissing(query, file, backup, table));
  return leftOut;
}

/** Reads the rows of the database with the columns that the backup has. */
function readBack(query: RunQuery, { columns }: BackupFile) {
  return readTables(query, START, columns);
}

async function findMissing(
  query: RunQuery,
  file: string,
  backup: BackupFile,
  wanted: string,
): Promise<LeftOut> {
  const present = new Set<string>();
  for await (const { table, lines } of readBack(query, backup)) {
    if (table === wanted) for (const line of lines) present.add(toHex(line));
  }
  const found: LeftOut = { table: wanted, count: 0, lines: [] };
  for await (const { table, lines } of readRows(file)) {
    if (table !== wanted || lines === null) continue;
    for (const line of lines) {
      if (present.delete(toHex(line))) continue;
      found.count++;
      if (found.lines.length < LINES_SHOWN) found.lines.push(line);
    }
  }
  if (present.size === 0) return found;
  throw new Error(`${wanted} has ${present.size} rows that are not in the backup`);
}

function toHex(line: string): string {
  return Buffer.from(digestLine(line)).toString("base64");
}
