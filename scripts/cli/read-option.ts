import { InvalidArgumentError, Option, type Command } from "commander";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { columnKeys } from "../../src/domain/import/format/csv.ts";
import { readImport } from "../../src/domain/import/read-import.ts";
import { formats, shortNames } from "../../src/domain/import/registry.ts";
import type { ImportResult, PasswordChoice } from "../../src/domain/import/row.ts";
import { REDIRECT_STATUSES } from "../../src/domain/redirect-type.ts";
import { UsageError } from "../support/command.ts";
import type { Pair } from "./pair.ts";

/** Options that say how a file is read; commands that read one have them all. */
export interface ReadOptions {
  host?: string;
  origin?: string;
  format?: string;
  status?: number;
  base: string;
  hostMap?: Pair[];
  map?: Pair[];
  passwords: PasswordChoice;
}

const PASSWORD_CHOICES = ["leave-out", "hash", "drop"] as const satisfies PasswordChoice[];

export function addReadOptions(command: Command): Command {
  return command
    .optionsGroup("How the file is read:")
    .option("--host <host>", "hostname of the sources that name none themselves", parseHost)
    .option("--origin <origin>", "completes destinations such as /new, e.g. https://new.example", parseOrigin)
    .option("--format <format>", "one of those below; otherwise the content tells", parseFormat)
    .option("--status <status>", `code of rows that name none (${REDIRECT_STATUSES.join(", ")})`, parseStatus)
    .option("--base <folder>", "folder of a .htaccess, which its rules are relative to", parseBase, "/")
    .option("--host-map <pairs>", "takes links of a host as those of another: bit.ly=go.example", addHosts)
    .option(
      "--map <pairs>",
      'names columns of an unknown CSV: "Old URL=source,New URL=destination"',
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

Columns for --map: ${columnKeys.join(", ")}
docs/importing.md says how to export from each tool, and what comes along.`;

/** Reads a file into rows. @throws UsageError where it cannot be read */
export async function readRows(file: string, options: ReadOptions): Promise<ImportResult> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new UsageError(`Cannot read ${file}: ${error.message}`);
  });
  const { host = null, origin = null, format = null, status = null, base, passwords } = options;
  const { hostMap = [], map = [] } = options;
  const result = readImport(bytes, {
    host,
    origin,
    format,
    status,
    base,
    passwords,
    hostMap: new Map(hostMap.map(([from, to]) => [from.toLowerCase(), to])),
    columnMap: new Map(map),
    fileName: basename(file),
    nowMs: Date.now(),
  });
  if (!result.ok) throw new UsageError(`${file}: ${result.reason}`);
  return result.value;
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
    // A name of a column may hold an equals sign, a name of ours does not.
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
