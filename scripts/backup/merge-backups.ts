import { formatClosing, formatOpening, formatSection } from "../../src/domain/backup-file.ts";
import { addDigests, NO_LINES } from "../../src/domain/line-sum.ts";
import { MERGED, UNIQUE_TO_WORKSPACE, type MergedRow } from "../../src/storage/backup/merge.ts";
import { readColumns, type RunQuery } from "../../src/storage/backup/read.ts";
import { CommandError } from "../support/command.ts";
import { writePrivateFile } from "../support/private-file.ts";
import { checkFile, readRows, type BackupFile } from "./check-file.ts";
import { digestLine } from "./digest.ts";
import { writeLines, type Sums } from "./write-backup.ts";

/** Merges the backups of several databases into a backup of one, so that a restore has only one way. */

/** The values of a row's primary key. */
type Key = (string | number)[];

interface Row {
  file: string;
  table: string;
  line: string;
  values: MergedRow;
  key: Key;
}

/** The number of lines that are written together. */
const LINES_AT_ONCE = 1_000;

/**
 * Writes one backup with the rows of several, in the order of their keys, as every backup has them.
 * @param query asks the database that the rows are for, which tells the keys of its tables
 * @param files backups of databases of one installation, first that of the database which takes the others in
 * @param merged the file to write
 * @throws CommandError if one is damaged, if they are of different versions, or if two have a row with the same key that
 *   `MERGED` does not make one row of. Then there is no file
 */
export async function mergeBackups(query: RunQuery, files: string[], merged: string): Promise<void> {
  const backups: BackupFile[] = [];
  for (const file of files) backups.push(await checkFile(file));
  const keys = await readKeys(query, requireSameColumns(files, backups));
  await writePrivateFile(merged, (draft) => writeLines(draft, merged, formatMerged(files, backups, keys)));
}

function requireSameColumns(files: string[], [first, ...others]: BackupFile[]): Map<string, string[]> {
  const { columns } = first!;
  const text = JSON.stringify([...columns]);
  const other = others.findIndex((backup) => JSON.stringify([...backup.columns]) !== text);
  if (other < 0) return columns;
  throw new CommandError(
    `${files[0]} and ${files[other + 1]} were written by different versions of Signpost, so that they cannot become one database. Nothing was restored.`,
  );
}

/** Returns the columns of the primary key of each table. */
async function readKeys(query: RunQuery, columns: Map<string, string[]>): Promise<Map<string, string[]>> {
  const keys = new Map<string, string[]>();
  for (const table of columns.keys()) {
    const infos = (await readColumns(query, table)).filter(({ key }) => key > 0);
    keys.set(
      table,
      infos.toSorted((a, b) => a.key - b.key).map(({ name }) => name),
    );
  }
  return keys;
}

async function* formatMerged(
  files: string[],
  backups: BackupFile[],
  keys: Map<string, string[]>,
): AsyncGenerator<string> {
  const [{ columns }] = backups as [BackupFile];
  const createdAt = backups.map((backup) => backup.createdAt).toSorted()[0]!;
  yield `${formatOpening(
    createdAt,
    backups.every(({ isSnapshot }) => isSnapshot),
  )}\n`;
  const readers = files.map((file) => new Reader(listRows(file, columns, keys)));
  for (const reader of readers) await reader.advance();
  const sums: Sums = {};
  for (const [table, names] of columns) {
    yield `${formatSection(table, names)}\n`;
    sums[table] = NO_LINES;
    for await (const lines of inGroups(mergeTable(readers, table, names))) {
      sums[table] = addDigests(sums[table], lines.map(digestLine));
      yield `${lines.join("\n")}\n`;
    }
  }
  yield `${formatClosing(sums)}\n`;
}

async function* inGroups(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let group: string[] = [];
  for await (const line of lines) {
    group.push(line);
    if (group.length < LINES_AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Reads a backup row by row. */
class Reader {
  /** The next row; null at the end. */
  head: Row | null = null;
  readonly #rows: AsyncGenerator<Row>;

  constructor(rows: AsyncGenerator<Row>) {
    this.#rows = rows;
  }

  async advance(): Promise<void> {
    const { value, done } = await this.#rows.next();
    this.head = done === true ? null : value;
  }
}

async function* listRows(
  file: string,
  columns: Map<string, string[]>,
  keys: Map<string, string[]>,
): AsyncGenerator<Row> {
  for await (const { table, lines } of readRows(file)) {
    for (const line of lines ?? []) {
      const list = JSON.parse(line) as MergedRow[string][];
      const values = Object.fromEntries(
        columns.get(table)!.map((name, index) => [name, list[index] ?? null]),
      );
      yield { file, table, line, values, key: keys.get(table)!.map((name) => values[name] ?? "") };
    }
  }
}

/** Yields the rows of a table of all backups, as lines. */
async function* mergeTable(readers: Reader[], table: string, columns: string[]): AsyncGenerator<string> {
  const requireUnique = table === "workspaces" ? watchWorkspaces() : () => {};
  for (;;) {
    const rows = readers.flatMap(({ head }) => (head?.table === table ? [head] : []));
    if (rows.length === 0) return;
    const { key } = rows.reduce((least, row) => (compareKeys(row.key, least.key) < 0 ? row : least));
    const same = rows.filter((row) => compareKeys(row.key, key) === 0);
    const line = mergeRows(same, columns);
    same.forEach(requireUnique);
    yield line;
    for (const reader of readers) if (same.includes(reader.head!)) await reader.advance();
  }
}

/** Makes one line of the rows with the same key. */
function mergeRows(rows: Row[], columns: string[]): string {
  const [{ file, table, key, ...first }, ...others] = rows as [Row, ...Row[]];
  const merge = MERGED[table] ?? "apart";
  let { values } = first;
  for (const other of others) {
    const merged = merge === "apart" ? null : merge(values, other.values);
    if (merged === null) throw refuse(file, other.file, `${table} with the key ${key.join(", ")}`);
    values = merged;
  }
  const unchanged = rows.find((row) => row.values === values);
  return unchanged?.line ?? JSON.stringify(columns.map((name) => values[name]));
}

/** Returns a function that throws if two workspaces have the same number or label. */
function watchWorkspaces(): (row: Row) => void {
  const known = new Map<string, string>();
  return ({ file, values }) => {
    for (const column of UNIQUE_TO_WORKSPACE) {
      if (values[column] == null) continue;
      const name = `workspaces with the ${column} ${values[column]}`;
      const before = known.get(name);
      if (before !== undefined) throw refuse(before, file, name);
      known.set(name, file);
    }
  };
}

function refuse(one: string, other: string, row: string): CommandError {
  return new CommandError(
    `${one} and ${other} both have a row of ${row}, so that they cannot become one database: they are of two installations, or a workspace moved while they were written. Nothing was restored.`,
  );
}

/** Compares keys as SQLite does, which orders texts by their bytes. */
function compareKeys(one: Key, other: Key): number {
  for (const [index, a] of one.entries()) {
    const b = other[index]!;
    if (a === b) continue;
    if (typeof a === "number" && typeof b === "number") return a - b;
    return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  }
  return 0;
}
