import { createInterface } from "node:readline/promises";
import { deleteWorkspace } from "../src/services/operator/delete-workspace.ts";
import { mintOwnerToken } from "../src/services/operator/mint-owner-token.ts";
import { suspendWorkspace } from "../src/services/operator/suspend-workspace.ts";
import {
  selectWorkspacesNamed,
  selectWorkspaceSummaries,
  updatePlan,
  type WorkspaceSummary,
} from "../src/storage/operator/workspace.ts";
import { CommandError, runWithOptions } from "./support/command.ts";
import { asD1 } from "./support/d1.ts";
import { withInstallationDatabase, type InstallationDatabase } from "./support/installation-database.ts";
import { withExistingDatabase, withLocalDatabase } from "./support/local-database.ts";
import { createProgress } from "./support/progress.ts";
import { requireWorkspace } from "./support/require-workspace.ts";
import { toTable } from "./support/table.ts";
import { parseWorkspaceOptions, workspaceHelp, type WorkspaceOptions } from "./support/workspace-option.ts";
import type { Plan } from "../src/domain/plan.ts";
import { newWorkspace } from "../src/services/workspace/new-workspace.ts";
import { readConfig } from "./support/config.ts";
import { requireProofMode, tellProof } from "./support/proof.ts";

async function run(db: InstallationDatabase, options: WorkspaceOptions): Promise<void> {
  const d1 = asD1(db);
  switch (options.verb) {
    case "list":
      return list(d1);
    case "create":
      return create(db, options);
    case "token": {
      const workspace = await requireWorkspace(d1, options.workspace);
      const { secret, madeOwner } = await mintOwnerToken(d1, workspace, Date.now());
      console.error(`${madeOwner ? "Made an owner, and a" : "A"} token for the owner of ${workspace.name}:`);
      console.log(secret);
      return;
    }
    case "plan": {
      const { id, name } = await requireWorkspace(d1, options.workspace);
      await db.write([updatePlan(id, options.plan, Date.now())]);
      console.error(`${name} has the plan ${options.plan}. What is beyond its limits stays.`);
      return;
    }
    case "suspend":
    case "resume":
      return suspend(d1, options.workspace, options.verb === "suspend");
    case "delete":
      return remove(d1, options.workspace, options.isConfirmed);
  }
}

const WORKSPACES_A_PAGE = 500;

async function list(db: D1Database): Promise<void> {
  const all: WorkspaceSummary[] = [];
  for (let after = ""; ; after = all.at(-1)?.id ?? "") {
    const page = await selectWorkspaceSummaries(db, after, WORKSPACES_A_PAGE);
    all.push(...page);
    if (page.length < WORKSPACES_A_PAGE) break;
  }
  if (all.length === 0) {
    console.error("There is no workspace. The verb create makes one.");
    return;
  }
  const columns = ["id", "name", "plan", "state", "records", "hostnames", "owners", "tokens", "last used"];
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
  ]);
  console.log(toTable(columns, rows));
}

function toDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

async function create(
  db: InstallationDatabase,
  options: Extract<WorkspaceOptions, { verb: "create" }>,
): Promise<void> {
  const { id, token } = await createWorkspace(db, options);
  console.error(`Made the workspace ${options.name} (${id}, plan ${options.plan}). The token of its owner:`);
  console.log(token);
  console.error(await explainProof(db, options.isRemote));
}

async function suspend(db: D1Database, nameOrId: string, isSuspended: boolean): Promise<void> {
  const { id, name } = await requireWorkspace(db, nameOrId);
  const show = createProgress(process.stderr);
  const records = await suspendWorkspace(db, id, isSuspended, Date.now(), (changed) =>
    show(`${changed} records ${isSuspended ? "paused" : "resumed"}`),
  );
  console.error(
    isSuspended
      ? `${name} is suspended: ${records} records were paused, and it can only read.`
      : `${name} is no longer suspended: ${records} records are no longer paused by it.`,
  );
}

async function remove(db: D1Database, nameOrId: string, isConfirmed: boolean): Promise<void> {
  const { id, name, recordCount, hostCount } = await requireWorkspace(db, nameOrId);
  console.error(
    `${name} (${id}) has ${recordCount} records on ${hostCount} hostnames. Nothing brings them back.`,
  );
  if (!isConfirmed && (await ask("Type its name to delete it: ")) !== name) {
    throw new CommandError("Nothing was deleted: that is not its name. --yes deletes without asking.");
  }
  const show = createProgress(process.stderr);
  await deleteWorkspace(db, id, Date.now(), (deleted) => show(`${deleted} records deleted`));
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

/** Finds the workspace with a name or id. Throws CommandError if there is none, or if there are several. */

/**
 * Creates a workspace with an owner and the owner's token, which cannot be shown again.
 * @param options `allowsSameName`: whether another workspace may have that name
 * @throws CommandError if the name is taken and must not be
 */
async function createWorkspace(
  db: InstallationDatabase,
  options: { name: string; plan: Plan; allowsSameName: boolean },
): Promise<{ id: string; token: string }> {
  const { name, plan, allowsSameName } = options;
  const [same] = allowsSameName ? [] : await selectWorkspacesNamed(asD1(db), name);
  if (same !== undefined) {
    throw new CommandError(
      `There is a workspace ${name} already (${same.id}). --force makes another one; the verb token makes a token for this one.`,
    );
  }
  const { id, token, statements } = await newWorkspace({ name, plan, role: "owner", nowMs: Date.now() });
  await db.write(statements);
  return { id, token };
}

/** Explains the effect of HOSTNAME_PROOF on the existing workspaces. */
async function explainProof(db: InstallationDatabase, isRemote: boolean): Promise<string> {
  const row = await db.readRow({ sql: "SELECT count(*) AS count FROM workspaces", parameters: [] });
  const { vars } = await readConfig();
  // Locally the worker is started with `off` unless the environment says otherwise.
  const setting = isRemote ? vars?.HOSTNAME_PROOF : process.env.HOSTNAME_PROOF || "off";
  const mode = requireProofMode(typeof setting === "string" ? setting : undefined);
  return tellProof(mode, Number(row?.["count"] ?? 0));
}

await runWithOptions(workspaceHelp, parseWorkspaceOptions, (options) => {
  const open = options.verb === "create" ? withLocalDatabase : withExistingDatabase;
  return withInstallationDatabase(options.isRemote, (db) => run(db, options), open);
});
