import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Bundles the command line for Node 20, which reads no TypeScript. `npm install -g` of a git address prepares its
 * clone in global mode, and so without the packages that this needs: then they are installed first.
 */
const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const outfile = process.argv[2] ?? join(project, "dist/signpost.cjs");

if (!existsSync(join(project, "node_modules/esbuild"))) {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error("Run npm ci first.");
  const options = ["--global=false", "--prefix", project, "--include=dev", "--ignore-scripts", "--no-audit"];
  execFileSync(process.execPath, [npm, "ci", ...options], { cwd: project, stdio: "inherit" });
}

const { build } = await import("esbuild");
await build({
  absWorkingDir: project,
  entryPoints: ["scripts/signpost.ts"],
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  outfile,
  logLevel: "warning",
});
