import { readFile, writeFile } from "node:fs/promises";
import { createConfig, formatProblems, lintFromString } from "@redocly/openapi-core";
import { format } from "oxfmt";
import { app } from "../src/admin/app.ts";
import { openApiDocument } from "../src/admin/openapi.ts";

/**
 * Writes docs/openapi.json, the copy of what `GET /v1/openapi.json` answers. With --check nothing is
 * written: it fails where the copy is not what the routes say. Either way the document is linted.
 */

const PATH = "docs/openapi.json";

const options = JSON.parse(await readFile(".oxfmtrc.json", "utf8")) as Parameters<typeof format>[2];
const source = JSON.stringify(openApiDocument(app), null, 2);
const { code } = await format(PATH, source, options);

const config = await createConfig({ extends: ["recommended"] });
const problems = await lintFromString({ source: code, absoluteRef: PATH, config });
if (problems.length > 0) {
  formatProblems(problems, { totals: { errors: problems.length, warnings: 0, ignored: 0 }, version: "" });
  process.exitCode = 1;
}

if (!process.argv.includes("--check")) {
  await writeFile(PATH, code);
  console.log(`${PATH} is written.`);
} else if ((await readFile(PATH, "utf8").catch(() => "")) === code) {
  console.log(`${PATH} is what the routes say.`);
} else {
  console.error(`${PATH} is not what the routes say: run npm run openapi`);
  process.exitCode = 1;
}
