import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWorker } from "../worker/build.ts";
import { CONFIG_FILE } from "./project.ts";
import { readWrangler, toDryRun } from "./wrangler.ts";

/**
 * Bundles the Worker as a deployment does: `code` is `index.js`, minified; `texts` are the files that it imports as text,
 * by the name that it imports them by. Throws with the output of wrangler.
 */
export async function bundleWorker() {
  const folder = await mkdtemp(join(tmpdir(), "signpost-bundle-"));
  try {
    const dryRun = toDryRun(await buildWorker(), folder);
    const { exitCode, stderr } = await readWrangler([...dryRun, "--config", CONFIG_FILE]);
    if (exitCode !== 0) throw new Error(stderr);
    const names = (await readdir(folder)).filter((name) => name.endsWith(".txt"));
    const texts = await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name))] as const),
    );
    return { code: await readFile(join(folder, "index.js")), texts: Object.fromEntries(texts) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
