import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  findDependencyProblems,
  runtimeDependencies,
  type Lock,
  type Manifest,
} from "./support/dependency.ts";
import { PROJECT_FOLDER } from "./support/project.ts";

/** Lists what a deployment contains besides this project. Fails on a licence or script that is not listed. */

/** Licences that let a deployment be run, changed and sold without more than naming its authors. */
const LICENCES = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unlicense"]);

const manifest = await readJson<Manifest>("package.json");
const lock = await readJson<Lock>("package-lock.json");

for (const { name, version, licence } of runtimeDependencies(manifest, lock)) {
  console.log(`${name} ${version}  ${licence}`);
}
for (const problem of findDependencyProblems(manifest, lock, LICENCES)) {
  console.error(problem);
  process.exitCode = 1;
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(PROJECT_FOLDER, file), "utf8")) as T;
}
