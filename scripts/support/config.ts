import type { Unstable_Config as Config } from "wrangler";
import { CONFIG_FILE } from "./project.ts";

/** wrangler.toml as wrangler understands it. */
export async function readConfig(): Promise<Config> {
  // Loaded on demand: it takes half a second.
  const { unstable_readConfig } = await import("wrangler");
  return unstable_readConfig({ config: CONFIG_FILE }, { hideWarnings: true });
}

/** A setting of a binding in the text of wrangler.toml, found without a parser. */
interface Setting {
  /** The array of tables that contains the binding, such as `kv_namespaces`. */
  table: string;
  binding: string;
  key: string;
}

/** The value in quotes, or null if the binding does not have it. */
export function readSetting(toml: string, setting: Setting): string | null {
  return findBlock(toml, setting)?.match(toLine(setting.key))?.[2] ?? null;
}

function findBlock(toml: string, { table, binding }: Setting): string | null {
  const blocks = toml.split(/^(?=\[)/m);
  const isWanted = (block: string) =>
    block.startsWith(`[[${table}]]`) && block.match(toLine("binding"))?.[2] === binding;
  return blocks.find(isWanted) ?? null;
}

function toLine(key: string): RegExp {
  return new RegExp(`^(\\s*${key}\\s*=\\s*)"([^"]*)"`, "m");
}

/** The cron triggers; empty if there are none. */
export function readCrons(toml: string): string[] {
  const list = /^crons\s*=\s*\[([^\]]*)\]/m.exec(toml)?.[1] ?? "";
  return [...list.matchAll(/"([^"]*)"/g)].map(([, cron = ""]) => cron);
}
