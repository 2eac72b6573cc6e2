import type { BuildOptions } from "esbuild";
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
