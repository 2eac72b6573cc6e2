import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { DASHBOARD_PAGES } from "../../src/admin/dashboard-page.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { buildScripts, SOURCE } from "./dashboard-scripts.ts";
import type { StaticFile } from "./folder.ts";
import { toInstallFiles } from "./install.ts";
import { findTextProblemsIn } from "./text-problems.ts";

/** The folder of files with a hash in their name, below the folder of static files. */
const ASSETS = "assets";

/** Whoever reads shared statistics has no session. */
const SESSION = '<link rel="preload" as="fetch" href="/v1/session" crossorigin>\n';

/** The modules of pages that have another name than their module, or begin with two. */
const MODULES: Record<string, string[]> = {
  links: ["links", "record-list"],
  // The list behind the form is loaded after it.
  record: ["links", "record-drawer"],
  insights: ["insights", "world-map"],
  statistics: ["shared-page"],
};

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
 * Builds the dashboard: a page for each screen in `dashboard`, and scripts and styles with hashed names in `assets`. Screens
 * and languages are separate files. Throws if a language lacks a text.
 */
export async function buildDashboard(): Promise<BuiltDashboard> {
  await checkTexts();
  const [{ files, run, start, screens, sources }, style, install] = await Promise.all([
    buildScripts(ASSETS),
    buildStyle(),
    toInstallFiles(ASSETS),
  ]);
  const template = (await readFile(join(SOURCE, "index.html"), "utf8"))
    .replace("%MANIFEST%", `/${install.manifest.path}`)
    .replace("%ICON%", `/${install.icon.path}`)
    .replace("%STYLE%", `/${style.path}`)
    .replace("%SCRIPTS%\n", () =>
      run.map((path) => `<script type="module" src="/${path}" async></script>\n`).join(""),
    );
  const toPage = (page: string): StaticFile => {
    const own = (MODULES[page] ?? [page]).flatMap((module) => screens.get(module) ?? []);
    // What starts the page comes first, and what is read waits for the session: few connections load many files one after the other.
    const preload = (paths: Iterable<string>) =>
      [...paths].map((path) => `<link rel="modulepreload" href="/${path}">\n`).join("");
    const contents = template.replace("%PRELOAD%\n", () =>
      [
        page === "statistics" ? "" : SESSION,
        preload(start),
        preload(new Set(own).difference(new Set(start))),
      ].join(""),
    );
    return { path: `dashboard/${page}.html`, contents: Buffer.from(contents) };
  };
  return {
    files: [...DASHBOARD_PAGES.map(toPage), ...files, style, install.manifest, ...install.icons],
    first: { scripts: start, styles: [style.path] },
    sources,
  };
}

async function buildStyle(): Promise<StaticFile> {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCE, "style/index.css")],
    outdir: ASSETS,
    entryNames: "style-[hash]",
    bundle: true,
    minify: true,
    write: false,
    target: ["chrome123", "firefox120", "safari17.5"],
    absWorkingDir: PROJECT_FOLDER,
    logLevel: "warning",
  });
  const [style] = outputFiles;
  if (style === undefined) throw new Error("The build has no style.");
  return { path: `${ASSETS}/${basename(style.path)}`, contents: Buffer.from(style.contents) };
}

/** @throws Error that names every text which a language lacks */
async function checkTexts(): Promise<void> {
  const problems = await findTextProblemsIn(join(SOURCE, "text"));
  if (problems.length > 0) throw new Error(`Texts of the dashboard:\n${problems.join("\n")}`);
}
