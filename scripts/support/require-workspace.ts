import { selectWorkspacesNamed, type WorkspaceSummary } from "../../src/storage/operator/workspace.ts";
import { CommandError } from "./command.ts";
import { asD1 } from "./d1.ts";
import type { InstallationDatabase } from "./installation-database.ts";

export interface FoundWorkspace {
  /** The database that it is in. */
  db: InstallationDatabase;
  workspace: WorkspaceSummary;
}

/** Returns the workspaces with a name or id, of all databases. */
export async function findWorkspaces(
  databases: InstallationDatabase[],
  nameOrId: string,
): Promise<FoundWorkspace[]> {
  const found: FoundWorkspace[] = [];
  for (const db of databases) {
    const named = await selectWorkspacesNamed(asD1(db), nameOrId);
    found.push(...named.map((workspace) => ({ db, workspace })));
  }
  return found;
}

/** Returns the workspace with a name or id. Throws CommandError if there is none, or several. */
export async function requireWorkspace(
  databases: InstallationDatabase[],
  nameOrId: string,
): Promise<FoundWorkspace> {
  const [first, ...others] = await findWorkspaces(databases, nameOrId);
  if (first === undefined)
    throw new CommandError(
      `No workspace has the name or id ${nameOrId}. npm run workspace -- list shows all.`,
    );
  if (others.length > 0) {
    const all = [first, ...others];
    if (all.every(({ workspace }) => workspace.id === first.workspace.id)) {
      const bindings = all.map(({ db }) => db.binding).join(", ");
      throw new CommandError(
        `The workspace ${nameOrId} is in several databases: ${bindings}. It is moving at this moment, or one of them was restored ` +
          "to a time before it moved (docs/databases.md, Moving a workspace).",
      );
    }
    const ids = all.map(({ workspace }) => workspace.id).join(", ");
    throw new CommandError(`Several workspaces are called ${nameOrId}. Give the id of one: ${ids}`);
  }
  return first;
}
