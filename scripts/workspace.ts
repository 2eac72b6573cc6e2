import { newWorkspace, type PlainStatement } from "../src/services/workspaces/new-workspace.ts";
import { CommandError, runCommand } from "./support/command.ts";
import { readConfig } from "./support/config.ts";
import { withLocalDatabase, writeAll } from "./support/local-database.ts";
import { DATABASE_NAME, stateFolder } from "./support/project.ts";
import { readRemoteRows, requireProofMode, tellProof } from "./support/proof.ts";
import { toSqlText } from "./support/sql-text.ts";
import { parseWorkspaceOptions, workspaceHelp } from "./support/workspace-option.ts";
import { readWrangler } from "./support/wrangler.ts";

async function main(): Promise<number> {
  const options = parseWorkspaceOptions(process.argv.slice(2));
  if (options === null) {
    console.log(workspaceHelp);
    return 0;
  }
  const { name, plan, role, isRemote } = options;
  const proof = await proofText(isRemote);
  const { id, token, statements } = await newWorkspace({ name, plan, role, nowMs: Date.now() });
  await (isRemote ? writeRemotely(statements) : writeLocally(statements));
  console.error(`Made the workspace ${name} (${id}, plan ${plan}). The token of its ${role}:`);
  console.log(token);
  console.error(proof);
  return 0;
}

/** What HOSTNAME_PROOF means once this workspace is made. */
async function proofText(isRemote: boolean): Promise<string> {
  const count = isRemote
    ? Number((await readRemoteRows(COUNT))[0]?.count ?? 0)
    : await withLocalDatabase(stateFolder(process.env), async (db) =>
        Number(db.prepare(COUNT).get()?.count ?? 0),
      );
  const { vars } = await readConfig();
  // Locally the worker is started with `off` unless the environment says otherwise.
  const setting = isRemote ? vars?.HOSTNAME_PROOF : process.env.HOSTNAME_PROOF || "off";
  return tellProof(requireProofMode(typeof setting === "string" ? setting : undefined), count + 1);
}

const COUNT = "SELECT count(*) AS count FROM workspaces";

async function writeLocally(statements: PlainStatement[]): Promise<void> {
  await withLocalDatabase(stateFolder(process.env), async (db) => writeAll(db, statements));
}

async function writeRemotely(statements: PlainStatement[]): Promise<void> {
  const command = statements.map(toSqlText).join(" ");
  const result = await readWrangler(["d1", "execute", DATABASE_NAME, "--remote", "--command", command]);
  if (result.exitCode !== 0) {
    throw new CommandError(`${result.stdout}${result.stderr}\nThe workspace was not made.`);
  }
}

await runCommand(main);
