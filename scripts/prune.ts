import { DAY_MS } from "../src/domain/time.ts";
import { countPruned, prunePart, selectBackupTime } from "../src/storage/operator/prune.ts";
import { toMegabytes } from "./status/format.ts";
import { CommandError, runWithOptions } from "./support/command.ts";
import { asD1 } from "./support/d1.ts";
import { withInstallationDatabases, type InstallationDatabases } from "./support/installation-database.ts";
import { createProgress } from "./support/progress.ts";
import { parsePruneOptions, pruneHelp, type PruneOptions } from "./support/prune-option.ts";
import { requireWorkspace } from "./support/require-workspace.ts";

const NAMES = { clicks: "days and months of clicks", history: "entries of the history" };

async function run(databases: InstallationDatabases, options: PruneOptions): Promise<number> {
  const { what, beforeMs, isConfirmed } = options;
  const named = options.workspace === null ? null : await requireWorkspace(databases, options.workspace);
  const workspaceId = named?.workspace.id ?? null;
  const dbs = (named === null ? databases : [named.db]).map(asD1);
  let [rows, bytes] = [0, 0];
  for (const db of dbs) {
    const counted = await countPruned(db, what, beforeMs, workspaceId);
    rows += counted.rows;
    bytes += counted.bytes;
  }
  const of = `${NAMES[what]} before ${toDate(beforeMs)}${named === null ? "" : ` of ${named.workspace.name}`}`;
  if (rows === 0) {
    console.log(`There are no ${of}.`);
    return 1;
  }
  if (!isConfirmed) {
    console.log(`Would delete ${rows} ${of}, which frees about ${toMegabytes(bytes)}. --yes does it.`);
    return 0;
  }
  if (!options.isWithoutBackup) for (const db of dbs) requireBackup(await selectBackupTime(db));
  const show = createProgress(process.stderr);
  let deleted = 0;
  for (const db of dbs) {
    for (let part = await prunePart(db, what, beforeMs, workspaceId); part > 0;) {
      deleted += part;
      show(`deleting: ${Math.min(100, Math.round((100 * deleted) / rows))} %`);
      part = await prunePart(db, what, beforeMs, workspaceId);
    }
  }
  console.log(`Deleted ${deleted} ${of}, which freed about ${toMegabytes(bytes)}.`);
  return 0;
}

function requireBackup(atMs: number | null): void {
  if (atMs !== null && Date.now() - atMs <= DAY_MS) return;
  const age = atMs === null ? "There is no nightly backup" : `The last nightly backup is of ${toDate(atMs)}`;
  throw new CommandError(
    `Nothing was deleted. ${age}. Make one with npm run backup, and pass --no-backup to go on.`,
  );
}

function toDate(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

await runWithOptions(pruneHelp, parsePruneOptions, (options) =>
  withInstallationDatabases(options.isRemote, (databases) => run(databases, options)),
);
