import { readFile, writeFile } from "node:fs/promises";
import { listRules, packRules } from "./support/suffix-list.ts";

/**
 * Writes the Public Suffix List, as the library tldts carries it, in a form that takes little room in
 * the Worker. With --check nothing is written: it fails where the file is not what the library says.
 */

const PATH = "src/domain/suffix-list.ts";

const code = `/* oxlint-disable max-lines */
// Written by scripts/public-suffix.ts; src/domain/packed-suffix.ts tells how to read it.
export const PACKED_SUFFIXES = \`${packRules(listRules())}\`;
`;

if (!process.argv.includes("--check")) {
  await writeFile(PATH, code);
  console.log(`${PATH} is written.`);
} else if ((await readFile(PATH, "utf8").catch(() => "")) === code) {
  console.log(`${PATH} is what the library says.`);
} else {
  console.error(`${PATH} is not what the library says: run npm run public-suffix`);
  process.exitCode = 1;
}
