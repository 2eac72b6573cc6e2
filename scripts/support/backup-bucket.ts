import { callOrNull, type Api } from "../deploy/api.ts";
import { connect } from "./account-database.ts";
import { currentSettingsPath, readSettings } from "../deploy/settings-file.ts";

/** An object as Cloudflare's API lists it. */
export interface ListedObject {
  key: string;
  size?: number;
  last_modified?: string;
  custom_metadata?: Record<string, string>;
}

/** The bucket of backups of the deployed installation. Its functions throw CommandError. */
export interface BackupBucket {
  name: string;
  list(prefix: string): Promise<ListedObject[]>;
  /** Returns the body of an object; null if it is not there. */
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
  return { bucket: bucketOf(await connect(env), account, name), missing: null };
}

export function bucketOf(api: Api, account: string, name: string): BackupBucket {
  const objects = `/accounts/${account}/r2/buckets/${name}/objects`;
  const pathOf = (key: string) => `${objects}/${encodeURIComponent(key)}`;
  return {
    name,
    list: (prefix) => api.listByCursor<ListedObject>(`${objects}?prefix=${encodeURIComponent(prefix)}`),
    download: (key) => callOrNull(() => api.download(pathOf(key))),
    async remove(key) {
      await api.call("DELETE", pathOf(key));
    },
  };
}
