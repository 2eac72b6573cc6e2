import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildWorker } from "../worker/build.ts";

/**
 * Builds the Worker that a deployment uploads: `code` is `index.js`; `texts` are the files that it imports as text, by the
 * name that it imports them by.
 */
export async function bundleWorker() {
  const file = await buildWorker();
  const names = (await readdir(dirname(file))).filter((name) => name.endsWith(".txt"));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(dirname(file), name))] as const),
  );
  return { code: await readFile(file), texts: Object.fromEntries(texts) };
}
