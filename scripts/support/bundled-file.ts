import { relative, sep } from "node:path";
import { build } from "esbuild";
import { buildStaticFiles } from "../static/build.ts";
import { buildDashboard } from "../static/dashboard.ts";
import { RENDERER } from "../static/reference.ts";
import { bundleCli } from "./cli-bundle.ts";
import { WORKER_BUILD } from "../worker/bundling.ts";
import { PROJECT_FOLDER } from "./project.ts";

/** Lists the files that a deployment is made of, and those of the command line, relative to the project. */
export async function listBundledFiles(): Promise<{ deployed: string[]; installed: string[] }> {
  await buildStaticFiles();
  const [worker, dashboard, cli] = await Promise.all([build(WORKER_BUILD), buildDashboard(), bundleCli()]);
  const renderer = relative(PROJECT_FOLDER, RENDERER).split(sep).join("/");
  return {
    deployed: [...Object.keys(worker.metafile.inputs), ...dashboard.sources, `${renderer}/package.json`],
    installed: Object.keys(cli.metafile.inputs),
  };
}
