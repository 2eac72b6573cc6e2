import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CommandError } from "../support/command.ts";
import { withLocalDatabase } from "../support/local-database.ts";
import { withTemporaryFolder } from "../support/temporary-folder.ts";
import { newestOf } from "./backup-name.ts";
import { toBackupDatabase } from "./database.ts";
import type { VerifyOptions } from "./option.ts";
import { restoreBackup, type Restored } from "./restore-backup.ts";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { openBackupBucket } from "../support/backup-bucket.ts";

/**
 * Restores a backup into a temporary database, as a drill.
 * @param show gets the current step as text
 * @returns the result as one line
 * @throws CommandError that says why this is no backup that can be restored
 */
export async function verifyBackup(
  { verified, isRemote }: VerifyOptions,
  env: NodeJS.ProcessEnv,
  show: (line: string) => void,
): Promise<string> {
  return await withTemporaryFolder("signpost-verify-", async (folder) => {
    if (isRemote) show("Fetching the backup");
    const { file, title } = isRemote
      ? await fetchNightlyBackup(verified, folder, env)
      : await findFile(verified, process.cwd());
    try {
      const restored = await withLocalDatabase(join(folder, "state"), (db) =>
        restoreBackup(toBackupDatabase(db, "The temporary database"), file, Date.now(), show),
      );
      return toVerdict(title, restored);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      // A fetched file is gone by now.
      throw new CommandError(error.message.replaceAll(file, title), { cause: error });
    }
  });
}

async function findFile(wanted: string | null, folder: string): Promise<{ file: string; title: string }> {
  const name = wanted ?? newestOf(await readdir(folder));
  if (name === null) {
    throw new CommandError(
      `${folder} has no backup with a name that npm run backup chose. Name a FILE, or verify a nightly one by --remote.`,
    );
  }
  return { file: resolve(folder, name), title: name };
}

function toVerdict(title: string, { backup, leftOut }: Restored): string {
  const { createdAt, sums } = backup;
  // An empty database can be restored exactly, and yet saves nobody.
  if ((sums["workspaces"]?.count ?? 0) === 0)
    throw new CommandError(`${title} has no workspaces: it is a backup of nothing.`);
  const rows = Object.values(sums).reduce((total, { count }) => total + count, 0);
  const start = `${title}, begun at ${createdAt}: restored ${rows} rows.`;
  if (leftOut.length === 0) return `${start} Every checksum is the same.`;
  const tables = leftOut.map(({ table, count }) => `${table} (${count})`).join(", ");
  return `${start} Left out rows that changed while it was written: ${tables}. Every other checksum is the same.`;
}

/**
 * Fetches a nightly backup from the bucket of the installation into a folder.
 * @param wanted its name; null for the newest
 * @returns its file, and what people call it in a sentence
 * @throws CommandError if there is no such backup, or Cloudflare does not answer
 */
async function fetchNightlyBackup(
  wanted: string | null,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<{ file: string; title: string }> {
  const { bucket, missing } = await openBackupBucket(env);
  if (bucket === null) throw new CommandError(`${missing}: there are no nightly backups to verify.`);
  const name = wanted ?? newestOf((await bucket.list("signpost-")).map(({ key }) => key));
  if (name === null) throw new CommandError(`The bucket ${bucket.name} has no backup.`);
  const file = join(folder, "backup");
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
