import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilInterrupted } from "./interruption.ts";

/**
 * Gives the work a folder that only its owner can open, and removes it afterwards. An interruption, as by Ctrl-C,
 * removes it too, and ends this process with the exit code 130.
 */
export async function withTemporaryFolder<T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const interrupted = untilInterrupted();
  const folder = await mkdtemp(join(tmpdir(), prefix));
  // In one turn, so that the work cannot write again. An operation under way may still add a file: then once more.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  void interrupted.then(() => {
    remove();
    process.exit(130);
  });
  try {
    return await work(folder);
  } finally {
    remove();
  }
}
