import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../support/command.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { withTemporaryFolder } from "../support/temporary-folder.ts";
import { toTable } from "../support/table.ts";

/** Counts what makes the code heavy: lines, files that one field touches, borders that are crossed, leases. */

const USAGE = `Prints figures of the code's weight.

  npm run figures -- [--against COMMIT]

  --against COMMIT   prints the same figures of a commit beside them`;

/** The text of each file of src and scripts, by its path. */
type Tree = Map<string, string>;

const FIGURES: Record<string, (tree: Tree) => number> = {
  "lines of src": (tree) => sumLines(filesBelow(tree, "src/")),
  "lines of scripts": (tree) => sumLines(filesBelow(tree, "scripts/")),
  "lines of both": (tree) => sumLines(tree),
  "lines of TypeScript that the Worker reaches": (tree) => sumLines(reachable(tree)),
  "files of TypeScript that the Worker reaches": (tree) => reachable(tree).size,
  "files with a hostname's field (hsts)": (tree) => countFiles(tree, /hsts/i),
  "files with a record's flag (is_switch_unbroken_destination)": (tree) =>
    countFiles(tree, /is_?switch_?unbroken_?destination/i),
  "files with the column of a lease (leased_until)": (tree) => countFiles(tree, /leased_until/),
  "functions of leases": (tree) =>
    countAll(tree, /^(?:export )?(?:async )?function (?:lease\w*|\w*Lease\w*)\(/gm),
  "imports of services/record in services/change": (tree) => countImports(tree, "change", "record"),
  "imports of services/change in services/record": (tree) => countImports(tree, "record", "change"),
  "imports of internal files from elsewhere": countForeignInternals,
};

function filesBelow(tree: Tree, folder: string): Tree {
  return new Map([...tree].filter(([path]) => path.startsWith(folder)));
}

function sumLines(tree: Tree): number {
  return [...tree.values()].reduce((sum, text) => sum + text.split("\n").length - 1, 0);
}

function countFiles(tree: Tree, pattern: RegExp): number {
  return [...tree].filter(([path, text]) => path !== OWN_PATH && pattern.test(text)).length;
}

function countAll(tree: Tree, pattern: RegExp): number {
  return [...tree.values()].reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);
}

const OWN_PATH = "scripts/lab/figures.ts";

/** Returns the paths that a file imports, types included, also on demand. */
function importsOf(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"/g)];
  return specifiers.map(([, specifier = ""]) => posix.join(posix.dirname(path), specifier));
}

function reachable(tree: Tree): Tree {
  const reached = new Set(["src/index.ts"]);
  for (const path of reached) {
    for (const imported of importsOf(path, tree.get(path) ?? "")) {
      if (imported.endsWith(".ts") && tree.has(imported)) reached.add(imported);
    }
  }
  return new Map([...reached].map((path) => [path, tree.get(path) ?? ""]));
}

function countImports(tree: Tree, from: string, to: string): number {
  const files = filesBelow(tree, `src/services/${from}/`);
  const all = [...files].flatMap(([path, text]) => importsOf(path, text));
  return all.filter((path) => path.startsWith(`src/services/${to}/`)).length;
}

function countForeignInternals(tree: Tree): number {
  const pairs = [...tree].flatMap(([path, text]) => importsOf(path, text).map((to) => [path, to] as const));
  return pairs.filter(([path, to]) => {
    const [owner, inner] = to.split("/internal/");
    return inner !== undefined && !path.startsWith(`${owner}/`);
  }).length;
}

async function readTree(folder: string): Promise<Tree> {
  const lists = await Promise.all(
    ["src", "scripts"].map(async (name) => {
      const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  const files = lists.flat().map(async (path) => {
    return [posix.relative(folder, path), await readFile(path, "utf8")] as const;
  });
  return new Map(await Promise.all(files));
}

async function readCommit(commit: string): Promise<Tree> {
  return await withTemporaryFolder("signpost-figures-", async (folder) => {
    const archive = join(folder, "tree.tar");
    execFileSync("git", ["archive", "--output", archive, commit, "src", "scripts"], { cwd: PROJECT_FOLDER });
    execFileSync("tar", ["-xf", archive, "-C", folder]);
    return await readTree(folder);
  });
}

await runCommand(async () => {
  const { against } = parseArgs({ options: { against: { type: "string" } } }).values;
  const trees = [await readTree(PROJECT_FOLDER)];
  if (against !== undefined) trees.push(await readCommit(against));
  const rows = Object.entries(FIGURES).map(([name, count]) => [
    name,
    ...trees.map((tree) => String(count(tree))),
  ]);
  console.log(toTable(["", "now", ...(against === undefined ? [] : [against])], rows));
  return 0;
}, USAGE);
