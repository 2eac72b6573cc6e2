/** Formats Markdown that is also readable in a terminal. */
export function markdownTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0), title.length),
  );
  const print = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [
    print(head),
    `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`,
    ...rows.map(print),
  ].join("\n");
}
