import type { Hostname } from "../../src/domain/hostname.ts";
import { parseHostname } from "../../src/domain/parse-hostname.ts";
import { readArguments, REMOTE, refuseUsage } from "./arguments.ts";

export interface ProjectOptions {
  /** The hostname as an A-label; null for all hostnames. */
  host: Hostname | null;
  isRemote: boolean;
  writesTombstones: boolean;
  /** True to make this database the installation's own. */
  adopts: boolean;
  waits: boolean;
}

export const projectHelp = `Makes the Worker write all snapshots to KV again, with new numbers.

  npm run project -- --all | --host HOST [options]

  --all         all hostnames
  --host HOST   one hostname, or a wildcard such as *.example.com
  --tombstones  with --all: afterwards lists all keys of KV, and writes a tombstone for each key
                that the database does not know. docs/operating.md explains when to use it
  --adopt       with --all: makes this database the installation's own, after you replaced the
                database on purpose. docs/operating.md explains when to use it
  --remote      in the deployed installation instead of the local one (STATE_DIR, default .state)
  --no-wait     exits as soon as the job is stored
  --help        shows this

The job is stored in the database. The Worker starts it within a minute, and continues even if this
command is interrupted. Running the command again starts the job over.

Exit code: 0 all is written (with --no-wait: the job is stored), 1 the Worker does not run the job,
2 wrong usage, 130 waiting was interrupted.
`;

const OPTIONS = {
  all: { type: "boolean", default: false },
  host: { type: "string" },
  tombstones: { type: "boolean", default: false },
  adopt: { type: "boolean", default: false },
  "no-wait": { type: "boolean", default: false },
  ...REMOTE,
} as const;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseProjectOptions(args: string[]): ProjectOptions | null {
  const read = readArguments("project", args, OPTIONS, false);
  if (read === null) return null;
  const { all, host, tombstones, adopt, remote, "no-wait": noWait } = read.values;
  if (all === (host !== undefined)) throw refuse("Pass either --all or --host HOST");
  if (tombstones && !all) throw refuse("--tombstones works only with --all");
  if (adopt && !all) throw refuse("--adopt works only with --all");
  return {
    host: host === undefined ? null : readHost(host),
    isRemote: remote,
    writesTombstones: tombstones,
    adopts: adopt,
    waits: !noWait,
  };
}

function readHost(text: string): Hostname {
  const host = parseHostname(text);
  if (host.ok) return host.value;
  throw refuse(`--host takes a hostname such as go.example.com, not ${text}`);
}

const refuse = (reason: string) => refuseUsage("project", reason);
