import { parseArgs } from "node:util";
import { columnKeys } from "../../src/domain/import/format/csv.ts";
import { formats, shortNames } from "../../src/domain/import/registry.ts";
import type { ImportOptions, PasswordChoice } from "../../src/domain/import/row.ts";
import { REDIRECT_STATUSES } from "../../src/domain/redirect-type.ts";
import type { ImportMode } from "../../src/services/record/types.ts";
import { UsageError } from "../support/command.ts";

export interface CommandLine {
  file: string;
  read: Omit<ImportOptions, "fileName" | "nowMs">;
  mode: ImportMode;
  api: string;
  token: string | null;
  isDryRun: boolean;
  /** Whether a dry run prints JSON. */
  isJson: boolean;
  /** Whether the import ends only when what it wrote is visible. */
  waits: boolean;
}

const statusList = REDIRECT_STATUSES.join(", ");
const formatList = [...formats.values()].map(({ key, label }) => `  ${key.padEnd(24)}${label}`).join("\n");
const passwordChoices = ["leave-out", "hash", "drop"] as const satisfies PasswordChoice[];

export const help = `Imports redirects and short links from a file of another tool.

  npm run import -- FILE [options]

What to read
  --host HOST        hostname of the sources that name none themselves
  --origin ORIGIN    completes destinations such as /new, e.g. https://new.example
  --format FORMAT    one of those below; otherwise the content tells
  --status STATUS    code of rows that name none (${statusList}). Without it redirects
                     get 301 (302 in Cloudflare's _redirects), short links 302
  --base /FOLDER/    folder of a .htaccess, which its rules are relative to
  --host-map A=B     takes links of the host A as links of B, e.g. bit.ly=go.example;
                     several are separated by commas
  --map "OLD=source,NEW=destination"
                     names the columns of a CSV that is not known. Names: ${wrap(columnKeys)}
  --passwords WHAT   rows with a password in plain text: leave-out (default), hash
                     (at most 1,000), or drop (imported paused and without it)

What to do
  --dry-run          sends nothing; shows what would be sent and what cannot be
  --json             with --dry-run: prints {format, rows, refused, ignored, warnings}
  --mode MODE        upsert (default: also changes what is there) or create
  --api URL          address of the API (SIGNPOST_API, else http://localhost:PORT/v1)
  --token TOKEN      token of the API (SIGNPOST_TOKEN, else that of the local demo)
  --no-wait          ends without waiting until what it wrote is visible everywhere
  --help             shows this

Formats
${formatList}

A list (csv, tsv) says paths: /path, /path?query, /path/* (everything below), /* (everything),
https://host/path or host.example/path. Running an import again changes nothing.
docs/importing.md tells how to export from each tool, and what comes along.

Exit code: 0 all rows are in place, 1 a row failed or was refused, 2 wrong usage or a file that
cannot be read.
`;

function wrap(names: string[]): string {
  const indent = " ".repeat(21);
  let line = "";
  const lines: string[] = [];
  for (const name of names) {
    if (line.length + name.length > 60) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += `${name}, `;
  }
  return `\n${[...lines, line.replace(/, $/, "")].map((text) => indent + text).join("\n")}`;
}

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseCommandLine(
  args: string[],
  env: Record<string, string | undefined>,
): CommandLine | null {
  const { values, positionals } = readArguments(args);
  if (values.help) return null;

  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError("FILE is missing: name the file to import");
  if (others.length > 0) {
    throw new UsageError(`Only one FILE is imported at a time: remove ${others.join(" ")}`);
  }
  const isDryRun = values["dry-run"] ?? false;
  if (values.json === true && !isDryRun) throw new UsageError("--json goes with --dry-run");
  return {
    file,
    read: {
      host: parseHost(values.host, "--host"),
      origin: parseOrigin(values.origin),
      format: parseFormat(values.format),
      status: parseStatus(values.status),
      base: parseBase(values.base),
      hostMap: parseHostMap(values["host-map"]),
      columnMap: parseColumnMap(values.map),
      passwords: oneOf(values.passwords, passwordChoices, "--passwords") ?? "leave-out",
    },
    mode: oneOf(values.mode, ["create", "upsert"] as const, "--mode") ?? "upsert",
    api: parseApi(values.api ?? (env.SIGNPOST_API || `http://localhost:${env.PORT || 8787}/v1`)),
    token: values.token ?? (env.SIGNPOST_TOKEN || null),
    isDryRun,
    isJson: values.json ?? false,
    waits: !(values["no-wait"] ?? false),
  };
}

/** Returns whether the API runs on this machine, so that the token of the local demo is the right one. */
export function isLocal(api: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(api).hostname);
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        host: { type: "string" },
        origin: { type: "string" },
        format: { type: "string" },
        status: { type: "string" },
        base: { type: "string" },
        "host-map": { type: "string", multiple: true },
        map: { type: "string", multiple: true },
        passwords: { type: "string" },
        mode: { type: "string" },
        api: { type: "string" },
        token: { type: "string" },
        "dry-run": { type: "boolean" },
        json: { type: "boolean" },
        "no-wait": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

function parseHost(host: string | undefined, option: string): string | null {
  if (host === undefined) return null;
  if (/^[^\s/:?#@=,]+$/.test(host)) return host;
  throw new UsageError(`${option} takes a hostname such as old.example, not ${host}`);
}

function parseOrigin(origin: string | undefined): string | null {
  if (origin === undefined) return null;
  const bare = origin.replace(/\/$/, "");
  if (/^https?:\/\/[^\s/?#@]+$/i.test(bare) && URL.canParse(bare)) return bare;
  throw refuse(`--origin takes scheme and host such as https://new.example, not ${origin}`);
}

function parseFormat(format: string | undefined): string | null {
  if (format === undefined) return null;
  const key = shortNames.get(format) ?? format;
  if (formats.has(key)) return key;
  throw new UsageError(`--format ${format} is not known. It is one of: ${[...formats.keys()].join(", ")}`);
}

function parseApi(api: string): string {
  if (/^https?:\/\//i.test(api) && URL.canParse(api)) return api.replace(/\/+$/, "");
  throw refuse(`--api takes a URL such as https://admin.example/v1, not ${api}`);
}

function parseStatus(text: string | undefined): number | null {
  if (text === undefined) return null;
  const status = REDIRECT_STATUSES.find((known) => String(known) === text);
  if (status === undefined) throw new UsageError(`--status is one of ${statusList}, not ${text}`);
  return status;
}

function parseBase(base: string | undefined): string {
  if (base === undefined) return "/";
  if (/^\/(?:[^\s?#]*\/)?$/.test(base)) return base;
  throw new UsageError(`--base takes a folder with slashes at both ends such as /dpv/, not ${base}`);
}

function parsePairs(texts: string[] | undefined, option: string, example: string): [string, string][] {
  return (texts ?? []).flatMap((text) =>
    text.split(",").map((pair): [string, string] => {
      // A name of a column may hold an equals sign, a name of ours does not.
      const at = pair.lastIndexOf("=");
      const [from, to] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      if (at > 0 && from !== "" && to !== "") return [from, to];
      throw new UsageError(`${option} takes pairs such as ${example}, not ${pair}`);
    }),
  );
}

function parseHostMap(texts: string[] | undefined): Map<string, string> {
  const pairs = parsePairs(texts, "--host-map", "bit.ly=go.example");
  for (const pair of pairs) for (const host of pair) parseHost(host, "--host-map");
  return new Map(pairs.map(([from, to]) => [from.toLowerCase(), to]));
}

function parseColumnMap(texts: string[] | undefined): Map<string, string> {
  const pairs = parsePairs(texts, "--map", '"Old URL=source"');
  const unknown = pairs.find(([, name]) => !columnKeys.includes(name));
  if (unknown === undefined) return new Map(pairs);
  throw new UsageError(`--map knows no column ${unknown[1]}. It is one of: ${columnKeys.join(", ")}`);
}

function oneOf<T extends string>(value: string | undefined, allowed: readonly T[], option: string): T | null {
  const match = allowed.find((candidate) => candidate === value);
  if (value === undefined || match !== undefined) return match ?? null;
  throw refuse(`${option} is ${allowed.join(" or ")}, not ${value}`);
}

function refuse(reason: string): UsageError {
  return new UsageError(`${reason}\n\nnpm run import -- --help shows how it is used.`);
}
