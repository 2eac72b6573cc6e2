import type { ImportRow } from "../../../../import/row.ts";

/** The size of a part. The API accepts 8 MiB per part; smaller parts make the progress visible. */
const PART_BYTES = 1024 * 1024;
/** The most lines of a file with which empty lines are also sent. */
const MAX_ALIGNED_LINES = 3_000_000;

export interface Part {
  body: Uint8Array;
  /** The number of rows in this part and all parts before it. */
  sent: number;
}

/**
 * Makes parts of newline-delimited JSON from rows. If each row has a line of its own, line n of the parts is line n of
 * the file. The API also counts empty lines, so that its reasons name the lines of the file.
 * @param tags added to the tags of every row
 */
export function* toParts(
  rows: readonly ImportRow[],
  tags: readonly string[],
  maxBytes = PART_BYTES,
): Generator<Part> {
  const isAligned = hasLineOfItsOwn(rows);
  const encoder = new TextEncoder();
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let lines = 0;
  for (const [index, { line, ...row }] of rows.entries()) {
    const gap = isAligned ? "\n".repeat(line - 1 - lines) : "";
    const piece = encoder.encode(`${gap}${JSON.stringify(withTags(row, tags))}\n`);
    if (bytes > 0 && bytes + piece.length > maxBytes) {
      yield { body: join(pieces, bytes), sent: index };
      [pieces, bytes] = [[], 0];
    }
    pieces.push(piece);
    bytes += piece.length;
    lines += gap.length + 1;
  }
  if (bytes > 0) yield { body: join(pieces, bytes), sent: rows.length };
}

function hasLineOfItsOwn(rows: readonly ImportRow[]): boolean {
  let last = 0;
  for (const { line } of rows) {
    if (line <= last || line > MAX_ALIGNED_LINES) return false;
    last = line;
  }
  return true;
}

function withTags(row: Omit<ImportRow, "line">, tags: readonly string[]): Omit<ImportRow, "line"> {
  return tags.length === 0 ? row : { ...row, tags: [...new Set([...(row.tags ?? []), ...tags])] };
}

function join(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
