/** Returns rows below their headings, each column as wide as its widest text. */
export function toTable(headings: string[], rows: string[][]): string {
  const lines = padColumns(headings, rows);
  return lines.map((cells) => cells.join("  ").trimEnd()).join("\n");
}

/** Formats Markdown that is also readable in a terminal. */
export function markdownTable(head: string[], rows: string[][]): string {
  const [first = [], ...others] = padColumns(head, rows);
  const rule = first.map((title) => "-".repeat(title.length));
  return [first, rule, ...others].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function padColumns(head: string[], rows: string[][]): string[][] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
}
