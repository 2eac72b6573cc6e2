/** Drops a byte order mark and makes every line end in `\n`. */
export function normalizeLineEndings(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

/** The lines that hold a row, trimmed, each with its 1-based number; and how many are comments. */
export function readLines(text: string): {
  lines: { line: number; text: string }[];
  comments: number;
} {
  const filled = normalizeLineEndings(text)
    .split("\n")
    .map((content, index) => ({ line: index + 1, text: content.trim() }))
    .filter((entry) => entry.text !== "");
  const lines = filled.filter((entry) => !entry.text.startsWith("#"));
  return { lines, comments: filled.length - lines.length };
}
