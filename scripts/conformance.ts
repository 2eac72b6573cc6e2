import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "./support/command.ts";
import { renderConformance } from "./support/conformance.ts";
import { PROJECT_FOLDER } from "./support/project.ts";

/**
 * Writes docs/conformance.md and docs/conformance.json from the titles of the tests. With --check it writes nothing,
 * and fails if one of them is out of date.
 */

await runCommand(
  async () => {
    const { values } = parseArgs({ options: { check: { type: "boolean" } } });
    let exitCode = 0;
    for (const [path, content] of Object.entries(await renderConformance())) {
      const file = join(PROJECT_FOLDER, path);
      if (!values.check) {
        await writeFile(file, content);
        console.log(`${path} is written.`);
      } else if ((await readFile(file, "utf8").catch(() => "")) !== content) {
        console.error(`${path} is out of date: run npm run conformance`);
        exitCode = 1;
      }
    }
    return exitCode;
  },
  `Writes docs/conformance.md and docs/conformance.json from the titles of the tests.

  npm run conformance [-- --check]

  --check   writes nothing, and fails if one of them is out of date`,
);
