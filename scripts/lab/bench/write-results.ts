import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../../support/project.ts";
import { toPlot } from "./plot.ts";
import type { Line, Results } from "./results.ts";
import { toTable } from "./table.ts";

const MARK = { start: "<!-- results -->", end: "<!-- /results -->" };

/**
 * Writes a run to docs/performance.md: the table between its marks, and the plot and the raw figures in files next to
 * the page.
 */
export async function writeResults(results: Results, lines: Line[]): Promise<void> {
  const docs = join(PROJECT_FOLDER, "docs");
  await writeFile(join(docs, "performance.json"), `${JSON.stringify(results)}\n`);
  await writeFile(join(docs, "performance.svg"), toPlot(lines));
  const page = join(docs, "performance.md");
  const text = await readFile(page, "utf8");
  const [before, after] = [text.split(MARK.start)[0] ?? "", text.split(MARK.end)[1] ?? ""];
  const table = `${MARK.start}\n<!-- prettier-ignore-start -->\n\n${describe(results)}\n\n${toTable(lines)}\n\n<!-- prettier-ignore-end -->\n${MARK.end}`;
  await writeFile(page, before + table + after);
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
