import { parseArgs } from "node:util";
import type { ImportMode } from "../../src/services/record/types.ts";
import { UsageError } from "../support/command.ts";
import { type Format, formats, parseRedirectStatus, redirectStatusList } from "./row.ts";

interface CommandLine {
  file: string;
  host: string;
  origin: string | null;
  /** Null: recognized by the file's name and content. */
  format: Format | null;
  status: number | null;
  mode: ImportMode;
  api: string;
  token: string | null;
  isDryRun: boolean;
  /** Whether the import ends only when what it wrote is visible. */
  waits: boolean;
}

export const help = `Imports redirects and short links from a list.

  npm run import -- FILE --host HOST [options]

  --host HOST      hostname of the sources that name none themselves
  --origin ORIGIN  completes targets such as /new, e.g. https://new.example
  --format FORMAT  netlify, tsv or csv; otherwise recognized by the file's name and content
  --status STATUS  status of rows that name none (${redirectStatusList}). Without it
                   redirects get 301; Cloudflare's own default for _redirects is 302
  --mode MODE      upsert (default: also changes what is there) or create
  --api URL        address of the API (SIGNPOST_API, else http://localhost:PORT/v1)
  --token TOKEN    token of the API (SIGNPOST_TOKEN, else that of the local demo)
  --no-wait        ends without waiting until what it wrote is visible everywhere
  --dry-run        sends nothing; shows what would be sent and what cannot be
  --help           shows this

Formats
  netlify   _redirects of Netlify and Cloudflare: FROM [NAME=VALUE] TO [STATUS]. The
            visitor's query is passed on. Placeholders, conditions and rewrites are reported
  tsv       FROM<TAB>TO[<TAB>STATUS], lines that start with # are comments
  csv       FROM,TO[,STATUS], or with a header: url (from, source, old), destination (to,
            target, new), status (code), alias, host, title, description, tags (a;b),
            forward_path, forward_query, expires. Rows with an alias are short links;
            other columns are ignored

Sources are /path, /path?query, /path/* (everything below), /* (everything),
https://host/path or host.example/path. Running an import again changes nothing.

Exit code: 0 all rows are in place, 1 a row failed or cannot be expressed, 2 wrong usage.
`;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseCommandLine(
  args: string[],
  env: Record<string, string | undefined>,
): CommandLine | null {
  const { values, positionals } = readArguments(args);
  if (values.help) return null;

  const [file, ...others] = positionals;
  if (file === undefined) throw refuse("FILE is missing: name the list to import");
  if (others.length > 0) throw refuse(`Only one FILE is imported at a time: remove ${others.join(" ")}`);
  return {
    file,
    host: parseHost(values.host),
    origin: parseOrigin(values.origin),
    format: oneOf(values.format, formats, "--format"),
    status: parseStatus(values.status),
    mode: oneOf(values.mode, ["create", "upsert"] as const, "--mode") ?? "upsert",
    api: parseApi(values.api ?? (env.SIGNPOST_API || `http://localhost:${env.PORT || 8787}/v1`)),
    token: values.token ?? (env.SIGNPOST_TOKEN || null),
    isDryRun: values["dry-run"] ?? false,
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
        mode: { type: "string" },
        api: { type: "string" },
        token: { type: "string" },
        "dry-run": { type: "boolean" },
        "no-wait": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

function parseHost(host: string | undefined): string {
  if (host === undefined) throw refuse("--host HOST is missing");
  if (/^[^\s/:?#@]+$/.test(host)) return host;
  throw refuse(`--host takes a hostname such as old.example, not ${host}`);
}

function parseOrigin(origin: string | undefined): string | null {
  if (origin === undefined) return null;
  const bare = origin.replace(/\/$/, "");
  if (/^https?:\/\/[^\s/?#@]+$/i.test(bare) && URL.canParse(bare)) return bare;
  throw refuse(`--origin takes scheme and host such as https://new.example, not ${origin}`);
}

function parseApi(api: string): string {
  if (/^https?:\/\//i.test(api) && URL.canParse(api)) return api.replace(/\/+$/, "");
  throw refuse(`--api takes a URL such as https://admin.example/v1, not ${api}`);
}

function parseStatus(text: string | undefined): number | null {
  if (text === undefined) return null;
  const status = parseRedirectStatus(text);
  if (status === null) throw refuse(`--status is one of ${redirectStatusList}, not ${text}`);
  return status;
}

function oneOf<T extends string>(value: string | undefined, allowed: readonly T[], option: string): T | null {
  const match = allowed.find((candidate) => candidate === value);
  if (value === undefined || match !== undefined) return match ?? null;
  throw refuse(`${option} is ${allowed.join(" or ")}, not ${value}`);
}

function refuse(reason: string): UsageError {
  return new UsageError(`${reason}\n\nnpm run import -- --help shows how it is used.`);
}
