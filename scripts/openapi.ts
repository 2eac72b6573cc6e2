import { readFile, writeFile } from "node:fs/promises";
import { createConfig, formatProblems, lintFromString } from "@redocly/openapi-core";
import { app } from "../src/admin/app.ts";
import { openApiDocument } from "./openapi/document.ts";
import { toText } from "./openapi/to-text.ts";

/**
 * Writes the OpenAPI document that `GET /v1/openapi.json` answers. With --check it writes nothing, and
 * fails where the committed document differs from the routes. Both lint the document.
 */

const PATH = "docs/openapi.json";

const text = toText(openApiDocument(app));
const config = await createConfig({ extends: ["recommended"] });
const problems = await lintFromString({ source: text, absoluteRef: PATH, config });
if (problems.length > 0) {
  formatProblems(problems, { totals: { errors: problems.length, warnings: 0, ignored: 0 }, version: "" });
  process.exitCode = 1;
}

if (!process.argv.includes("--check")) {
  await writeFile(PATH, text);
  console.log(`Wrote ${PATH}.`);
} else if ((await readFile(PATH, "utf8").catch(() => "")) === text) {
  console.log(`${PATH} is up to date.`);
} else {
  console.error(`${PATH} differs from the routes. Run: npm run openapi`);
  process.exitCode = 1;
}
