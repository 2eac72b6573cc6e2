import { readArguments, REMOTE, refuseUsage } from "../support/arguments.ts";
import { toBackupName } from "./backup-name.ts";
import type { DatabasePlace } from "./database.ts";

interface BackupOptions extends DatabasePlace {
  file: string;
}

export interface VerifyOptions {
  /** A file or, with `isRemote`, the name of a nightly backup; null for the newest. */
  verified: string | null;
  isRemote: boolean;
}

export const backupHelp = `Writes all data of the installation to a file: every workspace, with its users, tokens,
hostnames, records, history and clicks.

  npm run backup -- [FILE] [options]
  npm run backup -- --verify [FILE] [--remote]

  FILE             the file to write; compressed if the name ends in .gz
                   (default: signpost-<moment>.ndjson.gz). With several databases it is a folder, without
                   this ending: a file for each database, and manifest.json with their checksums
  --remote         of the deployed database instead of the local one (STATE_DIR, default .state)
  --database NAME  with --remote: name of another database than the installation's
  --verify         writes no backup: restores one into a temporary database and compares every checksum.
                   Of FILE, or of the newest backup in this folder by its name: signpost-<moment>.ndjson.gz,
                   or signpost-<date>.ndjson, a nightly backup that was fetched.
                   FILE can be a folder or its manifest.json.
                   With --remote of the nightly backup FILE in backup_bucket, or of the newest there of
                   each database.
                   The temporary database is in TMPDIR (default /tmp), needs several times the room of the
                   backup, and is removed at the end, also after Ctrl-C. The installation stays as it is.
  --help           shows this

The file contains hashes of passwords and tokens, and the secrets of notifications: protect it as you
protect SIGNING_KEY, which is not in it.

Exit code: 0 the file is complete or verified, 1 there is no such database or backup, it has no workspaces,
did not answer or failed the verification, 2 wrong usage, 130 the verification was interrupted.
`;

export const restoreHelp = `Restores a backup into an empty database, and verifies it with the checksums of the backup.

  npm run restore -- FILE [options]

  FILE             a file or folder of npm run backup, or a nightly backup. A folder needs an installation
                   with the same databases
  --remote         into the deployed database instead of the local one (STATE_DIR, default .state)
  --database NAME  with --remote: name of another database than the installation's
  --help           shows this

The database must have all migrations, and no rows. Afterwards the Worker of the installation writes
every snapshot again. docs/operating.md explains all steps.

Exit code: 0 all is restored, 1 the restore failed, 2 wrong usage.
`;

const OPTIONS = { ...REMOTE, database: { type: "string" } } as const;

const VERIFY = { verify: { type: "boolean", default: false } } as const;

/** Reads the command line of the backup; null asks for help. Throws UsageError. */
export function parseBackupOptions(args: string[], nowMs: number): BackupOptions | VerifyOptions | null {
  const read = readFile("backup", args, { ...OPTIONS, ...VERIFY });
  if (read === null) return null;
  const { values, file } = read;
  if (!values.verify) return { file: file ?? toBackupName(nowMs), ...toPlace("backup", values) };
  if (values.database !== undefined) throw refuse("backup", "--database does not go with --verify");
  return { verified: file ?? null, isRemote: values.remote };
}

/** Reads the command line of the restore; null asks for help. Throws UsageError. */
export function parseRestoreOptions(args: string[]): BackupOptions | null {
  const read = readFile("restore", args, OPTIONS);
  if (read === null) return null;
  const { values, file } = read;
  if (file === undefined) throw refuse("restore", "Missing the FILE to restore");
  return { file, ...toPlace("restore", values) };
}

function toPlace(
  command: string,
  { remote, database }: { remote: boolean; database?: string },
): DatabasePlace {
  if (database !== undefined && !remote) throw refuse(command, "--database works only with --remote");
  return { isRemote: remote, name: database ?? null };
}

function readFile<T extends typeof OPTIONS>(command: string, args: string[], options: T) {
  const read = readArguments(command, args, options);
  if (read === null) return null;
  const [file, ...rest] = read.positionals;
  if (rest.length > 0) throw refuse(command, `One FILE, please: there is also ${rest[0]}`);
  return { values: read.values, file };
}

const refuse = (command: string, reason: string) => refuseUsage(command, `${reason}.`);
