import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundleCli } from "./support/cli-bundle.ts";
import { runCommand } from "./support/command.ts";
import { PROJECT_FOLDER } from "./support/project.ts";

/**
 * Writes the bundle of the command line into `dist`, or into the folder that is named. It is in git, because npm
 * cannot make it: `npm install -g <git URL>` breaks a package that has a script to prepare it
 * (https://github.com/npm/cli/issues/6984).
 */
await runCommand(
  async () => {
    const { positionals } = parseArgs({ allowPositionals: true });
    const [folder = join(PROJECT_FOLDER, "dist")] = positionals;
    await mkdir(folder, { recursive: true });
    const { files } = await bundleCli();
    await Promise.all(files.map(({ name, text, mode }) => writeFile(join(folder, name), text, { mode })));
  },
  `Writes the bundle of the command line into dist, which is in git.

  npm run bundle [-- FOLDER]

  FOLDER   another folder to write into`,
);
