import { selectWorkspacesNamed, type WorkspaceSummary } from "../../src/storage/operator/workspace.ts";
import { CommandError } from "./command.ts";

/** Returns the workspace with a name or id. Throws CommandError if there is none, or several. */
export async function requireWorkspace(db: D1Database, nameOrId: string): Promise<WorkspaceSummary> {
  const [first, ...others] = await selectWorkspacesNamed(db, nameOrId);
  if (first === undefined)
    throw new CommandError(
      `No workspace has the name or id ${nameOrId}. npm run workspace -- list shows all.`,
    );
  if (others.length > 0) {
    const ids = [first, ...others].map(({ id }) => id).join(", ");
    throw new CommandError(`Several workspaces are called ${nameOrId}. Give the id of one: ${ids}`);
  }
  return first;
}
