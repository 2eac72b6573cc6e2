import { hasRows, readRestoredTables, type RestoredTable } from "../../src/storage/backup/restore.ts";
import { CommandError } from "../support/command.ts";
import { toPercent } from "../support/progress.ts";
import { fileJob } from "../support/project-job.ts";
import { checkFile, type BackupFile } from "./check-file.ts";
import type { BackupDatabase } from "./database.ts";
import { proveRestore, type LeftOut } from "./prove-restore.ts";
import { restoreRows } from "./restore-rows.ts";

export interface Restored {
  backup: BackupFile;
  /** Rows that were changed while a backup without a snapshot was written, so that they fit no other row. */
  leftOut: LeftOut[];
}

/**
 * Restores a backup, verifies it, and stores the job in which the Worker writes every snapshot again.
 * @param show gets the current step as text
 * @throws CommandError if the file is incomplete, or if the database is not empty, lacks a column, or differs from
 * the backup afterwards
 */
export async function restoreBackup(
  db: BackupDatabase,
  file: string,
  nowMs: number,
  show: (line: string) => void,
): Promise<Restored> {
  show("Checking the file");
  const backup = await checkFile(file);
  const tables = await readRestoredTables(db.query);
  requireColumns(backup, tables);
  await requireEmpty(db, tables);
  const total = Object.values(backup.sums).reduce((sum, { count }) => sum + count, 0);
  await restoreRows(db, file, backup, tables, nowMs, (rows) =>
    show(`Inserting ${total} rows: ${toPercent(rows, total)}`),
  );
  show("Comparing the database with the checksums");
  const leftOut = await proveRestore(db.query, file, backup);
  if (backup.isSnapshot && leftOut.length > 0) throw new CommandError(toFailure(leftOut));
  // An empty KV is all that a database without hostnames needs.
  await adopt(db, (backup.sums["hosts"]?.count ?? 0) > 0, nowMs);
  return { backup, leftOut };
}

/** Makes an empty database the installation's own, in place of the one that the Worker may know by its name. */
export async function adoptEmpty(db: BackupDatabase, nowMs: number): Promise<void> {
  await adopt(db, false, nowMs);
}

async function adopt(db: BackupDatabase, writesTombstones: boolean, nowMs: number): Promise<void> {
  await fileJob(
    { write: db.run, readRow: async (statement) => (await db.query(statement))[0] as never },
    { host: null, writesTombstones, adopts: true },
    nowMs,
  );
}

function requireColumns({ columns }: BackupFile, tables: Map<string, RestoredTable>): void {
  for (const [name, wanted] of columns) {
    const known = new Set(tables.get(name)?.columns.map((column) => column.name));
    const missing = wanted.filter((column) => !known.has(column));
    if (missing.length === 0) continue;
    throw new CommandError(
      `The database has no ${name}.${missing[0]}, which the backup has. Use the version that wrote the backup or a later one, with all its migrations. Nothing was restored.`,
    );
  }
}

/** Throws CommandError if a table that a restore fills has rows. */
export async function requireEmptyDatabase(db: BackupDatabase): Promise<void> {
  await requireEmpty(db, await readRestoredTables(db.query));
}

async function requireEmpty(db: BackupDatabase, tables: Map<string, RestoredTable>): Promise<void> {
  for (const name of tables.keys()) {
    const [row] = await db.query(hasRows(name));
    if (row?.["has_rows"] !== 1) continue;
    throw new CommandError(
      `The database is not empty: ${name} has rows. Restore into a new database with all migrations. Nothing was restored.`,
    );
  }
}

function toFailure(leftOut: LeftOut[]): string {
  const tables = leftOut.map(({ table, count }) => `${table} (${count} rows are missing)`).join(", ");
  return `The database does not match the checksums: ${tables}. Do not use it: restore into a new one.`;
}
