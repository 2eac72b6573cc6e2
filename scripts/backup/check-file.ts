import {
  BACKUP_FORMAT,
  type ClosingLine,
  type OpeningLine,
  type SectionLine,
} from "../../src/domain/backup-file.ts";
import { addDigests, NO_LINES, type LineSum } from "../../src/domain/line-sum.ts";
import { CommandError } from "../support/command.ts";
import { digestLine } from "./digest.ts";
import type { Sums } from "./write-backup.ts";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";

/** Describes a backup, as the backup itself says. */
export interface BackupFile {
  createdAt: string;
  isSnapshot: boolean;
  /** The columns of each table, in the order of the rows' values. */
  columns: Map<string, string[]>;
  sums: Sums;
}

const DIGESTS_AT_ONCE = 1_000;

/**
 * Reads a whole backup and checks it against its checksums.
 * @throws CommandError if the file is not a backup, is truncated, or has a changed row
 */
export async function checkFile(file: string): Promise<BackupFile> {
  let opening: OpeningLine | null = null;
  let closing: ClosingLine | null = null;
  const columns = new Map<string, string[]>();
  const found: Sums = {};
  for await (const row of readRows(file)) {
    if (opening === null) {
      opening = requireOpening(file, row.line);
    } else if (closing !== null) {
      throw new CommandError(`${file} goes on behind its last line. Nothing was restored.`);
    } else if (row.section !== null) {
      columns.set(row.section.table, row.section.columns);
      found[row.section.table] ??= NO_LINES;
    } else if (row.lines !== null) {
      found[row.table] = addDigests(found[row.table] ?? NO_LINES, row.lines.map(digestLine));
    } else {
      closing = parse(row.line) as ClosingLine | null;
      if (closing?.end !== true) break;
    }
  }
  if (opening === null || closing?.end !== true) {
    throw new CommandError(`${file} is cut off: its last line is missing. Nothing was restored.`);
  }
  for (const table of new Set([...Object.keys(closing.tables), ...Object.keys(found)])) {
    if (isSame(closing.tables[table], found[table])) continue;
    throw new CommandError(
      `${file} is damaged: the rows of ${table} do not match their checksum. Nothing was restored.`,
    );
  }
  const { created_at: createdAt, is_snapshot: isSnapshot } = opening;
  return { createdAt, isSnapshot, columns, sums: closing.tables };
}

/** Tells whether two checksums are equal; two that are missing are not. */
export function isSame(one: LineSum | undefined, other: LineSum | undefined): boolean {
  return one !== undefined && one.count === other?.count && one.sum === other.sum;
}

/** Some rows of a table, the line in front of them, or another line. */
interface Rows {
  table: string;
  section: SectionLine | null;
  lines: string[] | null;
  line: string;
}

/** Reads a backup in order: rows in groups, every other line alone. */
export async function* readRows(file: string): AsyncGenerator<Rows> {
  let table = "";
  let lines: string[] = [];
  for await (const line of readLines(file)) {
    const isRow = line.startsWith("[");
    if (isRow) lines.push(line);
    if (lines.length > 0 && (!isRow || lines.length === DIGESTS_AT_ONCE)) {
      yield { table, section: null, lines, line: "" };
      lines = [];
    }
    if (isRow) continue;
    const section = line.startsWith('{"table":') ? (parse(line) as SectionLine | null) : null;
    table = section?.table ?? table;
    yield { table, section, lines: null, line };
  }
  if (lines.length > 0) yield { table, section: null, lines, line: "" };
}

function requireOpening(file: string, line: string): OpeningLine {
  const opening = parse(line) as Partial<OpeningLine> | null;
  if (opening?.signpost_backup === undefined) throw new CommandError(`${file} is no backup of Signpost.`);
  if (opening.signpost_backup !== BACKUP_FORMAT) {
    throw new CommandError(`${file} is of a later version of Signpost. Restore it with that version.`);
  }
  return opening as OpeningLine;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const GZIP_START = 0x1f8b;

/**
 * Reads the non-empty lines of a file, compressed or not. Only line feeds end a line.
 * @throws CommandError if a compressed file is truncated or damaged
 */
async function* readLines(file: string): AsyncGenerator<string> {
  // Opened before the stream is created, because the caller catches only errors of this call.
  const isZipped = await isCompressed(file);
  const source = createReadStream(file, { highWaterMark: 1 << 20 });
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for await (const bytes of isZipped ? source.pipe(createGunzip()) : source) {
      const parts = (rest + decoder.write(bytes as Buffer)).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) if (line !== "") yield line;
    }
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!code.startsWith("Z_")) throw error;
    throw new CommandError(`${file} is cut off or damaged: ${message}.`, { cause: error });
  } finally {
    source.destroy();
  }
  // A last line without a line feed was probably truncated; the check of the closing line decides.
  if (rest !== "") yield rest;
}

async function isCompressed(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer.readUInt16BE() === GZIP_START;
}
