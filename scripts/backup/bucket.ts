import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ApiError } from "../deploy/api.ts";
import { currentSettingsPath, readSettings } from "../deploy/settings-file.ts";
import { CommandError } from "../support/command.ts";
import { newestOf } from "./backup-name.ts";
import { connect } from "./deployed-database.ts";

/**
 * Fetches a nightly backup from the bucket of the installation into a folder.
 * @param wanted its name; null for the newest
 * @returns its file, and what people call it in a sentence
 * @throws CommandError if there is no such backup, or Cloudflare does not answer
 */
export async function fetchNightlyBackup(
  wanted: string | null,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<{ file: string; title: string }> {
  const path = currentSettingsPath(env);
  const { account_id: account, backup_bucket: bucket } = (await readSettings(path)) ?? {};
  if (account === undefined || bucket === undefined) {
    throw new CommandError(
      `${path} lacks ${account === undefined ? "account_id" : "backup_bucket"}: there are no nightly backups to verify.`,
    );
  }
  const api = await connect(env);
  const objects = `/accounts/${account}/r2/buckets/${bucket}/objects`;
  const listed =
    wanted === null ? await api.listByCursor<{ key: string }>(`${objects}?prefix=signpost-`) : [];
  const name = wanted ?? newestOf(listed.map(({ key }) => key));
  if (name === null) throw new CommandError(`The bucket ${bucket} has no backup.`);
  const file = join(folder, "backup");
  try {
    const body = await api.download(`${objects}/${encodeURIComponent(name)}`);
    await pipeline(body, createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw new CommandError(`The bucket ${bucket} has no backup ${name}.`);
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The download of ${name} broke off: ${String((error as Error).cause ?? error)}`);
  }
  return { file, title: `${name} in ${bucket}` };
}
