import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What commands and the local worker put into a state folder. */
const OWN_ENTRY = /^(?:v3|demo-token|lock\.sqlite(?:-journal)?|bench-admin)$/;
/** The databases and snapshots of the local worker. */
const DATA = "v3";

/**
 * Creates the state folder and its parents. Other users of the machine cannot reach what is in it: the database has
 * secrets and hashes of passwords. A folder that exists is closed to them too, unless it is shared: somebody else's, or
 * one that holds other things, such as /tmp. Then only the data in it is closed.
 */
export async function makeStateFolder(stateDir: string): Promise<void> {
  if (!existsSync(stateDir)) {
    await makeParents(dirname(stateDir));
    await mkdir(stateDir, { mode: 0o700 });
  } else if ((await readdir(stateDir)).every((name) => OWN_ENTRY.test(name))) {
    await closeToOthers(stateDir);
  }
  const data = join(stateDir, DATA);
  if (existsSync(data)) await closeToOthers(data);
  else await mkdir(data, { mode: 0o700 });
}

/** Creates a folder and its parents. The option `recursive` never returns for folders such as /proc. */
async function makeParents(path: string): Promise<void> {
  if (existsSync(path)) return;
  if (dirname(path) !== path) await makeParents(dirname(path));
  await mkdir(path);
}

async function closeToOthers(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  const isOwn = process.getuid === undefined || uid === process.getuid();
  if (isOwn && (mode & 0o077) !== 0) await chmod(folder, mode & 0o7700);
}
