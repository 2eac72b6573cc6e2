import { basename, dirname, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { reachableAtOnce } from "../static/dashboard.ts";
import { buildStaticFiles } from "../static/build.ts";
import { writeChanged } from "../static/folder.ts";
import { WORKER_BUILD } from "./bundling.ts";
import { WORKER_FILE } from "../support/project.ts";
import { BUNDLE_SETTINGS } from "../support/wrangler.ts";
import { moveStrings } from "./string-table.ts";

const WORKER_FOLDER = dirname(WORKER_FILE);
const TABLE = "strings.txt";

/**
 * Builds the Worker that a deployment uploads: `src/index.ts` in one module, whose long strings are in a text. The platform
 * compiles all code at a cold start; a text costs a tenth of that. Code that a visit runs keeps its strings. Wrangler
 * bundles the file once more, and minifies it.
 */
export async function buildWorker(): Promise<void> {
  await buildStaticFiles();
  const [eager, { outputFiles }] = await Promise.all([listEagerModules(), bundle()]);
  const [map, code] = outputFiles.toSorted((a, b) => b.path.length - a.path.length).map(({ text }) => text);
  if (map === undefined || code === undefined) throw new Error("esbuild wrote no file or no source map");
  const moduleAt = readModules(code);
  const moved = moveStrings(code, "__string", (position) => !eager.has(moduleAt(position)));
  const lookUp = [
    `import __strings from "./${TABLE}";`,
    "var __table;",
    "function __string(number) { return (__table ??= JSON.parse(__strings))[number]; }",
    `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString("base64")}`,
  ];
  await writeChanged(WORKER_FOLDER, { path: TABLE, contents: Buffer.from(JSON.stringify(moved.strings)) });
  // Behind the code, so that its lines keep their numbers.
  const contents = Buffer.from(`${moved.code}\n${lookUp.join("\n")}\n`);
  await writeChanged(WORKER_FOLDER, { path: basename(WORKER_FILE), contents });
}

function bundle() {
  return build({
    ...WORKER_BUILD,
    outdir: dirname(WORKER_FILE),
    splitting: false,
    minify: false,
    sourcemap: "external",
    legalComments: "none",
    tsconfig: BUNDLE_SETTINGS,
    alias: { crypto: "./src/runtime/no-crypto.ts" },
    plugins: [TEXTS_STAY_FILES],
  });
}

const TEXTS_STAY_FILES: Plugin = {
  name: "texts-stay-files",
  setup({ onResolve }) {
    onResolve({ filter: /\.txt$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path),
      external: true,
    }));
  },
};

/** Returns the modules that are evaluated when the Worker starts, relative to the project. */
async function listEagerModules(): Promise<Set<string>> {
  const { metafile } = await build(WORKER_BUILD);
  return new Set(
    reachableAtOnce(metafile, "dist/index.js").flatMap((path) =>
      Object.keys(metafile.outputs[path]?.inputs ?? {}),
    ),
  );
}

/** Returns a function that tells the module of a position: esbuild writes its path above each module. */
function readModules(code: string): (position: number) => string {
  const starts = [...code.matchAll(/^\/\/ (\S+)$/gm)].map(({ index, 1: path = "" }) => ({ index, path }));
  return (position) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle]?.index ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return starts[low - 1]?.path ?? "";
  };
}
