import type { BuildOptions, Metafile } from "esbuild";
import { PROJECT_FOLDER } from "../support/project.ts";

/** Bundles the Worker by esbuild alone, for commands that only inspect the bundle. */
export const WORKER_BUILD = {
  absWorkingDir: PROJECT_FOLDER,
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
} satisfies BuildOptions;

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
