import type { RunQuery } from "../../src/storage/backup/read.ts";
import { currentSettingsPath, readSettings } from "../deploy/settings-file.ts";
import { listDatabases } from "../deploy/wrangler-config.ts";
import { connectDatabases } from "../support/account-database.ts";
import { CommandError } from "../support/command.ts";
import { DATABASE_BINDING } from "../support/project.ts";

interface DeployedDatabase {
  binding: string;
  id: string;
  /** Runs a query on it. */
  query: RunQuery;
}

/**
 * Returns the deployed databases, the first one first.
 * @param name that of one database of the account, which stands for the first; null for those of the installation
 * @throws CommandError
 */
export async function openDeployedDatabases(
  name: string | null,
  env: NodeJS.ProcessEnv,
): Promise<DeployedDatabase[]> {
  const path = currentSettingsPath(env);
  const settings = (await readSettings(path)) ?? {};
  const { account_id: account, d1_database_id: own } = settings;
  if (account === undefined || own === undefined) {
    // A deployment would make a workspace, and a restore needs an empty database.
    throw new CommandError(
      `${path} lacks ${account === undefined ? "account_id" : "d1_database_id"}. ` +
        "Add it, or name the settings of the installation in SIGNPOST_SETTINGS.",
    );
  }
  const { find, run } = await connectDatabases(account, env);
  const open = (binding: string, id: string): DeployedDatabase => ({
    binding,
    id,
    query: async (statement) => (await run(id, [statement])).flatMap(({ results }) => results),
  });
  if (name !== null) return [open(DATABASE_BINDING, await find(name))];
  return listDatabases({ ...settings, name: settings.name ?? "" }).flatMap(({ binding, id }) =>
    id === undefined ? [] : open(binding, id),
  );
}
