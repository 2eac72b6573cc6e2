import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderConformance } from "./support/conformance.ts";
import { PROJECT_FOLDER } from "./support/project.ts";

/**
 * Writes docs/conformance.md and docs/conformance.json from the titles of the tests. With --check it writes nothing,
 * and fails if one of them is out of date.
 */

for (const [path, content] of Object.entries(await renderConformance())) {
  const file = join(PROJECT_FOLDER, path);
  if (!process.argv.includes("--check")) {
    await writeFile(file, content);
    console.log(`${path} is written.`);
  } else if ((await readFile(file, "utf8").catch(() => "")) !== content) {
    console.error(`${path} is out of date: run npm run conformance`);
    process.exitCode = 1;
  }
}
