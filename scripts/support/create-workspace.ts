import type { Plan } from "../../src/domain/plan.ts";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";
import { selectWorkspacesNamed } from "../../src/storage/operator/workspace.ts";
import { readConfig } from "./config.ts";
import { CommandError } from "./command.ts";
import { asD1 } from "./d1.ts";
import type { InstallationDatabase } from "./installation-database.ts";
import { requireProofMode, tellProof } from "./proof.ts";

export interface CreatedWorkspace {
  id: string;
  /** The token of the owner. It cannot be shown again. */
  token: string;
}

/**
 * Creates a workspace with an owner and the owner's token.
 * @param options `allowsSameName`: whether another workspace may have that name
 * @throws CommandError if the name is taken and must not be
 */
export async function createWorkspace(
  db: InstallationDatabase,
  options: { name: string; plan: Plan; allowsSameName: boolean },
): Promise<CreatedWorkspace> {
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
export async function explainProof(db: InstallationDatabase, isRemote: boolean): Promise<string> {
  const row = await db.readRow({ sql: "SELECT count(*) AS count FROM workspaces", parameters: [] });
  const { vars } = await readConfig();
  // Locally the worker is started with `off` unless the environment says otherwise.
  const setting = isRemote ? vars?.HOSTNAME_PROOF : process.env.HOSTNAME_PROOF || "off";
  const mode = requireProofMode(typeof setting === "string" ? setting : undefined);
  return tellProof(mode, Number(row?.["count"] ?? 0));
}
