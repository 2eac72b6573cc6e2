import { markdownTable } from "../../support/markdown-table.ts";
import type { Line } from "./results.ts";

export function toTable(lines: Line[]): string {
  const rows = lines.map(({ what, value, spread, bar, aim, isHigherBetter }) => [
    what,
    value.toFixed(2),
    spread === undefined ? "" : `${spread[0].toFixed(2)} – ${spread[1].toFixed(2)}`,
    bar === null ? "" : `${isHigherBetter ? "≥" : "≤"} ${bar}`,
    aim === null ? "" : String(aim),
  ]);
  return markdownTable(["", "measured", "middle half", "bar", "aim"], rows);
}
