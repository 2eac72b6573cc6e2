import { readArguments, REMOTE, refuseUsage } from "../support/arguments.ts";
import { toBackupName } from "./backup-name.ts";
import type { DatabasePlace } from "./database.ts";

interface BackupOptions extends DatabasePlace {
  file: string;
}

export interface RestoreOptions extends BackupOptions {
  /** The databases that take parts of a backup, by the databases of these. */
  into: Map<string, string>;
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

export const restoreHelp = `Restores a backup into empty databases, and verifies it with the checksums of the backup.

  npm run restore -- FILE [options]

  FILE             a file or folder of npm run backup, or a nightly backup. The installation may have another
                   number of databases than the folder has files. The command says first what goes where
  --into FROM=TO   the part of the database FROM goes into the database TO, as in DB_02=DB. May be repeated.
                   By default each goes into the database of its name, or if there is none into the one that
                   takes the least bytes. Of several parts for one database one backup is made in TMPDIR
                   (default /tmp), which is removed at the end. A single FILE is a part of DB
  --remote         into the deployed databases instead of the local ones (STATE_DIR, default .state; DATABASES
                   says how many there have to be)
  --database NAME  with --remote: name of another database than the installation's
  --help           shows this

Each database must have all migrations, and no rows. Afterwards the Worker of the installation writes
every snapshot again. docs/operating.md explains all steps.

Exit code: 0 all is restored, 1 the restore failed, 2 wrong usage, 130 it was interrupted.
`;

const OPTIONS = { ...REMOTE, database: { type: "string" } } as const;

const INTO = { into: { type: "string", multiple: true, default: [] as string[] } } as const;

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
export function parseRestoreOptions(args: string[]): RestoreOptions | null {
  const read = readFile("restore", args, { ...OPTIONS, ...INTO });
  if (read === null) return null;
  const { values, file } = read;
  if (file === undefined) throw refuse("restore", "Missing the FILE to restore");
  return { file, into: toPairs(values.into), ...toPlace("restore", values) };
}

function toPairs(texts: string[]): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const text of texts) {
    const [, from, to] = /^(DB(?:_\d\d)?)=(DB(?:_\d\d)?)$/.exec(text.toUpperCase()) ?? [];
    if (from === undefined || to === undefined) {
      throw refuse("restore", `--into needs FROM=TO, as in DB_02=DB, not "${text}"`);
    }
    if (pairs.has(from)) throw refuse("restore", `--into names ${from} twice`);
    pairs.set(from, to);
  }
  return pairs;
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
