import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../../support/project.ts";
import { toPlot } from "./plot.ts";
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
