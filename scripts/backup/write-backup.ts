import type { FileHandle } from "node:fs/promises";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { formatClosing, formatOpening, formatSection } from "../../src/domain/backup-file.ts";
import { addDigests, NO_LINES, type LineSum } from "../../src/domain/line-sum.ts";
import { formatTimestamp } from "../../src/domain/timestamp.ts";
import { readColumns, readTables, START, type RunQuery } from "../../src/storage/backup/read.ts";
import { HOLD_MONTHS } from "../../src/storage/click/roll-up.ts";
import { hasRows } from "../../src/storage/backup/restore.ts";
import { CommandError } from "../support/command.ts";
import { writePrivateFile } from "../support/private-file.ts";
import type { BackupDatabase } from "./database.ts";
import { requireNoMove } from "./no-move.ts";
import { digestLine } from "./digest.ts";

export type Sums = Record<string, LineSum>;

/**
 * Writes all rows of a database to a file of its owner, compressed if its name ends in `.gz`.
 * @param show gets the number of written rows
 * @throws CommandError if the database has no workspaces: it is probably not the one that was meant; or if one moves
 */
export async function writeBackup(
  db: BackupDatabase,
  file: string,
  nowMs: number,
  show: (rows: number) => void,
): Promise<Sums> {
  await requireWorkspaces([db]);
  await requireNoMove([db]);
  return await writeRows(db, file, nowMs, show);
}

/** Writes a file as `writeBackup` does, also if the database has no workspaces. */
export async function writeRows(
  db: BackupDatabase,
  file: string,
  nowMs: number,
  show: (rows: number) => void,
): Promise<Sums> {
  const sums: Sums = {};
  await writePrivateFile(file, (draft) =>
    db.readTogether(async (isSnapshot) => {
      if (!isSnapshot) await holdMonths(db.query, nowMs);
      await writeLines(draft, file, formatLines(db.query, { isSnapshot, nowMs, sums, show }));
    }),
  );
  return sums;
}

/** Writes the lines of a backup, compressed if the name of its file ends in `.gz`. */
export async function writeLines(
  draft: FileHandle,
  file: string,
  lines: AsyncIterable<string>,
): Promise<void> {
  const compressed = file.endsWith(".gz") ? createGzip() : new PassThrough();
  await pipeline(Readable.from(lines), compressed, async (parts: AsyncIterable<Uint8Array>) => {
    for await (const part of parts) await draft.writeFile(part);
  });
}

/** Throws CommandError if none of the databases has a workspace. */
export async function requireWorkspaces(databases: BackupDatabase[]): Promise<void> {
  for (const { query } of databases) {
    const isMigrated = (await readColumns(query, "workspaces")).length > 0;
    const [row] = isMigrated ? await query(hasRows("workspaces")) : [];
    if (row?.["has_rows"] === 1) return;
  }
  throw new CommandError(
    `${databases[0]?.title} has no workspaces, so there is nothing to back up. Nothing was written.`,
  );
}

/** Lets no day move into a month while both are read. A database of an older release has no months. */
async function holdMonths(query: RunQuery, nowMs: number): Promise<void> {
  const hasMonths = (await readColumns(query, "click_folder")).some(({ name }) => name === "rolls_at");
  if (hasMonths) await query({ sql: HOLD_MONTHS, parameters: [nowMs] });
}

interface Writing {
  isSnapshot: boolean;
  nowMs: number;
  /** Filled while the lines are made. */
  sums: Sums;
  show: (rows: number) => void;
}

async function* formatLines(
  query: RunQuery,
  { isSnapshot, nowMs, sums, show }: Writing,
): AsyncGenerator<string> {
  yield `${formatOpening(formatTimestamp(nowMs), isSnapshot)}\n`;
  let rows = 0;
  for await (const { table, columns, isFirst, lines } of readTables(query, START)) {
    if (isFirst) yield `${formatSection(table, columns)}\n`;
    sums[table] = addDigests(sums[table] ?? NO_LINES, lines.map(digestLine));
    rows += lines.length;
    show(rows);
    if (lines.length > 0) yield `${lines.join("\n")}\n`;
  }
  yield `${formatClosing(sums)}\n`;
}
