import { CommandError } from "./command.ts";
import { requireSettings, type Settings, type SettingsDraft } from "../deploy/settings.ts";
import { currentSettingsPath, readSettings } from "../deploy/settings-file.ts";
import { databaseLimitMb, listDatabases, writeWranglerConfig } from "../deploy/wrangler-config.ts";

/**
 * Returns wrangler's configuration of the deployed installation, built from the settings in `SIGNPOST_SETTINGS` or
 * signpost.jsonc. Throws CommandError if there are none.
 */
export async function deployedConfig(env: NodeJS.ProcessEnv): Promise<string> {
  const { path, settings } = await readDeployed(env);
  return await writeWranglerConfig(path, settings);
}

/** Returns the account, and the databases that are there, the first one first. Throws CommandError. */
export async function deployedDatabases(
  env: NodeJS.ProcessEnv,
): Promise<{ account: string; databases: { binding: string; id: string }[] }> {
  const { path, settings } = await readDeployed(env);
  const { account_id: account } = settings;
  if (account === undefined)
    throw new CommandError(`${path} lacks account_id, the Cloudflare account. Add it.`);
  // The setting may ask for more than the next deployment has made.
  const databases = listDatabases(settings).flatMap(({ binding, id }) =>
    id === undefined ? [] : { binding, id },
  );
  return { account, databases };
}

const MEGABYTE = 1_000_000;

/** Returns the size in bytes at which a database of the deployed or of the local installation is full. */
export async function readDatabaseLimit(isRemote: boolean, env: NodeJS.ProcessEnv): Promise<number> {
  return MEGABYTE * databaseLimitMb(isRemote ? (await readDeployed(env)).settings : {});
}

/** Returns the complete settings of the deployed installation. Throws CommandError or UsageError. */
export async function requireDeployed(
  env: NodeJS.ProcessEnv,
): Promise<Settings & { d1_database_id: string }> {
  const { path, settings } = await readDeployed(env);
  return { ...requireSettings(settings, path), d1_database_id: settings.d1_database_id };
}

async function readDeployed(
  env: NodeJS.ProcessEnv,
): Promise<{ path: string; settings: SettingsDraft & { name: string; d1_database_id: string } }> {
  const path = currentSettingsPath(env);
  const settings = await readSettings(path);
  if (settings?.name === undefined || settings.d1_database_id === undefined) {
    throw new CommandError(
      `${path} names no deployed installation. Run npm run deploy first, or name its settings in SIGNPOST_SETTINGS.`,
    );
  }
  const { name, d1_database_id } = settings;
  return { path, settings: { ...settings, name, d1_database_id } };
}
