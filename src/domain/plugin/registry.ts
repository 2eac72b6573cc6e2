import { botBlock } from "./bot-block.ts";
import { noReferrer } from "./no-referrer.ts";
import { noindex } from "./noindex.ts";
import type { Plugin } from "./plugin.ts";
import { preview } from "./preview.ts";
import { qrUtm } from "./qr-utm.ts";
import { sticky } from "./sticky.ts";

/** All plugins. To add one, add its key, a file to this folder and a line here. */
export const PLUGINS: readonly Plugin[] = [sticky, preview, noindex, noReferrer, botBlock, qrUtm];

const BY_KEY = new Map<string, Plugin>(PLUGINS.map((plugin) => [plugin.key, plugin]));

export function isPluginKey(key: string): boolean {
  return BY_KEY.has(key);
}

/** Returns the plugins of a record. Skips keys of plugins that no longer exist. */
export function pluginsOf(keys: readonly string[] | undefined): Plugin[] {
  return (keys ?? []).flatMap((key) => BY_KEY.get(key) ?? []);
}
