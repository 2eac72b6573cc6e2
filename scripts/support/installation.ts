import { CommandError } from "./command.ts";
import { currentSettingsPath, readSettings } from "../deploy/settings-file.ts";
import { writeWranglerConfig } from "../deploy/wrangler-config.ts";

/**
 * Returns wrangler's configuration of the deployed installation, built from the settings in `SIGNPOST_SETTINGS` or
 * signpost.jsonc. Throws CommandError if there are none.
 */
export async function deployedConfig(env: NodeJS.ProcessEnv): Promise<string> {
  const path = currentSettingsPath(env);
  const settings = await readSettings(path);
  if (settings?.name === undefined || settings.d1_database_id === undefined) {
    throw new CommandError(
      `${path} names no deployed installation. Run npm run deploy first, or name its settings in SIGNPOST_SETTINGS.`,
    );
  }
  return await writeWranglerConfig(path, { ...settings, name: settings.name });
}
