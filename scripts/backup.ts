import { resolve } from "node:path";
import { withBackupDatabase } from "./backup/database.ts";
import { backupHelp, parseBackupOptions } from "./backup/option.ts";
import { verifyBackup } from "./backup/verify-backup.ts";
import { writeBackup } from "./backup/write-backup.ts";
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
    const sums = await withBackupDatabase(options, withExistingDatabase, (db) =>
      writeBackup(db, file, nowMs, (rows) => progress(`${rows - (rows % ROWS_SHOWN)} rows written`)),
    );
    for (const [table, { count, sum }] of Object.entries(sums)) console.log(`${sum}  ${count}  ${table}`);
    console.log(`Wrote ${file}.`);
  },
);
