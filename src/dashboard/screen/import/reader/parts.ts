import type { ImportRow } from "../../../../domain/import/row.ts";

/** The API takes 8 MiB a part; smaller ones let the progress move. */
const PART_BYTES = 1024 * 1024;
/** A file of more lines is sent without the lines that hold no row. */
const MAX_ALIGNED_LINES = 3_000_000;

export interface Part {
  body: Uint8Array;
  /** How many of the rows are sent with this part and those before. */
  sent: number;
}

/**
 * Makes parts of newline-delimited JSON of rows. Line n of what is sent is line n of the file wherever each row has a
 * line of its own: the API counts empty lines, so that its reasons name the lines that a person sees in the file.
 * @param tags that every row gets besides its own
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
