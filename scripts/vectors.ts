import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "./support/project.ts";
import { renderVectors } from "./vectors/render.ts";

/** Writes test/vectors: records, requests and answers that any project can compare itself with. */

for (const [name, content] of Object.entries(await renderVectors())) {
  await writeFile(join(PROJECT_FOLDER, "test/vectors", name), content);
  console.log(`test/vectors/${name} is written.`);
}
