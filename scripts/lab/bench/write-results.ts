import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../../support/project.ts";
import { toTable, type Line, type Results } from "./results.ts";

const DOCS = join(PROJECT_FOLDER, "docs");

/** Writes a run to docs/performance.md, and the plot and the raw figures into files next to the page. */
export async function writeResults(results: Results, lines: Line[]): Promise<void> {
  await writeFile(join(DOCS, "performance.svg"), toPlot(lines));
  const about = describe(results);
  await writeSection({ page: "performance", name: "", results, about, table: toTable(lines) });
}

interface Section {
  page: string;
  /** The name in its marks, and a space. */
  name: string;
  /** The file of the raw figures, if it is not called like the page. */
  json?: string;
  results: object;
  about: string;
  table: string;
}

/** Writes a table into a page of the docs, between its marks, and the raw figures next to the page. */
export async function writeSection({ page, name, json = page, ...section }: Section): Promise<void> {
  const { results, about, table } = section;
  await writeFile(join(DOCS, `${json}.json`), `${JSON.stringify(results)}\n`);
  const [start, end] = [`<!-- ${name}results -->`, `<!-- /${name}results -->`];
  const file = join(DOCS, `${page}.md`);
  const around = await readFile(file, "utf8");
  const [before = "", after = ""] = [around.split(start)[0], around.split(end)[1]];
  const text = `${start}\n<!-- prettier-ignore-start -->\n\n${about}\n\n${table}\n\n<!-- prettier-ignore-end -->\n${end}`;
  await writeFile(file, before + text + after);
}

function describe({ date, cores, rounds }: Results): string {
  const version = (name: string) => {
    const { version } = JSON.parse(
      execFileSync(process.execPath, ["-p", `JSON.stringify(require("${name}/package.json"))`], {
        cwd: PROJECT_FOLDER,
        encoding: "utf8",
      }),
    ) as { version: string };
    return version;
  };
  return `Measured on ${date.slice(0, 10)}: workerd ${version("workerd")}, wrangler ${version("wrangler")}, Node ${process.versions.node}, ${cores} cores, ${rounds.length} rounds.`;
}

const ROW = 34;
const LEFT = 530;
const WIDTH = 960;
const SCALE = 120;

/** The ratios to the floor as bars, each with the mark that it has to stay behind. */
function toPlot(lines: Line[]): string {
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
