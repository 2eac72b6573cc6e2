import { sayRow } from "../../src/import/say-row.ts";
import { InvalidArgumentError, Option, type Command } from "commander";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { columnKeys, formats, readImport, shortNames } from "../../src/import/read-file.ts";
import type { ImportOptions, ImportResult, PasswordChoice } from "../../src/import/row.ts";
import { REDIRECT_STATUSES } from "../../src/domain/client/words.ts";
import { UsageError } from "../support/command.ts";
import type { Pair } from "./pair.ts";

/** Options for reading a file, common to all commands that read one. */
export interface ReadOptions {
  host?: string;
  origin?: string;
  format?: string;
  status?: number;
  base: string;
  hostMap?: Pair[];
  map?: Pair[];
  passwords: PasswordChoice;
  literalDots?: boolean;
}

const PASSWORD_CHOICES = ["leave-out", "hash", "drop"] as const satisfies PasswordChoice[];

export function addReadOptions(command: Command): Command {
  return command
    .optionsGroup("How the file is read:")
    .option("--host <host>", "hostname of sources without one", parseHost)
    .option("--origin <origin>", "completes destinations such as /new, e.g. https://new.example", parseOrigin)
    .option(
      "--format <format>",
      "name of its format (signpost import --help); detected from the content if absent",
      parseFormat,
    )
    .option("--status <status>", `code of rows without one (${REDIRECT_STATUSES.join(", ")})`, parseStatus)
    .option("--base <folder>", "folder of the .htaccess, to which its rules are relative", parseBase, "/")
    .option("--literal-dots", "an unescaped dot in expressions of .htaccess and nginx is a dot")
    .option("--host-map <pairs>", "imports links of one host to another: bit.ly=go.example", addHosts)
    .option(
      "--map <pairs>",
      'fields of the columns of an unknown CSV: "Old URL=source,New URL=destination"',
      addColumns,
    )
    .addOption(
      new Option("--passwords <what>", "rows with a password in plain text (hash: at most 1,000)")
        .choices(PASSWORD_CHOICES)
        .default("leave-out"),
    );
}

const FORMAT_LIST = [...formats.values()].map(({ key, label }) => `  ${key.padEnd(24)}${label}`).join("\n");

export const FORMAT_HELP = `
Formats:
${FORMAT_LIST}

Columns for --map:
${wrap(columnKeys)}

Examples:
  signpost import bitly.csv --host-map bit.ly=go.example.com --dry-run
  signpost import wordpress.csv --host old.example --origin https://new.example
  signpost import list.csv --map "Old URL=source,New URL=destination"`;

function wrap(names: readonly string[]): string {
  return names
    .join(", ")
    .replaceAll(/(.{1,76})(?: |$)/g, "  $1\n")
    .trimEnd();
}

/**
 * Reads a file into rows.
 * @throws UsageError if it cannot be read
 */
export async function readRows(file: string, options: ReadOptions): Promise<ImportResult> {
  const result = readImport(await readBytes(file), toImportOptions(file, options));
  if (!result.ok) throw new UsageError(`${file}: ${sayRow(result.reason)}`);
  return result.value;
}

/** @throws UsageError where there is no such file */
export async function readBytes(file: string): Promise<Uint8Array> {
  return await readFile(file).catch((error: Error) => {
    throw new UsageError(`Cannot read ${file}: ${error.message}`);
  });
}

export function toImportOptions(file: string, options: ReadOptions): ImportOptions {
  const { host = null, origin = null, format = null, status = null, base, passwords } = options;
  const { hostMap = [], map = [], literalDots = false } = options;
  return {
    host,
    origin,
    format,
    status,
    base,
    passwords,
    literalDots,
    forwardQuery: false,
    hostMap: new Map(hostMap.map(([from, to]) => [from.toLowerCase(), to])),
    columnMap: new Map(map),
    fileName: basename(file),
    nowMs: Date.now(),
  };
}

export function parseHost(host: string): string {
  if (/^[^\s/:?#@=,]+$/.test(host)) return host;
  throw new InvalidArgumentError("It takes a hostname such as old.example.");
}

function parseOrigin(origin: string): string {
  const bare = origin.replace(/\/$/, "");
  if (/^https?:\/\/[^\s/?#@]+$/i.test(bare) && URL.canParse(bare)) return bare;
  throw new InvalidArgumentError("It takes scheme and host such as https://new.example.");
}

function parseFormat(format: string): string {
  const key = shortNames.get(format) ?? format;
  if (formats.has(key)) return key;
  throw new InvalidArgumentError(`It is one of: ${[...formats.keys()].join(", ")}.`);
}

function parseStatus(text: string): number {
  const status = REDIRECT_STATUSES.find((known) => String(known) === text);
  if (status !== undefined) return status;
  throw new InvalidArgumentError(`It is one of ${REDIRECT_STATUSES.join(", ")}.`);
}

function parseBase(base: string): string {
  if (/^\/(?:[^\s?#]*\/)?$/.test(base)) return base;
  throw new InvalidArgumentError("It takes a folder with slashes at both ends such as /dpv/.");
}

function parsePairs(text: string, example: string): Pair[] {
  return text.split(",").map((pair): Pair => {
    // A column name may contain an equals sign, a field name cannot.
    const at = pair.lastIndexOf("=");
    const [from, to] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at > 0 && from !== "" && to !== "") return [from, to];
    throw new InvalidArgumentError(`It takes pairs such as ${example}.`);
  });
}

function addHosts(text: string, pairs: Pair[] = []): Pair[] {
  const added = parsePairs(text, "bit.ly=go.example");
  for (const pair of added) for (const host of pair) parseHost(host);
  return [...pairs, ...added];
}

function addColumns(text: string, pairs: Pair[] = []): Pair[] {
  const added = parsePairs(text, '"Old URL=source"');
  const unknown = added.find(([, name]) => !columnKeys.includes(name));
  if (unknown === undefined) return [...pairs, ...added];
  throw new InvalidArgumentError(`There is no column ${unknown[1]}. It is one of: ${columnKeys.join(", ")}.`);
}
