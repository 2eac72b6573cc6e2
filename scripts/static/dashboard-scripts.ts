import { basename, join, relative } from "node:path";
import { rolldown, type OutputChunk, type PluginContext } from "rolldown";
import { PROJECT_FOLDER } from "../support/project.ts";
import type { StaticFile } from "./folder.ts";

/** The folder of the dashboard's code. */
export const SOURCE = join(PROJECT_FOLDER, "src/dashboard");
const MAIN = join(SOURCE, "main.ts");
const BEGIN = join(SOURCE, "begin.tsx");
/** What it loads on demand is what a page begins with, after the scripts that it runs. */
const SCREENS = join(SOURCE, "screens.ts");
/** It runs in a thread, where there is no page. */
const THREAD = join(SOURCE, "screen/import/reader/serve.ts");

/** What more screens share is in one file for all; what few share, in a file of their own from a size on (bytes of code). */
const FEW = 3;
/** What only screens of records share is apart: who sees numbers first would wait for it. */
const OF_NUMBERS = new Set(["overview", "insights", "shared-page", "world-map"]);
const MIN_SHARED = 8_000;

export interface BuiltScripts {
  files: StaticFile[];
  /** The paths of the files that a page runs, in this order. */
  run: string[];
  /** The paths of the files that every page begins with. */
  start: string[];
  /** The paths of the files that are loaded with a module of `screens.ts`, by the name of the module. */
  screens: Map<string, string[]>;
  /** The modules that they are made of, relative to the project. */
  sources: string[];
}

/**
 * Builds the scripts of the dashboard, with hashed names in a folder. A page waits longer for many small files than for
 * one, so what several screens share is in few files.
 */
export async function buildScripts(folder: string): Promise<BuiltScripts> {
  let uses = new Map<string, Use>();
  const bundle = await rolldown({
    cwd: PROJECT_FOLDER,
    input: [MAIN, BEGIN],
    platform: "browser",
    tsconfig: join(SOURCE, "tsconfig.json"),
    transform: { target: ["es2023", "chrome123", "firefox120", "safari17.5"] },
    preserveEntrySignatures: false,
    plugins: [
      {
        name: "uses",
        buildEnd() {
          uses = readUses(this);
        },
      },
    ],
  });
  const group = (debugName: string, name: (use: Use) => string | null, minSize = 0) => ({
    debugName,
    name: (id: string) => name(uses.get(id) ?? NO_USE),
    minSize,
  });
  const { output } = await bundle.generate({
    minify: true,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        group("start", nameOfStart),
        group("shared by few", nameOfFew, MIN_SHARED),
        group("of one", nameOfOne),
        group("shared", nameOfShared),
      ],
    },
  });
  await bundle.close();
  // What a page runs is in files that others need too. The files that do nothing but import those are left out.
  const chunks = output
    .filter((file) => file.type === "chunk")
    .filter(({ isEntry, moduleIds }) => !isEntry || moduleIds.length > 0);
  const filesOf = (module: string) => loadedWith(chunks, module).map((name) => `${folder}/${name}`);
  const screens = [...uses].filter(([, { isScreen }]) => isScreen).map(([id]) => id);
  return {
    files: chunks.map(({ fileName, code }) => ({
      path: `${folder}/${fileName}`,
      contents: Buffer.from(code),
    })),
    run: [MAIN, BEGIN].flatMap((module) => filesOf(module)[0] ?? []),
    start: [...new Set([...filesOf(MAIN), ...filesOf(BEGIN)])],
    screens: new Map(screens.map((id) => [basename(id, ".tsx"), filesOf(id)])),
    sources: chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => relative(PROJECT_FOLDER, id)),
  };
}

/** Which parts of the dashboard need a module at once. */
interface Use {
  isFirst: boolean;
  isStart: boolean;
  isThread: boolean;
  isScreen: boolean;
  screens: string[];
  /** The number of other parts that are loaded on demand. */
  others: number;
}

const NO_USE: Use = {
  isFirst: false,
  isStart: false,
  isThread: false,
  isScreen: false,
  screens: [],
  others: 0,
};

/** What a thread runs too is apart from what needs a page. */
function nameOfStart({ isFirst, isStart, isThread, screens }: Use): string | null {
  if (isFirst) return "first";
  if (isThread && isStart) return "domain";
  if (isThread && screens.length > 0) return "domain-of-records";
  return isStart ? "start" : null;
}

function nameOfFew(use: Use): string | null {
  return isShared(use) && use.screens.length <= FEW ? use.screens.join("-") : null;
}

/** What a screen shares only with what it loads later is no part of what other screens begin with. */
function nameOfOne(use: Use): string | null {
  return isShared(use) && use.screens.length === 1 ? (use.screens[0] ?? null) : null;
}

function nameOfShared(use: Use): string | null {
  if (!isShared(use)) return null;
  return use.screens.some((screen) => OF_NUMBERS.has(screen)) ? "shared" : "shared-of-records";
}

function isShared({ screens, others }: Use): boolean {
  return screens.length > 0 && screens.length + others > 1;
}

function readUses(context: PluginContext): Map<string, Use> {
  const importsOf = (id: string) =>
    context.getModuleInfo(id) ?? { importedIds: [], dynamicallyImportedIds: [] };
  const screens = new Set(importsOf(SCREENS).dynamicallyImportedIds);
  const uses = new Map<string, Use>();
  const parts = new Set([MAIN, BEGIN]);
  for (const part of parts) {
    for (const id of reach(part, (one) => importsOf(one).importedIds)) {
      for (const loaded of importsOf(id).dynamicallyImportedIds) parts.add(loaded);
      const use = uses.get(id) ?? { ...NO_USE, isScreen: screens.has(id), screens: [] };
      uses.set(id, use);
      if (part === MAIN) use.isFirst = true;
      else if (part === BEGIN) use.isStart = true;
      else if (screens.has(part)) use.screens.push(basename(part, ".tsx"));
      else use.others += 1;
      use.isThread ||= part === THREAD;
    }
  }
  return uses;
}

/** Returns the names of the file of a module and of those that it imports at once; its own first. */
function loadedWith(chunks: OutputChunk[], module: string): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const own = chunks.find(
    ({ facadeModuleId, moduleIds }) => facadeModuleId === module || moduleIds.includes(module),
  );
  if (own === undefined) throw new Error(`The build has no file of ${module}.`);
  return [...reach(own.fileName, (name) => byName.get(name)?.imports ?? [])];
}

/** Returns a thing and all that follow from it. */
function reach(first: string, nextOf: (one: string) => Iterable<string>): Set<string> {
  const reached = new Set([first]);
  for (const one of reached) for (const next of nextOf(one)) reached.add(next);
  return reached;
}
