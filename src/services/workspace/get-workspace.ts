import { PLANS } from "../../domain/plan.ts";
import type { Role } from "../../domain/role.ts";
import { getWorkspace as readWorkspace, type WorkspaceRow } from "../../storage/workspaces.ts";
import type { ServiceContext } from "../context.ts";
import { verificationToken } from "../host/internal/verification.ts";
import { requireRole } from "../require-role.ts";
import { done, failed, type Result } from "../result.ts";

export interface WorkspaceView {
  row: WorkspaceRow;
  ownerName: string;
  /** The role of the caller. */
  role: Role;
  level: number;
  /** The token that proves by DNS that a hostname belongs to this workspace (section 10). */
  verificationToken: string;
}

/** Returns the caller's workspace; every other workspace is not found (`GET /workspace/{id}`). */
export async function getWorkspace(ctx: ServiceContext, id: string): Promise<Result<WorkspaceView>> {
  const refused = requireRole(ctx, "viewer");
  if (refused !== null) return refused;
  const { workspace, role } = ctx.caller;
  const found = id === workspace.id ? await readWorkspace(ctx.env.DB, id) : null;
  if (found === null) return failed({ code: "not_found" });
  const token = await verificationToken(ctx.env, id);
  return done({ ...found, role, level: PLANS[found.row.plan].level, verificationToken: token });
}
