import { parseArgs } from "node:util";
import { UsageError } from "../support/command.ts";
import type { DatabasePlace } from "./database.ts";

export interface BackupOptions extends DatabasePlace {
  file: string;
}

export const backupHelp = `Writes all data of the installation to a file: every workspace, with its users, tokens,
hostnames, records, history and clicks.

  npm run backup -- [FILE] [options]

  FILE             the file to write; compressed if the name ends in .gz
                   (default: signpost-<moment>.ndjson.gz)
  --remote         of the deployed database instead of the local one (STATE_DIR, default .state)
  --database NAME  with --remote: name of another database than the installation's
  --help           shows this

The file contains hashes of passwords and tokens, and the secrets of notifications: protect it as you
protect SIGNING_KEY, which is not in it.

Exit code: 0 the file is complete, 1 there is no such database, it has no workspaces or did not answer,
2 wrong usage.
`;

export const restoreHelp = `Restores a backup into an empty database, and verifies it with the checksums of the backup.

  npm run restore -- FILE [options]

  FILE             a file of npm run backup, or a nightly backup
  --remote         into the deployed database instead of the local one (STATE_DIR, default .state)
  --database NAME  with --remote: name of another database than the installation's
  --help           shows this

The database must have all migrations, and no rows. Afterwards the Worker of the installation writes
every snapshot again. docs/operating.md explains all steps.

Exit code: 0 all is restored, 1 the restore failed, 2 wrong usage.
`;

/** Reads the command line of the backup; null asks for help. Throws UsageError. */
export function parseBackupOptions(args: string[], nowMs: number): BackupOptions | null {
  const moment = new Date(nowMs).toISOString().slice(0, 19).replaceAll(":", "-");
  return parse("backup", args, `signpost-${moment}.ndjson.gz`);
}

/** Reads the command line of the restore; null asks for help. Throws UsageError. */
export function parseRestoreOptions(args: string[]): BackupOptions | null {
  return parse("restore", args, null);
}

function parse(command: string, args: string[], defaultFile: string | null): BackupOptions | null {
  const { values, positionals } = readArguments(command, args);
  if (values.help) return null;
  const [file = defaultFile, ...rest] = positionals;
  if (file === null) throw refuse(command, "Missing the FILE to restore");
  if (rest.length > 0) throw refuse(command, `One FILE, please: there is also ${rest[0]}`);
  if (values.database !== undefined && !values.remote)
    throw refuse(command, "--database works only with --remote");
  return { file, isRemote: values.remote, name: values.database ?? null };
}

function readArguments(command: string, args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        remote: { type: "boolean", default: false },
        database: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw refuse(command, error instanceof Error ? error.message : String(error));
  }
}

function refuse(command: string, reason: string): UsageError {
  return new UsageError(`${reason}.\n\nnpm run ${command} -- --help shows how it is used.`);
}
