/**
 * Settings of a binding in the text of wrangler.toml, so that one can be written and every other
 * byte, comments included, stays.
 */
export interface Setting {
  /** The array of tables that the binding stands in, such as `kv_namespaces`. */
  table: string;
  binding: string;
  key: string;
}

/** The value in quotes, or null if the binding does not have it. */
export function readSetting(toml: string, setting: Setting): string | null {
  return findBlock(toml, setting)?.match(toLine(setting.key))?.[2] ?? null;
}

/** Replaces a value that is there. */
export function withSetting(toml: string, setting: Setting, value: string): string {
  const block = findBlock(toml, setting);
  const line = toLine(setting.key);
  if (block === null || !line.test(block)) {
    const { table, binding, key } = setting;
    throw new Error(`[[${table}]] with binding = "${binding}" has no ${key}`);
  }
  return toml.replace(block, () => block.replace(line, (_, start: string) => `${start}"${value}"`));
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

/** The cron triggers, none if there are none. */
export function readCrons(toml: string): string[] {
  const list = /^crons\s*=\s*\[([^\]]*)\]/m.exec(toml)?.[1] ?? "";
  return [...list.matchAll(/"([^"]*)"/g)].map(([, cron = ""]) => cron);
}
