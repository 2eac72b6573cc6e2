import { copyBlocklist } from "../../src/services/operator/suspend-workspace.ts";
import { selectInstallationBlocklist } from "../../src/storage/blocklist/blocklist.ts";
import { beginMove, cancelMove } from "../../src/storage/operator/move.ts";
import { toDuration, toMegabytes } from "../status/format.ts";
import { requireDatabase } from "../support/choose-database.ts";
import { CommandError } from "../support/command.ts";
import { asD1 } from "../support/d1.ts";
import type { InstallationDatabase, InstallationDatabases } from "../support/installation-database.ts";
import { createProgress, toPercent } from "../support/progress.ts";
import type { FoundWorkspace } from "../support/require-workspace.ts";
import { toTable } from "../support/table.ts";
import { follow, type MoveEnd } from "./follow.ts";
import { measureWorkspace, sumGroups, sumOf, type MeasuredTable } from "./measure.ts";
import { findMove, type Moving } from "./moving.ts";
import { readFacts } from "./read-facts.ts";
import { listRefusals, type MoveFacts } from "./refusal.ts";

interface MoveCommand {
  /** The binding of the database to which it moves; null to take the move back. */
  to: string | null;
  isDryRun: boolean;
  isRemote: boolean;
}

/**
 * Moves a workspace to another database, shows what a move would do, or takes it back (contract 39.8). The Worker's job
 * `move-workspace` does the move.
 * @throws CommandError with every reason against it, or if the move was given up
 */
export async function moveWorkspace(
  databases: InstallationDatabases,
  found: FoundWorkspace,
  { to, isDryRun, isRemote }: MoveCommand,
): Promise<void> {
  const own = await findMove(databases, found.workspace.id);
  if (to === null) return cancel(databases, found, own, isRemote);
  const target = requireTarget(databases, found, to);
  if (own !== undefined && !isDryRun && own.move.other === to && own.move.state !== "cancelling") {
    console.error(`${found.workspace.name} is moving from ${found.db.binding} to ${to} already.`);
    return tellEnd(found, target, await watch(found, target, own.move.id, isRemote));
  }
  const tables = await measureWorkspace(found.db, found.workspace.id);
  const facts = await readFacts(databases, found, target, sumOf(tables, "bytes"), isRemote);
  const refusals = listRefusals(facts);
  if (isDryRun) console.log(tellPlan(facts, tables));
  if (refusals.length > 0) throw new CommandError(tellRefusals(facts, refusals));
  if (isDryRun) return console.log("\nNothing stands against it. Nothing was written.");
  const id = await begin(databases, found, target);
  const end = await watch(found, target, id, isRemote, tables);
  return tellEnd(found, target, end);
}

function requireTarget(
  databases: InstallationDatabases,
  { db, workspace }: FoundWorkspace,
  to: string,
): InstallationDatabase {
  if (databases.length === 1)
    throw new CommandError("There is only one database. The setting databases and npm run deploy make more.");
  const target = requireDatabase(databases, to);
  if (target === db) throw new CommandError(`${workspace.name} is in ${to} already.`);
  return target;
}

async function begin(
  databases: InstallationDatabases,
  { db, workspace }: FoundWorkspace,
  target: InstallationDatabase,
): Promise<string> {
  const [first] = databases;
  // A database without workspaces may have no blocklist yet.
  if (target !== first) {
    await copyBlocklist(asD1(target), await selectInstallationBlocklist(asD1(first)), Date.now());
  }
  const id = crypto.randomUUID();
  const [answer] = await db.run([beginMove(workspace.id, id, target.binding, Date.now())]);
  if (answer?.meta.changes !== 1)
    throw new CommandError(`Nothing was written: another workspace has begun to leave ${db.binding}.`);
  console.error(
    `${workspace.name} moves from ${db.binding} to ${target.binding}. The Worker's cron begins within a minute. ` +
      "Ctrl+C lets the move go on; the same command shows it again, and --cancel takes it back.",
  );
  return id;
}

/** A look at a deployed database takes some seconds. */
const EVERY_MS = { local: 1_000, remote: 5_000 };

async function watch(
  { db: from, workspace }: FoundWorkspace,
  to: InstallationDatabase,
  id: string,
  isRemote: boolean,
  known?: MeasuredTable[],
): Promise<MoveEnd> {
  const measured = known ?? (await measureWorkspace(from, workspace.id));
  const tables = measured.filter(({ isLate }) => !isLate);
  return follow(
    { id, from, to, tables },
    createProgress(process.stderr),
    isRemote ? EVERY_MS.remote : EVERY_MS.local,
  );
}

function tellEnd(
  { db, workspace: { name } }: FoundWorkspace,
  target: InstallationDatabase,
  { hasArrived, failures, error }: MoveEnd,
): void {
  if (hasArrived) {
    console.error(
      `${name} is in ${target.binding} now. Its old rows in ${db.binding} are deleted from a quarter of an hour later on.`,
    );
    return;
  }
  const why =
    error === null ? "its move was cancelled" : `its move was given up after ${failures} failures: ${error}`;
  throw new CommandError(`${name} stays in ${db.binding}: ${why}`);
}

async function cancel(
  databases: InstallationDatabases,
  found: FoundWorkspace,
  own: Moving | undefined,
  isRemote: boolean,
): Promise<void> {
  const { name, id } = found.workspace;
  if (own === undefined) throw new CommandError(`${name} does not move. It is in ${found.db.binding}.`);
  const { db, move } = own;
  const tooLate = new CommandError(
    `Too late: ${name} is in ${move.other} by now. A move back is a move of its own.`,
  );
  if (move.state === "left") throw tooLate;
  await db.write([cancelMove(id)]);
  console.error(
    `The move of ${name} to ${move.other} is cancelled. The Worker's cron deletes what was copied.`,
  );
  const target = requireDatabase(databases, move.other);
  const end = await watch({ ...found, db }, target, move.id, isRemote, []);
  if (end.hasArrived) throw tooLate;
  console.error(`${name} stays in ${db.binding}, and nothing of it is in ${move.other}.`);
}

/** What the job copies in a second at least, as measured locally with 200,000 rows of a workspace in use. */
const ROWS_A_SECOND = 3_000;
/** Cron begins in the next minute, and ends a move in a minute of its own. */
const CRON_SECONDS = 120;

function tellPlan({ name, from, to, targetBytes, limitBytes }: MoveFacts, tables: MeasuredTable[]): string {
  const rows = sumOf(tables, "rows");
  const bytes = sumOf(tables, "bytes");
  const groups = [...sumGroups(tables), { group: "all", rows, bytes }];
  const full = (used: number) => `${toMegabytes(used)} (${toPercent(used, limitBytes)})`;
  return [
    `${name}, from ${from} to ${to}:\n`,
    toTable(
      ["what", "rows", "about"],
      groups.map((one) => [one.group, String(one.rows), toMegabytes(one.bytes)]),
    ),
    `\n${to} has ${full(targetBytes)} of ${toMegabytes(limitBytes)} in use, and ${full(targetBytes + bytes)} afterwards.`,
    `The move takes about ${toDuration(CRON_SECONDS + Math.ceil(rows / ROWS_A_SECOND))}: two minutes for the Worker's cron, and one second for ` +
      `${ROWS_A_SECOND} rows. The workspace is in use meanwhile, but for some seconds at the end, in which writes are refused.`,
  ].join("\n");
}

function tellRefusals({ name, from, to }: MoveFacts, refusals: string[]): string {
  const head = `${name} cannot move from ${from} to ${to} now, and nothing was written:`;
  return [head, ...refusals.map((text) => `  - ${text}`)].join("\n");
}
