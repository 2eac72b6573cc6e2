import { resolve } from "node:path";
import { MANIFEST, writeBackupSet } from "./backup/backup-set.ts";
import { withBackupDatabases } from "./backup/database.ts";
import { backupHelp, parseBackupOptions } from "./backup/option.ts";
import { verifyBackup } from "./backup/verify-backup.ts";
import { writeBackup, type Sums } from "./backup/write-backup.ts";
import { runWithOptions } from "./support/command.ts";
import { withExistingDatabase } from "./support/local-database.ts";
import { createProgress } from "./support/progress.ts";

/** The number of rows between two updates of the progress. */
const ROWS_SHOWN = 10_000;

const nowMs = Date.now();

await runWithOptions(
  backupHelp,
  (args) => parseBackupOptions(args, nowMs),
  async (options) => {
    const progress = createProgress(process.stderr);
    if ("verified" in options) {
      console.log(await verifyBackup(options, process.env, progress));
      return;
    }
    const file = resolve(options.file);
    const show = (rows: number) => progress(`${rows - (rows % ROWS_SHOWN)} rows written`);
    await withBackupDatabases(options, withExistingDatabase, async (databases) => {
      const [first, another] = databases;
      if (another === undefined) {
        list(await writeBackup(first!.db, file, nowMs, show));
        console.log(`Wrote ${file}.`);
        return;
      }
      const folder = file.replace(/\.ndjson(?:\.gz)?$/, "");
      for (const { binding, sums } of await writeBackupSet(databases, folder, nowMs, show)) {
        console.log(`${binding}:`);
        list(sums);
      }
      console.log(`Wrote ${folder}, with ${databases.length} databases and ${MANIFEST}.`);
    });
  },
);

function list(sums: Sums): void {
  for (const [table, { count, sum }] of Object.entries(sums)) console.log(`${sum}  ${count}  ${table}`);
}
