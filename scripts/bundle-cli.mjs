import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Bundles the command line for Node 20, which reads no TypeScript. */
const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const outfile = process.argv[2] ?? join(project, "dist/signpost.cjs");

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
