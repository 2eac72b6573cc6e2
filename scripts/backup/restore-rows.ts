import { chunkBySize } from "../../src/runtime/chunk.ts";
import { foldTag } from "../../src/domain/tag.ts";
import {
  CLEAR_PIECES,
  countRows,
  CREATE_PIECES,
  CREATE_SUSPENSIONS,
  finishRestore,
  HOLD_SUSPENSIONS,
  insertPiece,
  insertRows,
  insertTags,
  type RestoredTable,
} from "../../src/storage/backup/restore.ts";
import type { PlainStatement } from "../../src/storage/statement.ts";
import { readRows, type BackupFile } from "./check-file.ts";
import type { BackupDatabase } from "./database.ts";

/** D1 accepts statements of up to 100 kB. Quotes in a literal are doubled, and a character may have four bytes. */
const STATEMENT_BYTES = 80_000;
/** The number of bytes of the statements that run together. */
const RUN_BYTES = 8_000_000;

/**
 * Inserts the rows of a checked backup into an empty database. Tables that others come after are first; the file is
 * read once for each rank of tables.
 * @param show gets the number of inserted rows
 */
export async function restoreRows(
  db: BackupDatabase,
  file: string,
  backup: BackupFile,
  tables: Map<string, RestoredTable>,
  nowMs: number,
  show: (rows: number) => void,
): Promise<void> {
  await db.run([CREATE_PIECES, CREATE_SUSPENSIONS]);
  const writer = new Writer(db, backup, nowMs);
  const ranks = new Set([...backup.columns.keys()].map((name) => tables.get(name)!.rank));
  for (const rank of [...ranks].toSorted((a, b) => a - b)) {
    for await (const { table: name, lines } of readRows(file)) {
      const table = tables.get(name);
      if (lines === null || table?.rank !== rank) continue;
      await writer.insert(table, lines);
      show(writer.rows);
    }
    await writer.flush();
  }
  await db.run(finishRestore(nowMs));
}

/** Collects statements and runs them in large groups. */
class Writer {
  rows = 0;
  #statements: PlainStatement[] = [];
  #bytes = 0;
  /** The first and the last row of the records in `#statements`. */
  #records: [first: number, last: number] | null = null;

  readonly #db: BackupDatabase;
  readonly #backup: BackupFile;
  readonly #nowMs: number;

  constructor(db: BackupDatabase, backup: BackupFile, nowMs: number) {
    this.#db = db;
    this.#backup = backup;
    this.#nowMs = nowMs;
  }

  async insert(table: RestoredTable, lines: string[]): Promise<void> {
    const columns = this.#backup.columns.get(table.name)!;
    // The list of each group fits into a statement; a longer line is a group of its own.
    for (const group of chunkBySize(lines, (line) => literalSize(line) + 1, STATEMENT_BYTES - 10)) {
      const list = `[${group.join(",")}]`;
      const size = literalSize(list);
      const { isSnapshot } = this.#backup;
      if (size <= STATEMENT_BYTES) {
        this.#statements.push(insertRows(table, columns, isSnapshot, list));
      } else {
        this.#statements.push(...splitText(list).map(insertPiece));
        this.#statements.push(insertRows(table, columns, isSnapshot, null), CLEAR_PIECES);
      }
      if (table.name === "workspaces") this.#statements.push(...HOLD_SUSPENSIONS);
      if (table.name === "records") this.#addRecords(columns, group);
      this.rows += group.length;
      this.#bytes += size;
      if (this.#bytes >= RUN_BYTES) await this.flush();
    }
  }

  /**
   * Adds the tags of records, and extends the range of records whose derived data `flush` computes. Rows arrive in
   * ascending order.
   */
  #addRecords(columns: string[], lines: string[]): void {
    const [row, id, tags] = ["row", "id", "tags"].map((name) => columns.indexOf(name)) as [
      number,
      number,
      number,
    ];
    const records = lines.map((line) => JSON.parse(line) as unknown[]);
    const pairs = records.flatMap((values) =>
      (JSON.parse(String(values[tags])) as string[]).map((tag) => [values[id], foldTag(tag)]),
    );
    for (let start = 0; start < pairs.length; start += PAIRS_AT_ONCE) {
      this.#statements.push(insertTags(JSON.stringify(pairs.slice(start, start + PAIRS_AT_ONCE))));
    }
    this.#records = [this.#records?.[0] ?? Number(records[0]?.[row]), Number(records.at(-1)?.[row])];
  }

  async flush(): Promise<void> {
    if (this.#records !== null) this.#statements.push(...countRows(...this.#records, this.#nowMs));
    if (this.#statements.length > 0) await this.#db.run(this.#statements);
    [this.#statements, this.#bytes, this.#records] = [[], 0, null];
  }
}

/** A pair takes at most 64 characters of the tag and 36 of the id. */
const PAIRS_AT_ONCE = 250;

/** Returns how many bytes a text takes as a literal of SQL. */
function literalSize(text: string): number {
  return Buffer.byteLength(text) + (text.split("'").length - 1) + 2;
}

/** The number of UTF-16 units of a piece, which fits into a statement with any characters. */
const PIECE_UNITS = 25_000;

/** Splits a text into pieces, and no character in two. */
function splitText(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + PIECE_UNITS);
    if (!text.slice(start, end).isWellFormed()) end--;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
