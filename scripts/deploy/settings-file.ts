import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { applyEdits, modify, parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import { UsageError } from "../support/command.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { parseSettings, SETTING_NAMES, type SettingsDraft } from "./settings.ts";

/** The file of an installation's settings: JSON with comments, which are kept when a setting is written. */

/** Returns the path of the settings: `signpost.jsonc`, or `signpost.NAME.jsonc` of a further installation. */
export function settingsPath(name: string | null): string {
  return join(PROJECT_FOLDER, name === null ? "signpost.jsonc" : `signpost.${name}.jsonc`);
}

/** Returns the path in `SIGNPOST_SETTINGS`, by default the path of the first installation. */
export function currentSettingsPath(env: NodeJS.ProcessEnv): string {
  return env["SIGNPOST_SETTINGS"] ? resolve(env["SIGNPOST_SETTINGS"]) : settingsPath(null);
}

/** Reads settings; null if there is no file. Throws UsageError. */
export async function readSettings(path: string): Promise<SettingsDraft | null> {
  const text = await readText(path);
  return text === null ? null : parseSettings(parseText(text, path), path);
}

/** Writes the settings that differ, and keeps everything else unchanged, including comments. */
export async function writeSettings(path: string, settings: SettingsDraft): Promise<void> {
  const before = (await readText(path)) ?? NEW_FILE;
  const held = parseText(before, path) as Record<string, unknown>;
  let text = before;
  for (const name of SETTING_NAMES) {
    const value = settings[name];
    if (value === undefined || JSON.stringify(held[name]) === JSON.stringify(value)) continue;
    const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
    text = applyEdits(text, modify(text, [name], value, { formattingOptions }));
  }
  if (text === before) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

const NEW_FILE = `// The settings of this installation, written by npm run deploy. You may edit them: signpost.example.jsonc
// explains each. Keep a copy of this file, git ignores it.
{
}
`;

async function readText(path: string): Promise<string | null> {
  return await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

function parseText(text: string, path: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split("\n").length;
    throw new UsageError(`${path}, line ${line}: ${printParseErrorCode(first.error)}`);
  }
  return value ?? {};
}
