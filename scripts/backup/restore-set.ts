import { join } from "node:path";
import { reserveRestored, selectHeldNames } from "../../src/storage/backup/restore.ts";
import { withTemporaryFolder } from "../support/temporary-folder.ts";
import type { BackupDatabase, BoundDatabase } from "./database.ts";
import { mergeBackups } from "./merge-backups.ts";
import type { PlacedParts } from "./place-parts.ts";
import { adoptEmpty, requireEmptyDatabase, restoreBackup, type Restored } from "./restore-backup.ts";

/**
 * Restores backups into the databases that take them. What becomes one database is merged before anything is restored. The
 * first database comes last: with its job the Worker writes tombstones for all keys of hostnames that no other database has,
 * so these are entered there before.
 * @throws CommandError if a database has rows, or as `mergeBackups` and `restoreBackup` do
 */
export async function restoreSet(
  placed: PlacedParts[],
  nowMs: number,
  show: (line: string) => void,
): Promise<(Restored & { binding: string })[]> {
  for (const { db } of placed) await requireEmptyDatabase(db);
  return await withTemporaryFolder("signpost-merge-", async (folder) => {
    const sources: (BoundDatabase & { file: string | null })[] = [];
    for (const { binding, db, parts } of placed) {
      sources.push({ binding, db, file: await toOneFile({ binding, db, parts }, folder, show) });
    }
    const restored: (Restored & { binding: string })[] = [];
    for (const { binding, db, file } of sources.toReversed()) {
      if (db === placed[0]!.db) {
        for (const further of placed.slice(1)) await reserveHosts(db, further, nowMs);
      }
      if (file === null) await adoptEmpty(db, nowMs);
      else {
        const done = await restoreBackup(db, file, nowMs, (line) => show(`${binding}: ${line}`));
        restored.unshift({ binding, ...done });
      }
    }
    return restored;
  });
}

/** Returns a file with all that a database takes; null for nothing. @param folder for merged files */
async function toOneFile(
  { binding, db, parts }: PlacedParts,
  folder: string,
  show: (line: string) => void,
): Promise<string | null> {
  const files = parts.map(({ file }) => file);
  if (files.length <= 1) return files[0] ?? null;
  show(`${binding}: Merging ${files.length} files`);
  const merged = join(folder, `${binding}.ndjson.gz`);
  await mergeBackups(db.query, files, merged);
  return merged;
}

const HOSTS_AT_ONCE = 300;

/** Enters into the first database which hostnames a further one has. */
async function reserveHosts(
  first: BackupDatabase,
  { binding, db }: BoundDatabase,
  nowMs: number,
): Promise<void> {
  for (let after = ""; ;) {
    const rows = await db.query(selectHeldNames(after, HOSTS_AT_ONCE));
    const hosts = rows.map(({ host }) => String(host));
    if (hosts.length > 0) await first.run([reserveRestored(hosts, binding, nowMs)]);
    if (hosts.length < HOSTS_AT_ONCE) return;
    after = hosts.at(-1) ?? "";
  }
}
