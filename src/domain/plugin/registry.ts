import { botBlock } from "./bot-block.ts";
import { keepReferrer } from "./keep-referrer.ts";
import { noReferrer } from "./no-referrer.ts";
import { noindex } from "./noindex.ts";
import type { Plugin } from "./plugin.ts";
import { preview } from "./preview.ts";
import { qrUtm } from "./qr-utm.ts";
import { sticky } from "./sticky.ts";

/** All plugins. To add one, add a file beside this one and a line here. */
export const PLUGINS: readonly Plugin[] = [
  sticky,
  preview,
  noindex,
  noReferrer,
  keepReferrer,
  botBlock,
  qrUtm,
];

const BY_KEY = new Map(PLUGINS.map((plugin) => [plugin.key, plugin]));

export function isPluginKey(key: string): boolean {
  return BY_KEY.has(key);
}

/** Returns the plugins of a record. Skips keys that no plugin has any more. */
export function pluginsOf(keys: readonly string[] | undefined): Plugin[] {
  return (keys ?? []).flatMap((key) => BY_KEY.get(key) ?? []);
}

/** Returns two plugins of a record that set one header to different values; null if none do. */
export function findContradiction(keys: readonly string[]): [first: string, second: string] | null {
  const setters = new Map<string, Plugin>();
  for (const plugin of pluginsOf(keys)) {
    for (const [name, value] of Object.entries(plugin.headers ?? {})) {
      const other = setters.get(name);
      if (other !== undefined && other.headers?.[name] !== value) return [other.key, plugin.key];
      setters.set(name, plugin);
    }
  }
  return null;
}
