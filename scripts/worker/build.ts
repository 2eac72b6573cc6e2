import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { minifySync } from "rolldown/utils";
import { buildStaticFiles } from "../static/build.ts";
import { listFiles, writeChanged } from "../static/folder.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { reachableAtOnce, WORKER_BUILD } from "./bundling.ts";
import { moveConstants } from "./constant-table.ts";

const WORKER_FOLDER = join(PROJECT_FOLDER, ".build/worker");
const FILE = "index.js";

/** What the built file calls its own things. */
const [LOOK_UP, TEXT, TABLE] = ["__constant", "__constants", "__table"];

/**
 * Builds the Worker that a deployment uploads as it is: `src/index.ts` in one minified module, with its source map and the
 * texts that it imports. Its long constants are in a text too, which costs a cold start less; code that a visit runs keeps
 * its constants. Returns the path of the module.
 */
export async function buildWorker(): Promise<string> {
  await buildStaticFiles();
  const texts = new Map<string, string>();
  const [eager, { outputFiles, metafile }] = await Promise.all([listEagerModules(), bundle(texts)]);
  const [map, code] = outputFiles.toSorted((a, b) => b.path.length - a.path.length).map(({ text }) => text);
  if (map === undefined || code === undefined) throw new Error("esbuild wrote no file or no source map");
  const taken = [LOOK_UP, TEXT, TABLE].find((name) => new RegExp(`\\b${name}\\b`).test(code));
  if (taken !== undefined) throw new Error(`the Worker has a name that its build needs: ${taken}`);
  const moduleAt = readModules(code, metafile, eager);
  const moved = moveConstants(code, LOOK_UP, (position) => !eager.has(moduleAt(position)));
  const table = Buffer.from(JSON.stringify(moved.constants));
  // A module never meets the table of another build, whose numbers stand for other constants.
  const name = `constants-${createHash("sha256").update(table).digest("hex").slice(0, 12)}.txt`;
  const lookUp = [
    `import ${TEXT} from "./${name}";`,
    `var ${TABLE};`,
    `function ${LOOK_UP}(number) { return (${TABLE} ??= JSON.parse(${TEXT}))[number]; }`,
  ];
  // Behind the code, so that its lines keep their numbers.
  const minified = minify(`${moved.code}\n${lookUp.join("\n")}\n`, map);
  const files = [
    { path: name, contents: table },
    ...(await Promise.all(
      [...texts].map(async ([path, file]) => ({ path, contents: await readFile(file) })),
    )),
    { path: `${FILE}.map`, contents: Buffer.from(minified.map) },
    { path: FILE, contents: Buffer.from(minified.code) },
  ];
  for (const file of files) await writeChanged(WORKER_FOLDER, file);
  const written = new Set(files.map(({ path }) => path));
  const others = (await listFiles(WORKER_FOLDER)).filter(({ path }) => !written.has(path));
  await Promise.all(others.map(({ file }) => rm(file, { force: true })));
  return join(WORKER_FOLDER, FILE);
}

/** Bundles the Worker, and puts the texts that it imports into `texts`: their files by the names that it imports. */
function bundle(texts: Map<string, string>) {
  const textsStayFiles: Plugin = {
    name: "texts-stay-files",
    setup({ onResolve }) {
      onResolve({ filter: /\.txt$/ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path);
        const name = relative(PROJECT_FOLDER, file).replaceAll(/[\\/]/g, "-");
        texts.set(name, file);
        return { path: `./${name}`, external: true };
      });
    },
  };
  return build({
    ...WORKER_BUILD,
    outdir: WORKER_FOLDER,
    splitting: false,
    // Lines stay as they are for the source map. Short names here, and once more by the minifier, make the least.
    minify: false,
    minifySyntax: true,
    minifyIdentifiers: true,
    sourcemap: "external",
    legalComments: "none",
    alias: { crypto: "./src/runtime/no-crypto.ts" },
    plugins: [textsStayFiles],
  });
}

/** Minifies the module by a second hand: it makes 7 kB less (compressed) of it than the bundler's own. */
function minify(code: string, map: string): { code: string; map: string } {
  const { errors, ...minified } = minifySync(FILE, code, {
    module: true,
    compress: { target: WORKER_BUILD.target },
    mangle: { toplevel: true },
    codegen: { removeWhitespace: true },
    sourcemap: true,
    inputMap: JSON.parse(map),
  });
  const [error] = errors;
  if (error !== undefined) throw error;
  if (minified.map === undefined) throw new Error("the minifier wrote no source map");
  return {
    code: `${minified.code}\n//# sourceMappingURL=${FILE}.map\n`,
    map: JSON.stringify(minified.map),
  };
}

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
