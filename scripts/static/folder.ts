import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** A static file of the admin host: its path below the folder, with slashes, and its bytes. */
export interface StaticFile {
  path: string;
  contents: Uint8Array;
}

export async function listFiles(folder: string): Promise<{ path: string; file: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, path: relative(folder, file).split(sep).join("/") }));
}

/** Writes a file unless it already has these bytes. Concurrent readers see the old or the new file. */
export async function writeChanged(folder: string, { path, contents }: StaticFile): Promise<void> {
  const file = join(folder, path);
  const held = await readFile(file).catch(() => null);
  if (held?.equals(contents)) return;
  // Written outside of the folder, because all files in the folder are served.
  const draft = `${folder}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, contents);
  await rename(draft, file);
}
