import { formatClosing, formatOpening, formatSection } from "../../domain/backup-file.ts";
import { addDigests, NO_LINES } from "../../domain/line-sum.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { readTables, type RunQuery } from "../../storage/backup/read.ts";
import type { BackupProgress, BackupRun } from "../../storage/backup/run.ts";

/** The size of a part. R2 requires at least 5 MiB, and the same size for all parts except the last. */
export const PART_BYTES = 8 * 1024 * 1024;
/** The most queries of a part. It takes one for each half megabyte, and some for each table, or ends early. */
const MAX_PAGES = 100;

const LINE_FEED = 10;

interface Part {
  bytes: Uint8Array;
  progress: Omit<BackupProgress, "etags">;
}

/**
 * Reads the next part of a backup. Fills it with line feeds, because empty lines are ignored.
 * @throws as the query does
 */
export async function readPart(query: RunQuery, run: BackupRun): Promise<Part> {
  const bytes = new Uint8Array(PART_BYTES).fill(LINE_FEED);
  const encoder = new TextEncoder();
  let size = 0;
  const append = (lines: string[]): boolean => {
    const text = lines.map((line) => `${line}\n`).join("");
    const { read, written } = encoder.encodeInto(text, bytes.subarray(size));
    if (read === text.length) size += written;
    else bytes.fill(LINE_FEED, size);
    return read === text.length;
  };

  let { position } = run.progress;
  const sums = { ...run.progress.sums };
  if (run.parts === 0) append([formatOpening(formatTimestamp(run.startedAtMs), false)]);
  let pages = 0;
  for await (const { table, columns, isFirst, lines, next } of readTables(query, position)) {
    const section = isFirst ? [formatSection(table, columns)] : [];
    if (!append([...section, ...lines])) {
      if (pages === 0) throw new Error(`a page of ${table} is larger than a part`);
      return { bytes, progress: { position, sums, isUploaded: false } };
    }
    const digests = lines.map(async (line) => crypto.subtle.digest("SHA-256", encoder.encode(line)));
    const added = (await Promise.all(digests)).map((digest) => new Uint8Array(digest));
    sums[table] = addDigests(sums[table] ?? NO_LINES, added);
    position = next;
    if (++pages === MAX_PAGES) return { bytes, progress: { position, sums, isUploaded: false } };
  }
  const isUploaded = append([formatClosing(sums)]);
  return { bytes: isUploaded ? bytes.subarray(0, size) : bytes, progress: { position, sums, isUploaded } };
}
