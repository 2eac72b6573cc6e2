import { CommandError } from "./command.ts";
import { requireSettings, type Settings, type SettingsDraft } from "../deploy/settings.ts";
import { currentSettingsPath, readSettings } from "../deploy/settings-file.ts";
import { writeWranglerConfig } from "../deploy/wrangler-config.ts";

/**
 * Returns wrangler's configuration of the deployed installation, built from the settings in `SIGNPOST_SETTINGS` or
 * signpost.jsonc. Throws CommandError if there are none.
 */
export async function deployedConfig(env: NodeJS.ProcessEnv): Promise<string> {
  const { path, settings } = await readDeployed(env);
  return await writeWranglerConfig(path, settings);
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
