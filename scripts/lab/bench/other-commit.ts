import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  const tree = await mkdtemp(join(tmpdir(), "signpost-tree-"));
  try {
    await git("worktree", "add", "--detach", "--force", tree, commit);
    const place = PLACES.find((path) => existsSync(join(tree, path)));
    if (place === undefined) throw new Error(`it has no ${PLACES[0]}`);
    await symlink(await installPackages(tree), join(tree, "node_modules"));
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

/** Installs the packages of a tree unless an earlier run has. Returns the folder that holds them. */
async function installPackages(tree: string): Promise<string> {
  const lock = await readFile(join(tree, "package-lock.json"));
  const folder = join(CACHE, createHash("sha256").update(lock).digest("hex").slice(0, 16));
  if (!existsSync(folder)) {
    await mkdir(CACHE, { recursive: true });
    // An installation that was interrupted is never taken for a complete one.
    const part = await mkdtemp(`${folder}.part-`);
    process.stderr.write("installing the packages of the other commit\n");
    for (const name of ["package.json", "package-lock.json", ".npmrc"]) {
      await copyFile(join(tree, name), join(part, name));
    }
    await run("npm", ["ci"], { cwd: part, maxBuffer: 1e8 });
    await rename(part, folder);
  }
  return join(folder, "node_modules");
}

function reasonOf(error: unknown): string {
  const { message, stderr = "" } = error as Error & { stderr?: string };
  return stderr.trim() === "" ? message : stderr.trim().slice(-2_000);
}
