import { writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Unstable_RawConfig as RawConfig } from "wrangler";
import { toLinksWorker } from "./question.ts";
import type { Settings } from "./settings.ts";

/** Writes the configuration of the Worker that gives links a hostname on workers.dev. Returns its path. */
export async function writeLinksConfig(
  settingsFile: string,
  { name, account_id }: Settings,
  template: RawConfig,
): Promise<string> {
  const folder = join(dirname(settingsFile), ".wrangler/deploy");
  const file = join(folder, `wrangler.${toLinksWorker(name)}.json`);
  const config = {
    name: toLinksWorker(name),
    account_id,
    main: relative(folder, join(import.meta.dirname, "links-worker.mjs")),
    compatibility_date: template.compatibility_date,
    workers_dev: true,
    preview_urls: false,
    services: [{ binding: "SIGNPOST", service: name }],
  };
  await writeFile(file, `${JSON.stringify(config, null, 2)}\n`);
  return file;
}
