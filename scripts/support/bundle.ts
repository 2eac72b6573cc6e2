import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStaticFiles } from "../static/build.ts";
import { CONFIG_FILE } from "./project.ts";
import { readWrangler, toDryRun } from "./wrangler.ts";

/** Holds the files that a deployment uploads. */
interface Bundle {
  /** `index.js`: all code, minified. */
  code: Uint8Array;
  /** Files that the code imports as text, by the name that it imports them by. */
  texts: Record<string, Uint8Array>;
}

/** Bundles the Worker as a deployment does. Throws with the output of wrangler. */
export async function bundleWorker(): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-bundle-"));
  try {
    await buildStaticFiles();
    const { exitCode, stderr } = await readWrangler(toDryRun(CONFIG_FILE, folder));
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
