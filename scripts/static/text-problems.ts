import { readdir, readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import { PLACEHOLDER, type Texts, type TextValue } from "../../src/domain/fill-text.ts";

/** The language that all others are held against. A part that it lacks is one that another language may have. */
const REFERENCE = "en";

/**
 * Returns the problems of the texts in a folder that has a folder for each language, with a file for each part:
 * `de: a.key is missing (records.json)`. A text in two parts is also a problem.
 */
export async function findTextProblemsIn(folder: string): Promise<string[]> {
  const languages = await listLanguages(folder);
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

export async function listLanguages(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Reads the texts of a language, by the names of their parts. */
export async function readLanguage(folder: string): Promise<Map<string, Texts>> {
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

/**
 * Returns the errors in the texts of a language: keys that are missing or unknown, empty texts, and
 * placeholders or plurals that the English text does not have.
 */
export function findTextProblems(language: string, texts: Texts, english: Texts): string[] {
  const problems = Object.keys(texts)
    .filter((key) => !Object.hasOwn(english, key))
    .map((key) => `${language}: ${key} is not a text`);
  for (const [key, reference] of Object.entries(english)) {
    const text = texts[key];
    if (text === undefined) problems.push(`${language}: ${key} is missing`);
    else problems.push(...problemsOf(language, text, reference).map((why) => `${language}: ${key} ${why}`));
  }
  return problems;
}

function problemsOf(language: string, text: TextValue, reference: TextValue): string[] {
  // A sentence of the API has one form in English.
  if (typeof text === "string" && typeof reference !== "string") return ["differs in having plurals"];
  const forms = typeof text === "string" ? { other: text } : text;
  const problems = Object.values(forms).some((form) => form === "") ? ["is empty"] : [];
  const needed =
    typeof text === "string" ? [] : new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const category of needed) {
    if (typeof text !== "string" && text[category] === undefined) problems.push(`has no form "${category}"`);
  }
  const [own, theirs] = [namesIn(text), namesIn(reference)];
  if (own !== theirs) problems.push(`has the values ${own || "none"} instead of ${theirs || "none"}`);
  return problems;
}

/** Returns the names of all placeholders, sorted. A form such as "one record" may omit `count`. */
function namesIn(text: TextValue): string {
  const forms = typeof text === "string" ? [text] : Object.values(text);
  const names = forms.flatMap((form) => Array.from(form.matchAll(PLACEHOLDER), ([, name]) => name));
  return [...new Set(names)].toSorted().join(", ");
}
