import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { listDatabases } from "../deploy/wrangler-config.ts";
import { currentSettingsPath, readSettings } from "../deploy/settings-file.ts";
import { CommandError } from "../support/command.ts";
import { withLocalDatabase } from "../support/local-database.ts";
import { withTemporaryFolder } from "../support/temporary-folder.ts";
import { newestOf } from "./backup-name.ts";
import { readBackupSet } from "./backup-set.ts";
import { toBackupDatabase } from "./database.ts";
import type { VerifyOptions } from "./option.ts";
import { restoreBackup, type Restored } from "./restore-backup.ts";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { DATABASE_BINDING } from "../support/project.ts";
import { openBackupBucket, type BackupBucket } from "../support/backup-bucket.ts";

/**
 * Restores a backup into a temporary database, as a drill.
 * @param show gets the current step as text
 * @returns the result as one line for each database
 * @throws CommandError that says why this is no backup that can be restored
 */
export async function verifyBackup(
  { verified, isRemote }: VerifyOptions,
  env: NodeJS.ProcessEnv,
  show: (line: string) => void,
): Promise<string> {
  return await withTemporaryFolder("signpost-verify-", async (folder) => {
    if (isRemote) show("Fetching the backup");
    const files = isRemote
      ? await fetchNightlyBackups(verified, folder, env)
      : await findFiles(verified, process.cwd());
    const verdicts: string[] = [];
    let workspaces = 0;
    for (const [index, { file, title }] of files.entries()) {
      try {
        const restored = await withLocalDatabase(join(folder, `state-${index}`), (db) =>
          restoreBackup(toBackupDatabase(db, "The temporary database"), file, Date.now(), show),
        );
        workspaces += restored.backup.sums["workspaces"]?.count ?? 0;
        verdicts.push(toVerdict(title, restored));
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        // A fetched file is gone by now.
        throw new CommandError(error.message.replaceAll(file, title), { cause: error });
      }
    }
    // An empty database can be restored exactly, and yet saves nobody.
    if (workspaces === 0) {
      const titles = files.map(({ title }) => title).join(", ");
      throw new CommandError(`${titles} has no workspaces: it is a backup of nothing.`);
    }
    return verdicts.join("\n");
  });
}

interface NamedFile {
  file: string;
  /** What people call it in a sentence. */
  title: string;
}

async function findFiles(wanted: string | null, folder: string): Promise<NamedFile[]> {
  const name = wanted ?? newestOf(await readdir(folder));
  if (name === null) {
    throw new CommandError(
      `${folder} has no backup with a name that npm run backup chose. Name a FILE, or verify a nightly one by --remote.`,
    );
  }
  const file = resolve(folder, name);
  const parts = await readBackupSet(file);
  return (
    parts?.map((part) => ({ file: part.file, title: `${part.binding} of ${name}` })) ?? [
      { file, title: name },
    ]
  );
}

function toVerdict(title: string, { backup, leftOut }: Restored): string {
  const { createdAt, sums } = backup;
  const rows = Object.values(sums).reduce((total, { count }) => total + count, 0);
  const start = `${title}, begun at ${createdAt}: restored ${rows} rows.`;
  if (leftOut.length === 0) return `${start} Every checksum is the same.`;
  const tables = leftOut.map(({ table, count }) => `${table} (${count})`).join(", ");
  return `${start} Left out rows that changed while it was written: ${tables}. Every other checksum is the same.`;
}

/**
 * Fetches nightly backups from the bucket of the installation into a folder.
 * @param wanted the name of one; null for the newest of each database
 * @throws CommandError if there is no such backup, or Cloudflare does not answer
 */
async function fetchNightlyBackups(
  wanted: string | null,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<NamedFile[]> {
  const { bucket, missing } = await openBackupBucket(env);
  if (bucket === null) throw new CommandError(`${missing}: there are no nightly backups to verify.`);
  if (wanted !== null) return [await fetchBackup(bucket, wanted, join(folder, "backup"))];
  const settings = (await readSettings(currentSettingsPath(env))) ?? {};
  const files: NamedFile[] = [];
  for (const { binding } of listDatabases({ ...settings, name: "" })) {
    const prefix = binding === DATABASE_BINDING ? "" : `${binding}/`;
    const keys = (await bucket.list(`${prefix}signpost-`)).map(({ key }) => key.slice(prefix.length));
    const newest = newestOf(keys);
    if (newest === null) {
      throw new CommandError(
        `The bucket ${bucket.name} has no backup${prefix === "" ? "" : ` of ${binding}`}.`,
      );
    }
    files.push(await fetchBackup(bucket, prefix + newest, join(folder, `backup-${files.length}`)));
  }
  return files;
}

async function fetchBackup(bucket: BackupBucket, name: string, file: string): Promise<NamedFile> {
  try {
    const body = await bucket.download(name);
    if (body === null) throw new CommandError(`The bucket ${bucket.name} has no backup ${name}.`);
    await pipeline(body, createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The download of ${name} broke off: ${String((error as Error).cause ?? error)}`);
  }
  return { file, title: `${name} in ${bucket.name}` };
}
