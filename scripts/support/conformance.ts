import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "oxfmt";
import { findRuleTitles, parseContract, type ContractSection, type RuleTitle } from "./contract.ts";
import { PROJECT_FOLDER } from "./project.ts";

/** A test file and the titles in it that name rules. */
interface TestFile {
  path: string;
  titles: RuleTitle[];
}

/** The titles that prove each rule, by file. */
type Conformance = Record<string, Record<string, string[]>>;

/** Maps every rule of the contract to its tests; the list of a rule may be empty. */
export function toConformance(sections: ContractSection[], files: TestFile[]): Conformance {
  const map: Conformance = {};
  for (const { rules } of sections) for (const rule of rules) map[rule] = {};
  for (const { path, titles } of files) {
    for (const { rules, title } of titles) {
      for (const rule of rules) {
        const tests = map[rule];
        if (tests === undefined)
          throw new Error(`${path} names rule ${rule}, which the contract does not have`);
        (tests[path] ??= []).push(title);
      }
    }
  }
  return map;
}

const INTRODUCTION = `# Conformance

Which tests prove the [contract](contract.md). The number in brackets is how many test titles name the rule; a
title with placeholders counts once, however many rows its table has. The titles themselves are in
[conformance.json](conformance.json). \`npm run conformance\` writes both from the test titles; do not edit them.
`;

/** Renders the page: a row for each section with its rules, the number of titles of each, and the files. */
export function formatConformance(sections: ContractSection[], map: Conformance): string {
  const rows = sections.map(({ number, title, rules }) => {
    const counts = rules.map((rule) => `${rule} (${Object.values(map[rule]!).flat().length})`);
    const files = [...new Set(rules.flatMap((rule) => Object.keys(map[rule]!)))].toSorted();
    const shown =
      files.length === 0 ? "none" : files.map((file) => `\`${file.slice("test/".length)}\``).join(", ");
    return `| ${number}. ${title} | ${counts.join(" · ")} | ${shown} |`;
  });
  const head = "| Section | Rules | Files in `test` |\n| --- | --- | --- |";
  return [INTRODUCTION, head, rows.join("\n"), ""].join("\n");
}

/** Renders the two pages of conformance from the contract and the tests as they are now, by path. */
export async function renderConformance(): Promise<Record<string, string>> {
  const contract = parseContract(await readProjectFile("docs/contract.md"));
  const map = toConformance(contract, await readTests());
  const pages = {
    "docs/conformance.md": formatConformance(contract, map),
    "docs/conformance.json": JSON.stringify(map, null, 2),
  };
  const options = JSON.parse(await readProjectFile(".oxfmtrc.json")) as Parameters<typeof format>[2];
  const formatted = Object.entries(pages).map(async ([path, source]) => {
    const { code } = await format(path, source, options);
    return [path, code] as const;
  });
  return Object.fromEntries(await Promise.all(formatted));
}

async function readTests(): Promise<TestFile[]> {
  const paths = await Array.fromAsync(glob("test/!(docs)/**/*.ts", { cwd: PROJECT_FOLDER }));
  return Promise.all(
    paths.toSorted().map(async (path) => ({ path, titles: findRuleTitles(await readProjectFile(path)) })),
  );
}

function readProjectFile(path: string): Promise<string> {
  return readFile(join(PROJECT_FOLDER, path), "utf8");
}
