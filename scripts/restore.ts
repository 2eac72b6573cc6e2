import { resolve } from "node:path";
import { readBackupSet } from "./backup/backup-set.ts";
import { withBackupDatabases, type BoundDatabase } from "./backup/database.ts";
import { parseRestoreOptions, restoreHelp } from "./backup/option.ts";
import { restoreBackup, type Restored } from "./backup/restore-backup.ts";
import { restoreSet } from "./backup/restore-set.ts";
import { CommandError, runWithOptions } from "./support/command.ts";
import { hasLocalDatabase, withLocalDatabase } from "./support/local-database.ts";
import { createProgress } from "./support/progress.ts";
import { stateFolder } from "./support/project.ts";

await runWithOptions(restoreHelp, parseRestoreOptions, async (options) => {
  const progress = createProgress(process.stderr);
  const file = resolve(options.file);
  const parts = await readBackupSet(file);
  const restore = async (databases: BoundDatabase[]) => {
    if (parts !== null) return restoreSet(databases, parts, Date.now(), progress);
    const [first, another] = databases;
    if (another !== undefined) throw new CommandError(toRefusal(databases.length));
    return [{ binding: "", ...(await restoreBackup(first!.db, file, Date.now(), progress)) }];
  };
  // An installation that is there keeps its databases.
  const isThere = await hasLocalDatabase(stateFolder(process.env));
  const count = parts === null || isThere ? undefined : parts.length;
  for (const { binding, ...restored } of await withBackupDatabases(
    options,
    withLocalDatabase,
    restore,
    count,
  )) {
    if (binding !== "") console.log(`${binding}:`);
    tell(restored);
  }
  console.log(toNext(options.isRemote));
});

function tell({ backup, leftOut }: Restored): void {
  for (const { table, count, lines } of leftOut) {
    console.log(`Left out ${count} rows of ${table}, which changed while the backup was written:`);
    for (const line of lines) console.log(`  ${line.slice(0, 200)}`);
  }
  for (const [table, { count, sum }] of Object.entries(backup.sums))
    console.log(`${sum}  ${count}  ${table}`);
  console.log(
    `Restored the backup of ${backup.createdAt}.${leftOut.length === 0 ? " Every checksum is the same." : ""}`,
  );
}

function toRefusal(databases: number): string {
  return `FILE is the backup of one database, and this installation has ${databases}. Name the folder of a backup of as many, or with --remote the one to restore into by --database. Nothing was restored.`;
}

function toNext(isRemote: boolean): string {
  return `Set the SIGNING_KEY of that installation: TXT records that prove hostnames, and visitors who have
entered a password, depend on it. Passwords and API tokens open with any key.
The Worker that has this database writes every snapshot anew from its next minute on, and tombstones for
all else in KV. To watch it: npm run project -- --all --tombstones${isRemote ? " --remote" : ""}`;
}
