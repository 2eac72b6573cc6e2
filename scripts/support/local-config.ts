import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { furtherDatabases, MAX_DATABASES } from "../../src/domain/database-name.ts";
import { readTemplate, toAbsolute } from "../deploy/wrangler-config.ts";
import { UsageError } from "./command.ts";
import { countLocalDatabases, readDatabaseId, toLocalId } from "./local-database.ts";
import { LOCAL_SECRETS } from "./local-secret.ts";
import { CONFIG_FILE, PROJECT_FOLDER } from "./project.ts";

/**
 * Returns how many databases the local worker has: as many as wanted, by default those of the state folder.
 * @throws UsageError if the folder has more than that: their workspaces would be gone
 */
export async function requireDatabaseCount(wanted: string | undefined, stateDir: string): Promise<number> {
  const there = await countLocalDatabases(stateDir);
  if (!wanted) return there;
  const count = Number(wanted);
  if (!/^\d+$/.test(wanted) || count < 1 || count > MAX_DATABASES) {
    throw new UsageError(`DATABASES must be an integer from 1 to ${MAX_DATABASES}, not "${wanted}"`);
  }
  if (count < there) {
    throw new UsageError(`DATABASES must be ${there} or more, because ${stateDir} has ${there} already`);
  }
  return count;
}

/** Returns the arguments by which wrangler finds the configuration of a local worker with so many databases. */
export async function localConfig(databases: number): Promise<string[]> {
  if (databases === 1) return ["--config", CONFIG_FILE];
  const { build: _, ...template } = await readTemplate();
  const id = await readDatabaseId();
  const config = {
    ...template,
    main: resolve(PROJECT_FOLDER, template.main ?? ""),
    ...(template.alias && { alias: toAbsolute(template.alias) }),
    ...(template.assets?.directory !== undefined && {
      assets: { ...template.assets, directory: resolve(PROJECT_FOLDER, template.assets.directory) },
    }),
    d1_databases: template.d1_databases?.flatMap((first) => [
      first,
      ...furtherDatabases(databases).map((binding) => ({
        ...first,
        binding,
        preview_database_id: toLocalId(id, binding),
      })),
    ]),
  };
  const folder = join(PROJECT_FOLDER, ".wrangler/local");
  const file = join(folder, `wrangler.${databases}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify(config, null, 2));
  // Wrangler looks for the secrets beside the configuration.
  return ["--config", file, "--env-file", LOCAL_SECRETS];
}
