import { reserveRestored, selectHeldNames } from "../../src/storage/backup/restore.ts";
import { CommandError } from "../support/command.ts";
import type { BackupPart } from "./backup-set.ts";
import type { BackupDatabase, BoundDatabase } from "./database.ts";
import { requireEmptyDatabase, restoreBackup, type Restored } from "./restore-backup.ts";

/**
 * Restores the backup of each database into the database of its name. The first one comes last: with its job the Worker
 * writes tombstones for all keys of hostnames that no other database has, so these are entered there before.
 * @throws CommandError if the installation has other databases, one has rows, or as `restoreBackup` does
 */
export async function restoreSet(
  databases: BoundDatabase[],
  parts: BackupPart[],
  nowMs: number,
  show: (line: string) => void,
): Promise<(Restored & { binding: string })[]> {
  const pairs = toPairs(databases, parts);
  for (const { db } of pairs) await requireEmptyDatabase(db);
  const restored: (Restored & { binding: string })[] = [];
  for (const { binding, db, file } of pairs.toReversed()) {
    if (db === pairs[0]!.db) {
      for (const further of pairs.slice(1)) await reserveHosts(db, further, nowMs);
    }
    const done = await restoreBackup(db, file, nowMs, (line) => show(`${binding}: ${line}`));
    restored.unshift({ binding, ...done });
  }
  return restored;
}

function toPairs(databases: BoundDatabase[], parts: BackupPart[]): (BoundDatabase & BackupPart)[] {
  const files = new Map(parts.map(({ binding, file }) => [binding, file]));
  const pairs = databases.flatMap((database) => {
    const file = files.get(database.binding);
    return file === undefined ? [] : { ...database, file };
  });
  if (pairs.length === databases.length && pairs.length === parts.length) return pairs;
  const list = (bound: { binding: string }[]) => bound.map(({ binding }) => binding).join(", ");
  throw new CommandError(
    `The backup is of the databases ${list(parts)}, and this installation has ${list(databases)}. Restore it into one with ` +
      "as many: the setting databases, or DATABASES=N npm start on this machine. Nothing was restored.",
  );
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
