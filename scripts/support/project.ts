import { join, resolve } from "node:path";

/** Scripts work from any folder; paths of the project begin here. */
export const PROJECT_FOLDER = resolve(import.meta.dirname, "../..");
export const CONFIG_FILE = join(PROJECT_FOLDER, "wrangler.toml");
/** The static files of the admin host; `wrangler.toml` also names this folder. */
export const STATIC_FOLDER = join(PROJECT_FOLDER, ".build/static");
export const DATABASE_BINDING = "DB";

/** The folder of the local worker's database and snapshots, and of the token of its demo. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  return resolve(env.STATE_DIR || ".state");
}
