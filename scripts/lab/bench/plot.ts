import type { Line } from "./results.ts";

const ROW = 34;
const LEFT = 530;
const WIDTH = 960;
const SCALE = 120;

/** The ratios to the floor as bars, each with the mark that it has to stay behind. */
export function toPlot(lines: Line[]): string {
  const shown = lines.filter(({ what }) => what.includes("/"));
  const rows = shown.map((line, index) => row(line, index)).join("\n");
  const height = shown.length * ROW + 30;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13">
<title>What a visit costs, as ratios</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<line x1="${LEFT + SCALE}" y1="10" x2="${LEFT + SCALE}" y2="${height - 10}" stroke="#999" stroke-dasharray="3 3"/>
${rows}
</svg>
`;
}

function row({ what, value, bar, isHigherBetter }: Line, index: number): string {
  const y = index * ROW + 15;
  const width = Math.min(value * SCALE, WIDTH - LEFT - 60);
  const misses = bar !== null && (isHigherBetter ? value < bar : value > bar);
  const mark =
    bar === null
      ? ""
      : `<line x1="${LEFT + bar * SCALE}" y1="${y - 3}" x2="${LEFT + bar * SCALE}" y2="${y + 21}" stroke="#222" stroke-width="2"/>`;
  // The value stands behind the bar and its mark.
  const right = Math.max(width, (bar ?? 0) * SCALE);
  return `<text x="${LEFT - 10}" y="${y + 14}" text-anchor="end">${what}</text>
<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="18" rx="3" fill="${misses ? "#b3432b" : "#21694f"}"/>${mark}
<text x="${(LEFT + right + 8).toFixed(1)}" y="${y + 14}">${value.toFixed(2)}</text>`;
}
