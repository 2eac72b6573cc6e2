import type { Line } from "./results.ts";

/** Markdown that reads well in a terminal, too. */
export function toTable(lines: Line[]): string {
  const rows = lines.map(({ what, value, spread, bar, aim, isHigherBetter }) => [
    what,
    value.toFixed(2),
    spread === undefined ? "" : `${spread[0].toFixed(2)} – ${spread[1].toFixed(2)}`,
    bar === null ? "" : `${isHigherBetter ? "≥" : "≤"} ${bar}`,
    aim === null ? "" : String(aim),
  ]);
  const head = ["", "measured", "middle half", "bar", "aim"];
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), title.length),
  );
  const print = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [
    print(head),
    `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`,
    ...rows.map(print),
  ].join("\n");
}
