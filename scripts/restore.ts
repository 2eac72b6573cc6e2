import { resolve } from "node:path";
import { withBackupDatabase } from "./backup/database.ts";
import { parseRestoreOptions, restoreHelp } from "./backup/option.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { runWithOptions } from "./support/command.ts";
import { withLocalDatabase } from "./support/local-database.ts";
import { createProgress } from "./support/progress.ts";

await runWithOptions(restoreHelp, parseRestoreOptions, async (options) => {
  const progress = createProgress(process.stderr);
  const { backup, leftOut } = await withBackupDatabase(options, withLocalDatabase, (db) =>
    restoreBackup(db, resolve(options.file), Date.now(), progress),
  );
  for (const { table, count, lines } of leftOut) {
    console.log(`Left out ${count} rows of ${table}, which changed while the backup was written:`);
    for (const line of lines) console.log(`  ${line.slice(0, 200)}`);
  }
  for (const [table, { count, sum }] of Object.entries(backup.sums))
    console.log(`${sum}  ${count}  ${table}`);
  console.log(
    `Restored the backup of ${backup.createdAt}.${leftOut.length === 0 ? " Every checksum is the same." : ""}`,
  );
  console.log(toNext(options.isRemote));
});

function toNext(isRemote: boolean): string {
  return `Set the SIGNING_KEY of that installation: TXT records that prove hostnames, and visitors who have
entered a password, depend on it. Passwords and API tokens open with any key.
The Worker that has this database writes every snapshot anew from its next minute on, and tombstones for
all else in KV. To watch it: npm run project -- --all --tombstones${isRemote ? " --remote" : ""}`;
}
