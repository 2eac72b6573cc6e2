import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleCli } from "./support/cli-bundle.ts";
import { PROJECT_FOLDER } from "./support/project.ts";

/**
 * Writes the bundle of the command line into `dist`, or into the folder that is named. It is in git, because npm
 * cannot make it: `npm install -g <git URL>` breaks a package that has a script to prepare it
 * (https://github.com/npm/cli/issues/6984).
 */
const folder = process.argv[2] ?? join(PROJECT_FOLDER, "dist");

await mkdir(folder, { recursive: true });
const { files } = await bundleCli();
await Promise.all(files.map(({ name, text, mode }) => writeFile(join(folder, name), text, { mode })));
