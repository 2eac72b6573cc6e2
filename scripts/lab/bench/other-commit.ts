import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { UsageError } from "../../support/command.ts";
import { PROJECT_FOLDER } from "../../support/project.ts";
import type { Target } from "./target.ts";

/** Installed packages of other commits, by the hash of their lock file. */
const CACHE = join(PROJECT_FOLDER, ".build/bench");

/** Where commits have the module with `prepareTargets`; the newest place first. */
const PLACES = ["scripts/lab/bench/target.ts", "scripts/bench/target.ts"];

/** The targets of another commit, which are configurations of its Worker with snapshots in its own format. */
export interface OtherCommit {
  loaded: Record<string, Pick<Target, "config">>;
  fresh: { ours: Pick<Target, "config">; stores: Pick<Target, "config"> };
}

const run = promisify(execFile);

/** Returns the full hash. Throws UsageError. */
export async function findCommit(ref: string): Promise<string> {
  try {
    return await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
  } catch {
    throw new UsageError(`There is no commit ${ref}`);
  }
}

/**
 * Builds the Worker of another commit, with the packages of that commit, and lets its own benchmark write the targets
 * into a folder.
 * @throws UsageError that names the commit if it does not build
 */
export async function prepareOtherCommit(
  { ref, commit }: { ref: string; commit: string },
  folder: string,
): Promise<OtherCommit> {
  await mkdir(CACHE, { recursive: true });
  const tree = await mkdtemp(join(CACHE, "tree-"));
  try {
    await git("worktree", "add", "--detach", "--force", tree, commit);
    const place = PLACES.find((path) => existsSync(join(tree, path)));
    if (place === undefined) throw new Error(`it has no ${PLACES[0]}`);
    await installPackages(tree);
    const file = join(folder, "targets.json");
    const code = `import { writeFileSync } from "node:fs";
      const { prepareTargets } = await import(process.argv[1]);
      writeFileSync(process.argv[2], JSON.stringify(await prepareTargets()));`;
    await run(process.execPath, ["--input-type=module", "--eval", code, join(tree, place), file], {
      cwd: tree,
      env: { ...process.env, TMPDIR: folder },
      maxBuffer: 1e8,
    });
    return JSON.parse(await readFile(file, "utf8")) as OtherCommit;
  } catch (error) {
    throw new UsageError(`${ref} does not build: ${reasonOf(error)}`);
  } finally {
    await rm(tree, { recursive: true, force: true });
    await git("worktree", "prune");
  }
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run("git", args, { cwd: PROJECT_FOLDER });
  return stdout.trim();
}

/** Gives a tree its packages: those that an earlier run has installed for the same lock file, or new ones. */
async function installPackages(tree: string): Promise<void> {
  const modules = join(tree, "node_modules");
  const lock = await readFile(join(tree, "package-lock.json"));
  // Packages find each other by this name.
  const cached = join(CACHE, createHash("sha256").update(lock).digest("hex").slice(0, 16), "node_modules");
  if (!existsSync(cached)) {
    await mkdir(dirname(cached), { recursive: true });
    process.stderr.write("installing the packages of the other commit\n");
    await run("npm", ["ci"], { cwd: tree, maxBuffer: 1e8 });
    await rename(modules, cached);
  }
  await symlink(cached, modules);
}

function reasonOf(error: unknown): string {
  const { message, stderr = "" } = error as Error & { stderr?: string };
  return stderr.trim() === "" ? message : stderr.trim().slice(0, 2_000);
}
