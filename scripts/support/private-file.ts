import { open, rename, rm, type FileHandle } from "node:fs/promises";

/**
 * Writes a file that only its owner may read at any moment. Until it is complete it has another name, so a crash leaves
 * the old or the new file. Both names are created anew: neither an older file's mode nor a link that somebody else has
 * put there is ever used.
 */
export async function writePrivateFile<T>(file: string, fill: (draft: FileHandle) => Promise<T>): Promise<T> {
  const draft = `${file}.${process.pid}.part`;
  try {
    await rm(draft, { force: true });
    const handle = await open(draft, "wx", 0o600);
    try {
      const result = await fill(handle);
      await handle.sync();
      await handle.close();
      await rename(draft, file);
      return result;
    } finally {
      await handle.close();
    }
  } finally {
    await rm(draft, { force: true });
  }
}
