import { join, resolve } from "node:path";

/** Scripts work from any folder; paths of the project begin here. */
export const PROJECT_FOLDER = resolve(import.meta.dirname, "../..");
export const CONFIG_FILE = join(PROJECT_FOLDER, "wrangler.toml");
/** The static files of the admin host; `wrangler.toml` names it, too. */
export const STATIC_FOLDER = join(PROJECT_FOLDER, ".build/static");
export const DATABASE_BINDING = "DB";

/** Where database and snapshots of the local worker live, and the token of its demo. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  return resolve(env.STATE_DIR || ".state");
}
