import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listBundledFiles } from "./support/bundled-file.ts";
import { runCommand } from "./support/command.ts";
import {
  bundledDependencies,
  findDependencyProblems,
  type Lock,
  type Manifest,
} from "./support/dependency.ts";
import { PROJECT_FOLDER } from "./support/project.ts";

/** Licences that let what contains them be run, changed and sold without more than naming its authors. */
const LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "Unlicense",
]);

async function main(): Promise<number> {
  parseArgs();
  const manifest = await readJson<Manifest>("package.json");
  const lock = await readJson<Lock>("package-lock.json");

  const { deployed, installed } = await listBundledFiles();
  const bundled = bundledDependencies([...deployed, ...installed], lock);
  const inDeployment = new Set(bundledDependencies(deployed, lock).map(({ name }) => name));

  for (const { name, version, licence } of bundled) {
    console.log(`${name} ${version}  ${licence}${inDeployment.has(name) ? "" : "  (command line only)"}`);
  }
  let exitCode = 0;
  for (const problem of findDependencyProblems(manifest, lock, bundled, LICENCES)) {
    console.error(problem);
    exitCode = 1;
  }
  return exitCode;
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(PROJECT_FOLDER, file), "utf8")) as T;
}

await runCommand(
  main,
  `Lists what a deployment and the command line contain. Fails on an unknown licence or install script.

  npm run licences`,
);
