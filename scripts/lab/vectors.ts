import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../support/command.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { renderVectors } from "./vectors/render.ts";

await runCommand(
  async () => {
    parseArgs();
    for (const [name, content] of Object.entries(await renderVectors())) {
      await writeFile(join(PROJECT_FOLDER, "test/vectors", name), content);
      console.log(`test/vectors/${name} is written.`);
    }
  },
  `Writes test/vectors: test cases as JSON for other projects.

  npm run vectors`,
);
