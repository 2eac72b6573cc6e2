import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Metafile } from "esbuild";
import { DASHBOARD_GROUPS } from "../../src/admin/dashboard-page.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import type { StaticFile } from "./folder.ts";
import { toInstallFiles } from "./install.ts";
import { findTextProblemsIn } from "./text-problems.ts";

const SOURCE = join(PROJECT_FOLDER, "src/dashboard");
/** The folder of files with a hash in their name, below the folder of static files. */
const ASSETS = "assets";

/** The files of the dashboard, and the paths of the files of its first page. */
export interface BuiltDashboard {
  files: StaticFile[];
  first: { scripts: string[]; styles: string[] };
  /** All files that it is made of, packages' too. */
  sources: string[];
}

export async function dashboard(): Promise<StaticFile[]> {
  return (await buildDashboard()).files;
}

/**
 * Builds the dashboard: a page for each group of screens in `dashboard`, and scripts and styles with hashed names in `assets`. Screens and languages
 * are separate files. Throws if a language lacks a text.
 */
export async function buildDashboard(): Promise<BuiltDashboard> {
  await checkTexts();
  const { metafile, outputFiles } = await build({
    entryPoints: { app: join(SOURCE, "main.tsx"), style: join(SOURCE, "style/index.css") },
    outdir: join(PROJECT_FOLDER, ASSETS),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    metafile: true,
    write: false,
    jsx: "automatic",
    jsxImportSource: "preact",
    target: ["es2023", "chrome123", "firefox120", "safari17.5"],
    tsconfig: join(SOURCE, "tsconfig.json"),
    absWorkingDir: PROJECT_FOLDER,
    logLevel: "warning",
  });
  const script = outputOf(metafile, "src/dashboard/main.tsx");
  const style = outputOf(metafile, "src/dashboard/style/index.css");
  const scripts = reachableAtOnce(metafile, script);
  const install = await toInstallFiles(ASSETS);
  const template = (await readFile(join(SOURCE, "index.html"), "utf8"))
    .replace("%MANIFEST%", `/${install.manifest.path}`)
    .replace("%ICON%", `/${install.icon.path}`);
  const toPage = (group: string): StaticFile => {
    const screens = reachableAtOnce(metafile, outputOf(metafile, `src/dashboard/screen/group/${group}.ts`));
    // What starts the page comes first: few connections load many files one after the other.
    const preload = (paths: string[]) =>
      paths.map((path) => `<link rel="modulepreload" href="/${path}">\n`).join("");
    const page = template
      .replace("%STYLE%", `/${style}`)
      .replace("%SCRIPT%", `/${script}`)
      .replace("%FIRST%\n", preload(scripts.slice(1)))
      .replace("%SCREENS%\n", preload(screens.filter((path) => !scripts.includes(path))));
    return { path: `dashboard/${group}.html`, contents: Buffer.from(page) };
  };
  const assets = outputFiles.map(({ path, contents }) => ({ path: `${ASSETS}/${basename(path)}`, contents }));
  return {
    files: [...DASHBOARD_GROUPS.map(toPage), ...assets, install.manifest, ...install.icons],
    first: { scripts, styles: [style] },
    sources: Object.keys(metafile.inputs),
  };
}

/** @throws Error that names every text which a language lacks */
async function checkTexts(): Promise<void> {
  const problems = await findTextProblemsIn(join(SOURCE, "text"));
  if (problems.length > 0) throw new Error(`Texts of the dashboard:\n${problems.join("\n")}`);
}

function outputOf({ outputs }: Metafile, source: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  if (found === undefined) throw new Error(`The build has no output of ${source}.`);
  return found[0];
}

/** Returns an output and the outputs that it imports statically, not on demand; itself first. */
export function reachableAtOnce({ outputs }: Metafile, entry: string): string[] {
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && imported in outputs) reached.add(imported);
    }
  }
  return [...reached];
}
