import type { ImportRow } from "../../../../import/row.ts";

/** The most lines of a file with which empty lines are also sent. */
const MAX_ALIGNED_LINES = 3_000_000;

/**
 * Returns rows as lines of JSON. If each row has a line of its own, line n of all lines is line n of the file. The API
 * also counts empty lines, so that its reasons name the lines of the file.
 * @param tags added to the tags of every row
 */
export function* toLines(rows: readonly ImportRow[], tags: readonly string[]): Generator<string> {
  const isAligned = hasLineOfItsOwn(rows);
  let last = 0;
  for (const { line, ...row } of rows) {
    const gap = isAligned ? "\n".repeat(line - 1 - last) : "";
    yield gap + JSON.stringify(withTags(row, tags));
    last = line;
  }
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
