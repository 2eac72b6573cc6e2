import { readdir, readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import { findTextProblems } from "../../src/dashboard/text/fill-text.ts";

type Texts = Parameters<typeof findTextProblems>[1];

/** The language that all others are held against. A part that it lacks is one that another language may have. */
const REFERENCE = "en";

/**
 * Returns the problems of the texts in a folder that has a folder for each language, with a file for each part:
 * `de: a.key is missing (records.json)`. A text in two parts is also a problem.
 */
export async function findTextProblemsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const languages = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const english = await readLanguage(join(folder, REFERENCE));
  const problems = await Promise.all(
    languages.map(async (language) => {
      const parts = await readLanguage(join(folder, language));
      return [...english.keys()].flatMap((name) =>
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
  const files = (await readdir(folder)).filter((name) => /\.(?:json|ts)$/.test(name));
  return new Map(
    await Promise.all(
      files.map(async (file) => [parse(file).name, await readPart(join(folder, file))] as const),
    ),
  );
}

/** A module has the sentences that the API itself says. */
async function readPart(path: string): Promise<Texts> {
  if (path.endsWith(".json")) return JSON.parse(await readFile(path, "utf8")) as Texts;
  return ((await import(pathToFileURL(path).href)) as { default: Texts }).default;
}
