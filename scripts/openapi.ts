import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createConfig, formatProblems, lintFromString } from "@redocly/openapi-core";
import { app } from "../src/admin/app.ts";
import { SENTENCES } from "../src/domain/refusal/sentences.ts";
import { runCommand } from "./support/command.ts";
import { openApiDocument } from "./openapi/document.ts";
import { redirectFileSchema } from "./openapi/redirect-file-schema.ts";
import { toText } from "./openapi/schema.ts";

/**
 * Writes the OpenAPI document that `GET /v1/openapi.json` answers, the schema of redirects as a file, and the list of
 * codes in the contract. With
 * --check it writes nothing, and fails if the committed files differ from the routes. Both modes lint the document.
 */

const PATH = "docs/openapi.json";
const FILE_SCHEMA_PATH = "docs/redirects.schema.json";
const CONTRACT_PATH = "docs/contract.md";

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { check: { type: "boolean" } } });
  const text = toText(openApiDocument(app));
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: text, absoluteRef: PATH, config });
  let exitCode = 0;
  if (problems.length > 0) {
    formatProblems(problems, { totals: { errors: problems.length, warnings: 0, ignored: 0 }, version: "" });
    exitCode = 1;
  }
  for (const [path, content] of [
    [PATH, text],
    [FILE_SCHEMA_PATH, redirectFileSchema()],
    [CONTRACT_PATH, withCodes(await readFile(CONTRACT_PATH, "utf8"))],
  ] as const) {
    if (!values.check) {
      await writeFile(path, content);
      console.log(`Wrote ${path}.`);
    } else if ((await readFile(path, "utf8").catch(() => "")) === content) {
      console.log(`${path} is up to date.`);
    } else {
      console.error(`${path} differs from the code. Run: npm run openapi`);
      exitCode = 1;
    }
  }
  return exitCode;
}

const LIST = /(<!-- codes: [^>]* -->\n)[^]*(<!-- \/codes -->)/;

/** Returns a text with the present list of codes in its place (contract 9.23). */
function withCodes(text: string): string {
  if (!LIST.test(text)) throw new Error("docs/contract.md has no place for the list of codes.");
  const lines = Object.entries(SENTENCES)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, sentence]) => `- \`${code}\`: ${toMarkdown(sentence)}`);
  return text.replace(LIST, (_, start: string, end: string) => `${start}\n${lines.join("\n")}\n\n${end}`);
}

/** A sentence as code, where stars and underscores are not marks. */
function toMarkdown(sentence: string): string {
  return sentence.includes("`") ? sentence : `\`${sentence}\``;
}

await runCommand(
  main,
  `Writes the OpenAPI document, the schema of redirects as a file and the codes of the contract, and lints the document.

  npm run openapi [-- --check]

  --check   writes nothing, and fails if the files in docs differ from the code`,
);
