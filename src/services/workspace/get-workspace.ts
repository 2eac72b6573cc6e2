import { isWhole, type PartOfWorkspace } from "../../domain/reach.ts";
import { PLANS } from "../../domain/plan.ts";
import type { Role } from "../../domain/role.ts";
import { selectClaims } from "../../storage/reach.ts";
import { countInSteps } from "../count/count-in-steps.ts";
import { countingTotals } from "../count/counting.ts";
import { selectWorkspace } from "../../storage/workspace/read.ts";
import { WORKSPACE_SETTINGS, type Workspace } from "../../domain/workspace.ts";
import type { ServiceContext } from "../context.ts";
import { verificationToken } from "../host/verification.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

export interface WorkspaceView {
  workspace: Workspace;
  role: Role;
  level: number;
  /**
   * The token that proves by DNS that a hostname belongs to this workspace (contract 10.15); null for a
   * caller who is limited to some hostnames.
   */
  verificationToken: string | null;
}

/** Returns the caller's workspace. Other workspaces are not found (`GET /workspace/{id}`). */
export async function getWorkspace(ctx: ServiceContext, id: string): Promise<Result<WorkspaceView>> {
  const { role } = ctx.caller;
  const workspace = id === ctx.caller.workspace.id ? await selectWorkspace(ctx.env.DB, id) : null;
  if (workspace === null) return NOT_FOUND;
  const { reach } = ctx.caller;
  const { level } = PLANS[workspace.plan];
  if (!isWhole(reach)) {
    return done({ workspace: await limit(ctx, reach, workspace), role, level, verificationToken: null });
  }
  const token = await verificationToken(ctx.env, id);
  return done({ workspace, role, level, verificationToken: token });
}

const NO_SETTINGS = Object.fromEntries(
  WORKSPACE_SETTINGS.map((name) => [name, null]),
) as Workspace["settings"];

/** Removes the settings of a workspace, and limits its counts to the reach (contract 27.8). */
async function limit(ctx: ServiceContext, reach: PartOfWorkspace, workspace: Workspace): Promise<Workspace> {
  const { name } = workspace.settings;
  const { hosts } = reach;
  return {
    ...workspace,
    settings: { ...NO_SETTINGS, name },
    appearance: { branding: null, pages: null },
    recordCount: (await countInSteps(ctx, countingTotals({}))).tally.total,
    hostCount: hosts === null ? workspace.hostCount : (await selectClaims(ctx.env.DB, reach, hosts)).length,
  };
}
