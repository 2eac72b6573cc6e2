import { parseArgs } from "node:util";
import { parseHostname } from "../../src/domain/hostname.ts";
import { UsageError } from "./command.ts";

export interface ProjectOptions {
  /** As an A-label; null for all hostnames. */
  host: string | null;
  isRemote: boolean;
  writesTombstones: boolean;
  /** Whether this becomes the database that the installation knows. */
  adopts: boolean;
  waits: boolean;
}

export const projectHelp = `Makes the Worker write all snapshots to KV again, with new numbers.

  npm run project -- --all | --host HOST [options]

  --all         all hostnames
  --host HOST   one hostname, *.example.com included
  --tombstones  with --all: then looks through all keys of KV, and writes a tombstone for each
                that the database does not know. docs/operating.md tells when that is right
  --adopt       with --all: makes this the database that the installation knows, where another took
                its place on purpose. docs/operating.md tells when that is right
  --remote      in the deployed installation instead of the local one (STATE_DIR, default .state)
  --no-wait     ends as soon as the job is filed
  --help        shows this

The job is filed in the database. The Worker takes it up within a minute, and goes on with it whether
this command waits or not. Filing it again starts it over.

Exit code: 0 all is written (with --no-wait: the job is filed), 1 the Worker does not do it, 2 wrong
usage, 130 waiting was interrupted.
`;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseProjectOptions(args: string[]): ProjectOptions | null {
  const values = readArguments(args);
  if (values.help) return null;
  const { all, host, tombstones, adopt } = values;
  if (all === (host !== undefined)) throw refuse("Pass either --all or --host HOST");
  if (tombstones && !all) throw refuse("--tombstones works only with --all");
  if (adopt && !all) throw refuse("--adopt works only with --all");
  return {
    host: host === undefined ? null : readHost(host),
    isRemote: values.remote,
    writesTombstones: tombstones,
    adopts: adopt,
    waits: !values["no-wait"],
  };
}

function readHost(text: string): string {
  const host = parseHostname(text);
  if (host.ok) return host.value;
  throw refuse(`--host takes a hostname such as go.example.com, not ${text}`);
}

function readArguments(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        all: { type: "boolean", default: false },
        host: { type: "string" },
        remote: { type: "boolean", default: false },
        tombstones: { type: "boolean", default: false },
        adopt: { type: "boolean", default: false },
        "no-wait": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    return values;
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(reason: string): UsageError {
  return new UsageError(`${reason}\n\nnpm run project -- --help shows how it is used.`);
}
