import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { reachableAtOnce } from "../static/dashboard.ts";
import { buildStaticFiles } from "../static/build.ts";
import { listFiles, writeChanged } from "../static/folder.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { BUNDLE_SETTINGS } from "../support/wrangler.ts";
import { WORKER_BUILD } from "./bundling.ts";
import { moveStrings } from "./string-table.ts";

const WORKER_FOLDER = join(PROJECT_FOLDER, ".build/worker");
const FILE = "index.js";

/** What the built file calls its own things. */
const [LOOK_UP, TEXT, TABLE] = ["__string", "__strings", "__table"];

/**
 * Builds the Worker that a deployment uploads: `src/index.ts` in one module, whose long strings are in a text, which costs
 * a cold start less. Code that a visit runs keeps its strings. Returns the path of the module. Wrangler bundles it once
 * more, and minifies it.
 */
export async function buildWorker(): Promise<string> {
  await buildStaticFiles();
  const [eager, { outputFiles, metafile }] = await Promise.all([listEagerModules(), bundle()]);
  const [map, code] = outputFiles.toSorted((a, b) => b.path.length - a.path.length).map(({ text }) => text);
  if (map === undefined || code === undefined) throw new Error("esbuild wrote no file or no source map");
  const taken = [LOOK_UP, TEXT, TABLE].find((name) => new RegExp(`\\b${name}\\b`).test(code));
  if (taken !== undefined) throw new Error(`the Worker has a name that its build needs: ${taken}`);
  const moduleAt = readModules(code, metafile, eager);
  const moved = moveStrings(code, LOOK_UP, (position) => !eager.has(moduleAt(position)));
  const table = Buffer.from(JSON.stringify(moved.strings));
  // A module never meets the table of another build, whose numbers stand for other strings.
  const name = `strings-${createHash("sha256").update(table).digest("hex").slice(0, 12)}.txt`;
  const lookUp = [
    `import ${TEXT} from "./${name}";`,
    `var ${TABLE};`,
    `function ${LOOK_UP}(number) { return (${TABLE} ??= JSON.parse(${TEXT}))[number]; }`,
    `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString("base64")}`,
  ];
  await writeChanged(WORKER_FOLDER, { path: name, contents: table });
  // Behind the code, so that its lines keep their numbers.
  const contents = Buffer.from(`${moved.code}\n${lookUp.join("\n")}\n`);
  await writeChanged(WORKER_FOLDER, { path: FILE, contents });
  const others = (await listFiles(WORKER_FOLDER)).filter(({ path }) => path !== name && path !== FILE);
  await Promise.all(others.map(({ file }) => rm(file, { force: true })));
  return join(WORKER_FOLDER, FILE);
}

function bundle() {
  return build({
    ...WORKER_BUILD,
    outdir: WORKER_FOLDER,
    splitting: false,
    // Lines stay as they are for the source map. With short names here the upload is a fiftieth smaller.
    minify: false,
    minifySyntax: true,
    minifyIdentifiers: true,
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

/**
 * Returns a function that tells the module of a position: esbuild writes its path above each module.
 * @throws Error if a module of `eager` cannot be told from the others
 */
function readModules(code: string, { inputs, outputs }: Metafile, eager: Set<string>) {
  const starts = [...code.matchAll(/^\/\/ (\S+)$/gm)]
    .map(({ index, 1: path = "" }) => ({ index, path }))
    .filter(({ path }) => path in inputs);
  const written = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  for (const [path, { bytesInOutput }] of written) {
    if (bytesInOutput === 0 || !eager.has(path)) continue;
    if (!starts.some((start) => start.path === path)) throw new Error(`where is ${path} in the bundle?`);
  }
  return (position: number): string => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle]?.index ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return starts[low - 1]?.path ?? "";
  };
}
