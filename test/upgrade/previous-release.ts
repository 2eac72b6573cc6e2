import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

/**
 * The release before this one. `test/upgrade/previous-release` names its tag or commit; who makes a
 * release writes the name of the one before into it.
 */
export interface PreviousRelease {
  /** The Worker as one module. */
  module: string;
  /** The folder of its migrations. */
  migrations: string;
  /** To be removed by the caller. */
  folder: string;
}

const NAME_FILE = "test/upgrade/previous-release";

/** Returns whether the history of this clone has the previous release; that of a shallow clone may not. */
export function hasPreviousRelease(): boolean {
  try {
    findCommit(readName());
    return true;
  } catch (error) {
    console.warn(`The tests of upgrading are left out. ${String(error)}`);
    return false;
  }
}

/**
 * Builds the Worker of the previous release from the git history, with today's dependencies.
 * @throws where the history of this clone does not have it
 */
export async function buildPreviousRelease(): Promise<PreviousRelease> {
  const commit = findCommit(readName());
  const folder = mkdtempSync(join(tmpdir(), "signpost-previous-"));
  const archive = join(folder, "release.tar");
  execFileSync("git", ["archive", "--output", archive, commit, "src", "migrations"]);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  const module = join(folder, "worker.js");
  await build({
    entryPoints: [join(folder, "src/index.ts")],
    outfile: module,
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*"],
    nodePaths: [resolve("node_modules")],
    logLevel: "error",
  });
  return { module, migrations: join(folder, "migrations"), folder };
}

function readName(): string {
  return readFileSync(NAME_FILE, "utf8").trim();
}

function findCommit(name: string): string {
  try {
    const args = ["rev-parse", "--verify", "--quiet", `${name}^{commit}`];
    return execFileSync("git", args, { encoding: "utf8" }).trim();
  } catch (error) {
    throw new Error(
      `The previous release, ${name} by ${NAME_FILE}, is not in the history of this clone. ` +
        "Fetch all of it: git fetch --unshallow --tags",
      { cause: error },
    );
  }
}
