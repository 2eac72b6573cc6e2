import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { readBackupSet } from "./backup/backup-set.ts";
import { withBackupDatabases } from "./backup/database.ts";
import { parseRestoreOptions, restoreHelp } from "./backup/option.ts";
import { describePlaces, placeParts } from "./backup/place-parts.ts";
import type { Restored } from "./backup/restore-backup.ts";
import { restoreSet } from "./backup/restore-set.ts";
import { runWithOptions } from "./support/command.ts";
import { requireDatabaseCount } from "./support/local-config.ts";
import { hasLocalDatabase, withLocalDatabase } from "./support/local-database.ts";
import { createProgress } from "./support/progress.ts";
import { DATABASE_BINDING, stateFolder } from "./support/project.ts";

await runWithOptions(restoreHelp, parseRestoreOptions, async (options) => {
  const progress = createProgress(process.stderr);
  const file = resolve(options.file);
  const parts = (await readBackupSet(file)) ?? [
    { binding: DATABASE_BINDING, file, bytes: (await stat(file)).size },
  ];
  const count = options.isRemote ? undefined : await countDatabases(parts.length);
  await withBackupDatabases(
    options,
    withLocalDatabase,
    async (databases) => {
      const placed = placeParts(databases, parts, options.into);
      const isOne = databases.length === 1 && parts.length === 1;
      if (!isOne) console.log(describePlaces(placed));
      for (const { binding, ...restored } of await restoreSet(placed, Date.now(), progress)) {
        if (!isOne) console.log(`${binding}:`);
        tell(restored);
      }
    },
    count,
  );
  console.log(toNext(options.isRemote));
});

/** Returns how many local databases there have to be. An installation that is there keeps its own, unless told. */
async function countDatabases(parts: number): Promise<number> {
  const stateDir = stateFolder(process.env);
  const wanted = process.env["DATABASES"];
  const isThere = await hasLocalDatabase(stateDir);
  return isThere || wanted ? await requireDatabaseCount(wanted, stateDir) : parts;
}

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

function toNext(isRemote: boolean): string {
  return `Set the SIGNING_KEY of that installation: TXT records that prove hostnames, and visitors who have
entered a password, depend on it. Passwords and API tokens open with any key.
The Worker that has this database writes every snapshot anew from its next minute on, and tombstones for
all else in KV. To watch it: npm run project -- --all --tombstones${isRemote ? " --remote" : ""}`;
}
