import { createInterface } from "node:readline/promises";
import { deleteWorkspace } from "../src/services/operator/delete-workspace.ts";
import { mintOwnerToken } from "../src/services/operator/mint-owner-token.ts";
import { copyBlocklist, suspendWorkspace } from "../src/services/operator/suspend-workspace.ts";
import {
  selectWorkspaceSummaries,
  updatePlan,
  type WorkspaceSummary,
} from "../src/storage/operator/workspace.ts";
import { moveWorkspace } from "./move/move.ts";
import { findMove, type Moving } from "./move/moving.ts";
import { chooseDatabase, findNumbers } from "./support/choose-database.ts";
import { CommandError, runWithOptions } from "./support/command.ts";
import { selectInstallationBlocklist } from "../src/storage/blocklist/blocklist.ts";
import { asD1 } from "./support/d1.ts";
import { readDatabaseLimit } from "./support/installation.ts";
import { withInstallationDatabases, type InstallationDatabases } from "./support/installation-database.ts";
import { withExistingDatabase, withLocalDatabase } from "./support/local-database.ts";
import { createProgress } from "./support/progress.ts";
import { findWorkspaces, requireWorkspace, type FoundWorkspace } from "./support/require-workspace.ts";
import { toTable } from "./support/table.ts";
import { parseWorkspaceOptions, workspaceHelp, type WorkspaceOptions } from "./support/workspace-option.ts";
import { newWorkspace } from "../src/services/workspace/new-workspace.ts";
import { readConfig } from "./support/config.ts";
import { requireProofMode, tellProof } from "./support/proof.ts";

async function run(databases: InstallationDatabases, options: WorkspaceOptions): Promise<void> {
  if (options.verb === "list") return list(databases);
  if (options.verb === "create") return create(databases, options);
  const found = await requireWorkspace(databases, options.workspace);
  if (options.verb === "move") return moveWorkspace(databases, found, options);
  const moving = await findMove(databases, found.workspace.id);
  if (moving !== undefined && options.verb === "delete") refuseDeletion(found, moving);
  await change(found, options);
  if (moving !== undefined) await requireSameDatabase(databases, found);
}

async function change(
  found: FoundWorkspace,
  options: Exclude<WorkspaceOptions, { verb: "list" | "create" | "move" }>,
): Promise<void> {
  const { db, workspace } = found;
  switch (options.verb) {
    case "token": {
      const { secret, madeOwner } = await mintOwnerToken(asD1(db), workspace, Date.now());
      console.error(`${madeOwner ? "Made an owner, and a" : "A"} token for the owner of ${workspace.name}:`);
      console.log(secret);
      return;
    }
    case "plan": {
      await db.write([updatePlan(workspace.id, options.plan, Date.now())]);
      console.error(`${workspace.name} has the plan ${options.plan}. What is beyond its limits stays.`);
      return;
    }
    case "suspend":
    case "resume":
      return suspend(found, options.verb === "suspend");
    case "delete":
      return remove(found, options.isConfirmed);
  }
}

/** A deletion would end half of what is in two databases. */
function refuseDeletion({ workspace: { name } }: FoundWorkspace, { db, move }: Moving): never {
  const why =
    move.state === "left"
      ? `has just left ${db.binding}, where its old rows are deleted within half an hour`
      : `is moving from ${db.binding} to ${move.other}. The verb move with --cancel takes that back`;
  throw new CommandError(`Nothing was deleted: ${name} ${why}.`);
}

/** What was written to a database after the workspace left it has no effect. */
async function requireSameDatabase(databases: InstallationDatabases, found: FoundWorkspace): Promise<void> {
  const { db, workspace } = await requireWorkspace(databases, found.workspace.id);
  if (db.binding === found.db.binding) return;
  throw new CommandError(
    `${workspace.name} has moved to ${db.binding} meanwhile. Run the same command again.`,
  );
}

const WORKSPACES_A_PAGE = 500;

async function list(databases: InstallationDatabases): Promise<void> {
  const all: (WorkspaceSummary & { database: string })[] = [];
  for (const db of databases) {
    const workspaces = await readAll(asD1(db));
    all.push(...workspaces.map((workspace) => ({ ...workspace, database: db.binding })));
  }
  if (all.length === 0) {
    console.error("There is no workspace. The verb create makes one.");
    return;
  }
  const isOne = databases.length === 1;
  const columns = [
    "id",
    "name",
    "plan",
    "state",
    "records",
    "hostnames",
    "owners",
    "tokens",
    "last used",
    ...(isOne ? [] : ["database"]),
  ];
  const rows = all.map((workspace) => [
    workspace.id,
    workspace.name,
    workspace.plan,
    workspace.suspendedAtMs === null ? "active" : `suspended since ${toDay(workspace.suspendedAtMs)}`,
    String(workspace.recordCount),
    String(workspace.hostCount),
    String(workspace.owners),
    String(workspace.tokens),
    workspace.usedAtMs === null ? "never" : toDay(workspace.usedAtMs),
    ...(isOne ? [] : [workspace.database]),
  ]);
  console.log(toTable(columns, rows));
}

async function readAll(db: D1Database): Promise<WorkspaceSummary[]> {
  const all: WorkspaceSummary[] = [];
  for (let after = ""; ; after = all.at(-1)?.id ?? "") {
    const page = await selectWorkspaceSummaries(db, after, WORKSPACES_A_PAGE);
    all.push(...page);
    if (page.length < WORKSPACES_A_PAGE) return all;
  }
}

function toDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Creates a workspace with an owner and the owner's token, which cannot be shown again. */
async function create(
  databases: InstallationDatabases,
  options: Extract<WorkspaceOptions, { verb: "create" }>,
): Promise<void> {
  const { name, plan, isRemote } = options;
  if (!options.allowsSameName) await refuseSameName(databases, name);
  const limitBytes = await readDatabaseLimit(isRemote, process.env);
  const db = await chooseDatabase(databases, limitBytes, options.database);
  const numbers = await findNumbers(databases, db);
  const made = await newWorkspace({ name, plan, role: "owner", nowMs: Date.now(), numbers });
  // A new database has no blocklist yet.
  if (db !== databases[0]) {
    await copyBlocklist(asD1(db), await selectInstallationBlocklist(asD1(databases[0])), Date.now());
  }
  await db.write(made.statements);
  const place = numbers === undefined ? "" : `, database ${db.binding}`;
  console.error(`Made the workspace ${name} (${made.id}, plan ${plan}${place}). The token of its owner:`);
  console.log(made.token);
  console.error(await explainProof(databases, isRemote));
}

async function refuseSameName(databases: InstallationDatabases, name: string): Promise<void> {
  const [same] = await findWorkspaces(databases, name);
  if (same === undefined) return;
  throw new CommandError(
    `There is a workspace ${name} already (${same.workspace.id}). --force makes another one; the verb token makes a token for this one.`,
  );
}

async function suspend({ db, workspace }: FoundWorkspace, isSuspended: boolean): Promise<void> {
  const { id, name } = workspace;
  const show = createProgress(process.stderr);
  const records = await suspendWorkspace(asD1(db), id, isSuspended, Date.now(), (changed) =>
    show(`${changed} records ${isSuspended ? "paused" : "resumed"}`),
  );
  console.error(
    isSuspended
      ? `${name} is suspended: ${records} records were paused, and it can only read.`
      : `${name} is no longer suspended: ${records} records are no longer paused by it.`,
  );
}

async function remove({ db, workspace }: FoundWorkspace, isConfirmed: boolean): Promise<void> {
  const { id, name, recordCount, hostCount } = workspace;
  console.error(
    `${name} (${id}) has ${recordCount} records on ${hostCount} hostnames. Nothing brings them back.`,
  );
  if (!isConfirmed && (await ask("Type its name to delete it: ")) !== name) {
    throw new CommandError("Nothing was deleted: that is not its name. --yes deletes without asking.");
  }
  const show = createProgress(process.stderr);
  await deleteWorkspace(asD1(db), id, Date.now(), (deleted) => show(`${deleted} records deleted`));
  console.error(`${name} is deleted. Its links answer with the 404 page within about three minutes.`);
}

/** Returns a line of input; an empty text at the end of the input. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: question });
  lines.prompt();
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
  }
}

/** Explains the effect of HOSTNAME_PROOF on the existing workspaces. */
async function explainProof(databases: InstallationDatabases, isRemote: boolean): Promise<string> {
  let count = 0;
  for (const db of databases) {
    const row = await db.readRow({ sql: "SELECT count(*) AS count FROM workspaces", parameters: [] });
    count += Number(row?.["count"] ?? 0);
  }
  const { vars } = await readConfig();
  // Locally the worker is started with `off` unless the environment says otherwise.
  const setting = isRemote ? vars?.HOSTNAME_PROOF : process.env.HOSTNAME_PROOF || "off";
  const mode = requireProofMode(typeof setting === "string" ? setting : undefined);
  return tellProof(mode, count);
}

await runWithOptions(workspaceHelp, parseWorkspaceOptions, (options) => {
  const open = options.verb === "create" ? withLocalDatabase : withExistingDatabase;
  return withInstallationDatabases(options.isRemote, (databases) => run(databases, options), open);
});
