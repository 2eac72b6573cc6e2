import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

/** Versions that installations may upgrade from, which `test/upgrade/previous-releases` names with their commits. */
export type Version = "0.1.0" | "0.2.0";

/** A release before this one. */
export interface PreviousRelease {
  /** The Worker as one module. */
  module: string;
  /** The folder of its migrations. */
  migrations: string;
  /** To be removed by the caller. */
  folder: string;
}

const LIST_FILE = "test/upgrade/previous-releases";

/** Returns whether the history of this clone has the previous releases; that of a shallow clone may not. */
export function hasPreviousReleases(): boolean {
  try {
    for (const version of readCommits().keys()) findCommit(version);
    return true;
  } catch (error) {
    console.warn(`The tests of upgrading are left out. ${String(error)}`);
    return false;
  }
}

/** Reads a file of a previous release. @throws where the history of this clone does not have it */
export function readPreviousFile(version: Version, path: string): string {
  return execFileSync("git", ["show", `${findCommit(version)}:${path}`], { encoding: "utf8" });
}

/**
 * Builds the Worker of a previous release from the git history, with today's dependencies.
 * @throws where the history of this clone does not have it
 */
export async function buildPreviousRelease(version: Version): Promise<PreviousRelease> {
  const commit = findCommit(version);
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

function readCommits(): Map<string, string> {
  const lines = readFileSync(LIST_FILE, "utf8").trim().split("\n");
  return new Map(lines.map((line) => line.split(" ") as [string, string]));
}

function findCommit(version: string): string {
  const commit = readCommits().get(version) ?? "";
  try {
    const args = ["rev-parse", "--verify", "--quiet", `${commit}^{commit}`];
    return execFileSync("git", args, { encoding: "utf8" }).trim();
  } catch (error) {
    throw new Error(
      `The release ${version} of ${LIST_FILE} is not in the history of this clone. ` +
        "Fetch all of it: git fetch --unshallow --tags",
      { cause: error },
    );
  }
}
