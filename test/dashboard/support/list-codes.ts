import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the texts in quotes of all source files but those that list sentences, which have the codes among them. */
export async function listUsedCodes(): Promise<Set<string>> {
  const sources = await readSources("src");
  const used = sources.filter(([file]) => !/refusal\/(?:file-)?sentence|dashboard\/text/.test(file));
  return new Set(
    used.flatMap(([, text]) => Array.from(text.matchAll(/"([a-z]\w*)"/g), ([, code = ""]) => code)),
  );
}

/** Returns the codes of problems of hostnames in a folder: those beside a reason, and of `failed("code", …)`. */
export async function listCodes(folders: readonly string[]): Promise<string[]> {
  const sources = (await Promise.all(folders.map(readSources))).flat();
  const codes = sources.flatMap(([, text]) =>
    Array.from(
      text.matchAll(
        /\bcode: ["`]([a-z]\w*)(?:\$\{[^}]*\})?["`](?: as const)?,\s*reason\b|\bfailed\(\s*"(\w+)",/g,
      ),
      ([, beside, failed = ""]) => beside ?? failed,
    ),
  );
  return [...new Set(codes)];
}

async function readSources(folder: string): Promise<[file: string, text: string][]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  return Promise.all(
    files.map(async (name): Promise<[string, string]> => [
      join(folder, name),
      await readFile(join(folder, name), "utf8"),
    ]),
  );
}
