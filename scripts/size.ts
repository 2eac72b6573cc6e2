import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { readWrangler } from "./support/wrangler.ts";

/**
 * The size budget: what a deployment uploads, and what of it a visit evaluates. The first is the
 * bundle that a deployment makes; for the second, what is loaded on demand is split off from it.
 */

const visit = await bundleVisit();
const budgets = [
  { name: "whole worker", bytes: await bundleWorker(), maxKilobytes: 165 },
  { name: "evaluated for a visit", bytes: visit.bytes, maxKilobytes: 17 },
];

for (const { name, bytes, maxKilobytes } of budgets) {
  const kilobytes = gzipSync(bytes, { level: 9 }).length / 1000;
  const isOver = kilobytes > maxKilobytes;
  console.log(`${name}: ${kilobytes.toFixed(1)} kB gzip of ${maxKilobytes}${isOver ? "  OVER BUDGET" : ""}`);
  if (isOver) process.exitCode = 1;
}
if (visit.libraries.length > 0) {
  console.log(`a visit must evaluate no library, but it does: ${visit.libraries.join(", ")}`);
  process.exitCode = 1;
}

async function bundleWorker(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-size-"));
  try {
    const { exitCode, stderr } = await readWrangler(["deploy", "--dry-run", "--outdir", folder]);
    if (exitCode !== 0) throw new Error(stderr);
    return await readFile(join(folder, "index.js"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function bundleVisit(): Promise<{ bytes: Uint8Array; libraries: string[] }> {
  const { metafile, outputFiles } = await build({
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
  const paths = reachableAtOnce(metafile.outputs, "dist/index.js");
  const inputs = paths.flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  const evaluated = outputFiles.filter((file) => paths.some((path) => file.path.endsWith(`/${path}`)));
  return {
    bytes: Buffer.concat(evaluated.map((file) => file.contents)),
    libraries: inputs.filter((input) => input.startsWith("node_modules/")),
  };
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
