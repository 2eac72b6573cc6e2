import { newWorkspace } from "../src/services/workspace/new-workspace.ts";
import { runCommand } from "./support/command.ts";
import { readConfig } from "./support/config.ts";
import { withInstallationDatabase, type InstallationDatabase } from "./support/installation-database.ts";
import { requireProofMode, tellProof } from "./support/proof.ts";
import { parseWorkspaceOptions, workspaceHelp } from "./support/workspace-option.ts";

async function main(): Promise<number> {
  const options = parseWorkspaceOptions(process.argv.slice(2));
  if (options === null) {
    console.log(workspaceHelp);
    return 0;
  }
  const { name, plan, role, isRemote } = options;
  const { id, token, statements } = await newWorkspace({ name, plan, role, nowMs: Date.now() });
  const proof = await withInstallationDatabase(isRemote, async (db) => {
    const text = await proofText(db, isRemote);
    await db.write(statements);
    return text;
  });
  console.error(`Made the workspace ${name} (${id}, plan ${plan}). The token of its ${role}:`);
  console.log(token);
  console.error(proof);
  return 0;
}

/** Explains what HOSTNAME_PROOF means once one more workspace exists. */
async function proofText(db: InstallationDatabase, isRemote: boolean): Promise<string> {
  const row = await db.readRow({ sql: "SELECT count(*) AS count FROM workspaces", parameters: [] });
  const { vars } = await readConfig();
  // Locally the worker is started with `off` unless the environment says otherwise.
  const setting = isRemote ? vars?.HOSTNAME_PROOF : process.env.HOSTNAME_PROOF || "off";
  const mode = requireProofMode(typeof setting === "string" ? setting : undefined);
  return tellProof(mode, Number(row?.["count"] ?? 0) + 1);
}

await runCommand(main);
