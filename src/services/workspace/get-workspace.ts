import { PLANS } from "../../domain/plan.ts";
import type { Role } from "../../domain/role.ts";
import { selectWorkspace } from "../../storage/workspace/read.ts";
import type { Workspace } from "../../domain/workspace.ts";
import type { ServiceContext } from "../context.ts";
import { verificationToken } from "../host/internal/verification.ts";
import { requireRole } from "../require-role.ts";
import { done, failed, type Result } from "../result.ts";

export interface WorkspaceView {
  workspace: Workspace;
  /** The role of the caller. */
  role: Role;
  level: number;
  /** The token that proves by DNS that a hostname belongs to this workspace (contract 10.15). */
  verificationToken: string;
}

/** Returns the caller's workspace; every other workspace is not found (`GET /workspace/{id}`). */
export async function getWorkspace(ctx: ServiceContext, id: string): Promise<Result<WorkspaceView>> {
  const refused = requireRole(ctx, "viewer");
  if (refused !== null) return refused;
  const { role } = ctx.caller;
  const workspace = id === ctx.caller.workspace.id ? await selectWorkspace(ctx.env.DB, id) : null;
  if (workspace === null) return failed({ code: "not_found" });
  const token = await verificationToken(ctx.env, id);
  return done({ workspace, role, level: PLANS[workspace.plan].level, verificationToken: token });
}
