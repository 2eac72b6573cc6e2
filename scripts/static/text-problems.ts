import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findTextProblems } from "../../src/dashboard/text/fill-text.ts";

type Texts = Parameters<typeof findTextProblems>[1];

/** The language that all others are held against. */
const REFERENCE = "en";

/**
 * Returns the problems of the texts in a folder that has a folder for each language, with a JSON file for each part:
 * `de: a.key is missing (records.json)`. A text in two parts is also a problem.
 */
export async function findTextProblemsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const languages = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const english = await readLanguage(join(folder, REFERENCE));
  const problems = await Promise.all(
    languages.map(async (language) => {
      const parts = await readLanguage(join(folder, language));
      const names = new Set([...english.keys(), ...parts.keys()]);
      return [...names].flatMap((name) =>
        findTextProblems(language, parts.get(name) ?? {}, english.get(name) ?? {}).map(
          (problem) => `${problem} (${name}.json)`,
        ),
      );
    }),
  );
  const keys = [...english.values()].flatMap((texts) => Object.keys(texts));
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  return [...problems.flat(), ...twice.map((key) => `${key} is in two parts`)];
}

async function readLanguage(folder: string): Promise<Map<string, Texts>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const read = async (file: string) => JSON.parse(await readFile(join(folder, file), "utf8")) as Texts;
  return new Map(
    await Promise.all(files.map(async (file) => [file.slice(0, -".json".length), await read(file)] as const)),
  );
}
