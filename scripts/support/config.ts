import type { Unstable_Config as Config } from "wrangler";
import { CONFIG_FILE } from "./project.ts";

/** wrangler.toml as wrangler understands it. */
export async function readConfig(): Promise<Config> {
  // Loaded on demand: it takes half a second.
  const { unstable_readConfig } = await import("wrangler");
  return unstable_readConfig({ config: CONFIG_FILE }, { hideWarnings: true });
}
