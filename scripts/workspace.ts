import { newWorkspace } from "../src/services/workspaces/new-workspace.ts";
import { runCommand } from "./support/command.ts";
import { withInstallationDatabase } from "./support/installation-database.ts";
import { parseWorkspaceOptions, workspaceHelp } from "./support/workspace-option.ts";

async function main(): Promise<number> {
  const options = parseWorkspaceOptions(process.argv.slice(2));
  if (options === null) {
    console.log(workspaceHelp);
    return 0;
  }
  const { name, plan, role, isRemote } = options;
  const { id, token, statements } = await newWorkspace({ name, plan, role, nowMs: Date.now() });
  await withInstallationDatabase(isRemote, (db) => db.write(statements));
  console.error(`Made the workspace ${name} (${id}, plan ${plan}). The token of its ${role}:`);
  console.log(token);
  return 0;
}

await runCommand(main);
