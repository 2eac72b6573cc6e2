import { connect } from "../backup/deployed-database.ts";
import { ApiError } from "../deploy/api.ts";
import { currentSettingsPath, readSettings } from "../deploy/settings-file.ts";

/** An object as Cloudflare's API lists it. */
export interface ListedObject {
  key: string;
  size?: number;
  last_modified?: string;
  custom_metadata?: Record<string, string>;
}

/** The bucket of backups of the deployed installation, for a command that a person runs. */
export interface BackupBucket {
  name: string;
  list(prefix: string): Promise<ListedObject[]>;
  /** Returns the body of an object; null if it is not there. Throws CommandError. */
  download(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  remove(key: string): Promise<void>;
}

/**
 * Opens the bucket that the settings name.
 * @returns null if they name none; then `missing` is the setting that they lack
 */
export async function openBackupBucket(
  env: NodeJS.ProcessEnv,
): Promise<{ bucket: BackupBucket | null; missing: string | null }> {
  const path = currentSettingsPath(env);
  const { account_id: account, backup_bucket: name } = (await readSettings(path)) ?? {};
  if (account === undefined || name === undefined) {
    return {
      bucket: null,
      missing: `${path} lacks ${account === undefined ? "account_id" : "backup_bucket"}`,
    };
  }
  const api = await connect(env);
  const objects = `/accounts/${account}/r2/buckets/${name}/objects`;
  const pathOf = (key: string) => `${objects}/${encodeURIComponent(key)}`;
  const bucket: BackupBucket = {
    name,
    list: (prefix) => api.listByCursor<ListedObject>(`${objects}?prefix=${encodeURIComponent(prefix)}`),
    async download(key) {
      try {
        return await api.download(pathOf(key));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    async remove(key) {
      await api.call("DELETE", pathOf(key));
    },
  };
  return { bucket, missing: null };
}
