import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";

/**
 * The size budget: what a deployment uploads, and what of it a visit evaluates. Bundled as for a
 * deployment, with what is loaded on demand split off so that it can be told apart.
 */

const BUDGETS = [
  { name: "whole worker", maxKilobytes: 150 },
  { name: "evaluated for a visit", maxKilobytes: 15 },
];

const result = await build({
  entryPoints: { index: "src/index.ts" },
  bundle: true,
  splitting: true,
  minify: true,
  metafile: true,
  write: false,
  format: "esm",
  target: "es2024",
  conditions: ["workerd", "worker", "browser"],
  external: ["cloudflare:*", "node:*"],
  outdir: "dist",
});

const { outputs } = result.metafile;
const texts = new Map(result.outputFiles.map((file) => [file.path.split("/").at(-1) ?? "", file.contents]));
const visit = reachableAtOnce(outputs, "dist/index.js");
const sizes = [gzipOf(Object.keys(outputs)), gzipOf(visit)];

for (const [index, { name, maxKilobytes }] of BUDGETS.entries()) {
  const kilobytes = (sizes[index] ?? 0) / 1000;
  const isOver = kilobytes > maxKilobytes;
  console.log(`${name}: ${kilobytes.toFixed(1)} kB gzip of ${maxKilobytes}${isOver ? "  OVER BUDGET" : ""}`);
  if (isOver) process.exitCode = 1;
}

const libraries = visit
  .flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}))
  .filter((input) => input.startsWith("node_modules/"));
if (libraries.length > 0) {
  console.log(`a visit must evaluate no library, but it does: ${libraries.join(", ")}`);
  process.exitCode = 1;
}

/** Outputs that are loaded with an entry, not on demand. */
function reachableAtOnce(all: Metafile["outputs"], entry: string): string[] {
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const { path: imported, kind } of all[path]?.imports ?? []) {
      if (kind === "import-statement" && imported in all) reached.add(imported);
    }
  }
  return [...reached];
}

function gzipOf(paths: string[]): number {
  const parts = paths.map((path) => texts.get(path.split("/").at(-1) ?? "") ?? new Uint8Array());
  return parts.reduce((total, part) => total + gzipSync(part, { level: 9 }).length, 0);
}
