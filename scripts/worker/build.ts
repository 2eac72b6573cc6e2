import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { minifySync } from "rolldown/utils";
import { buildStaticFiles } from "../static/build.ts";
import { listFiles, writeChanged } from "../static/folder.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { reachableAtOnce, WORKER_BUILD } from "./bundling.ts";
import { moveConstants, SEPARATOR } from "./constant-table.ts";
import { flatten } from "./flatten.ts";
import { leaveOut } from "./left-out.ts";

const WORKER_FOLDER = join(PROJECT_FOLDER, ".build/worker");
const FILE = "index.js";

/** Modules that the same parts of the Worker need, as one module. */
const PARTS = "parts";

/** What the built file calls its own things. */
const [LOOK_UP, TEXT, TABLE] = ["__constant", "__constants", "__table"];

/**
 * Builds the Worker that a deployment uploads as it is: `src/index.ts` in one minified module, with its source map and the
 * texts that it imports. Its long constants are in a text too, which costs a cold start less; code that a visit runs keeps
 * its constants, and stands in no function that a start would call. Returns the path of the module.
 */
export async function buildWorker(): Promise<string> {
  await buildStaticFiles();
  const texts = new Map<string, string>();
  const { parts, eager } = await buildParts(texts);
  const { code: joined, map, kept } = await joinParts(parts);
  const taken = [LOOK_UP, TEXT, TABLE].find((name) => new RegExp(`\\b${name}\\b`).test(joined));
  if (taken !== undefined) throw new Error(`the Worker has a name that its build needs: ${taken}`);
  const eagerParts = eager.intersection(kept);
  const flat = flatten(joined, readEager(joined, eagerParts));
  const isEager = readEager(flat, eagerParts);
  const moved = moveConstants(flat, LOOK_UP, (position) => !isEager(position));
  const table = Buffer.from(moved.constants.join(SEPARATOR));
  // A module never meets the table of another build, whose numbers stand for other constants.
  const name = `constants-${createHash("sha256").update(table).digest("hex").slice(0, 12)}.txt`;
  const lookUp = [
    `import ${TEXT} from "./${name}";`,
    `var ${TABLE};`,
    `function ${LOOK_UP}(number) { return (${TABLE} ??= ${TEXT}.split(${JSON.stringify(SEPARATOR)}))[number]; }`,
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

/**
 * Puts the modules of the Worker into parts: modules that are needed by the same entries and by the same `import()`. A module
 * that is loaded on demand begins with a call for each one that it imports, so a hundred parts cost 11 kB less (compressed)
 * than seven hundred modules, and are evaluated no sooner. Puts the texts that they import into `texts`: their files by the
 * names that they are imported by. Returns the code of the parts by name, and the names of those that the start evaluates.
 */
async function buildParts(
  texts: Map<string, string>,
): Promise<{ parts: Map<string, string>; eager: Set<string> }> {
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
  const { metafile, outputFiles } = await build({
    ...WORKER_BUILD,
    minify: false,
    minifySyntax: true,
    sourcemap: "inline",
    // Its map names sources from there.
    outdir: WORKER_FOLDER,
    legalComments: "none",
    alias: { crypto: "./src/runtime/no-crypto.ts" },
    plugins: [textsStayFiles, leaveOut],
  });
  return {
    parts: new Map(outputFiles.map(({ path, text }) => [basename(path), text])),
    eager: new Set(
      reachableAtOnce(metafile, relative(PROJECT_FOLDER, join(WORKER_FOLDER, FILE))).map((path) =>
        basename(path),
      ),
    ),
  };
}

/**
 * Bundles the parts into one module, in which each part is evaluated when it is first needed. Returns it, its source map, and
 * the names of the parts of which there is anything.
 */
async function joinParts(parts: ReadonlyMap<string, string>) {
  const fromMemory: Plugin = {
    name: "from-memory",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/.*\.txt$/ }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /\.js$/ }, ({ path }) => ({ path: basename(path), namespace: PARTS }));
      onLoad({ filter: /.*/, namespace: PARTS }, ({ path }) => ({
        contents: parts.get(path) ?? "",
        resolveDir: PROJECT_FOLDER,
      }));
    },
  };
  const { metafile, outputFiles } = await build({
    ...WORKER_BUILD,
    entryPoints: { index: FILE },
    outdir: WORKER_FOLDER,
    splitting: false,
    // Lines stay as they are for the source map. Short names here, and once more by the minifier, make the least.
    minify: false,
    minifySyntax: true,
    minifyIdentifiers: true,
    sourcemap: "external",
    legalComments: "none",
    plugins: [fromMemory],
  });
  const [map, code] = outputFiles.toSorted((a, b) => b.path.length - a.path.length).map(({ text }) => text);
  if (map === undefined || code === undefined) throw new Error("esbuild wrote no file or no source map");
  const written = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const kept = written.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return { code, map, kept: new Set(kept.map((path) => path.slice(PARTS.length + 1))) };
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

/**
 * Returns a function that tells whether a position is in one of the parts of `eager`: esbuild writes its name above each part.
 * @throws Error if a part of `eager` cannot be told from the others
 */
function readEager(code: string, eager: ReadonlySet<string>) {
  const starts = [...code.matchAll(/^\/\/ (\w+):(\S+)$/gm)]
    .filter(([, namespace]) => namespace === PARTS)
    .map(({ index, 2: name = "" }) => ({ index, name }));
  const lost = [...eager].find((name) => !starts.some((start) => start.name === name));
  if (lost !== undefined) throw new Error(`where is ${lost} in the bundle?`);
  return (position: number) => eager.has(starts.findLast(({ index }) => index <= position)?.name ?? "");
}
