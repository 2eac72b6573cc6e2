import { LETTER_PREFIX } from "../../src/storage/dead-letter/bucket.ts";
import { selectNames } from "../../src/storage/move/hosts.ts";
import { hasNoPassing } from "../../src/storage/move/ready.ts";
import { countDeadLetters } from "../../src/storage/operator/dead-letter.ts";
import { hasHeartbeat, selectMigrations, selectRunning } from "../../src/storage/operator/move.ts";
import { askForNothing } from "../../src/storage/statement.ts";
import { openBackupBucket } from "../support/backup-bucket.ts";
import { readConfig } from "../support/config.ts";
import { asD1 } from "../support/d1.ts";
import { readDatabaseLimit, requireDeployed } from "../support/installation.ts";
import type { InstallationDatabase, InstallationDatabases } from "../support/installation-database.ts";
import type { FoundWorkspace } from "../support/require-workspace.ts";
import { listMoves } from "./moving.ts";
import type { MoveFacts } from "./refusal.ts";

/** Reads what may stand against a move. @param workspaceBytes what the workspace takes, as an estimate */
export async function readFacts(
  databases: InstallationDatabases,
  { db, workspace }: FoundWorkspace,
  target: InstallationDatabase,
  workspaceBytes: number,
  isRemote: boolean,
): Promise<MoveFacts> {
  const [first, from, to] = [databases[0], db, target].map(asD1) as [D1Database, D1Database, D1Database];
  const there = new Set(await selectMigrations(to));
  const missing = (await selectMigrations(from)).filter((name) => !there.has(name));
  const { id, name } = workspace;
  return {
    id,
    name,
    from: db.binding,
    to: target.binding,
    isFree: await hasFreePlan(isRemote),
    moves: (await listMoves(databases)).map(({ db: { binding }, move }) => ({ binding, move })),
    missing,
    isBound: missing.length > 0 || (await hasHeartbeat(to)),
    targetBytes: (await askForNothing(to)).bytes,
    limitBytes: await readDatabaseLimit(isRemote, process.env),
    workspaceBytes,
    records: workspace.recordCount,
    running: await selectRunning(from, id, Date.now()),
    deadLetters: (await countDeadLetters(first)) + (await countLettersInBucket(isRemote)),
    isPassing: !(await hasNoPassing(first, id, await selectNames(from, id))),
  };
}

async function hasFreePlan(isRemote: boolean): Promise<boolean> {
  if (isRemote) return (await requireDeployed(process.env)).plan === "free";
  return (await readConfig()).vars?.["PLAN"] === "free";
}

async function countLettersInBucket(isRemote: boolean): Promise<number> {
  const { bucket } = isRemote ? await openBackupBucket(process.env) : { bucket: null };
  return (await bucket?.list(LETTER_PREFIX))?.length ?? 0;
}
