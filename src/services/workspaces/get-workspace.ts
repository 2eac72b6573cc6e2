import { PLANS } from "../../domain/plan.ts";
import type { Role } from "../../domain/role.ts";
import { getWorkspace as readWorkspace, type WorkspaceRow } from "../../storage/workspaces.ts";
import type { ServiceContext } from "../context.ts";
import { verificationToken } from "../hosts/verification.ts";
import { done, failed, type Result } from "../result.ts";

export interface WorkspaceView {
  row: WorkspaceRow;
  ownerName: string;
  /** Of the caller. */
  role: Role;
  level: number;
  /** Proves by DNS that a hostname is this workspace's (contract 10.15). */
  verificationToken: string;
}

/** The caller's workspace; every other is not found (`GET /workspace/{id}`). */
export async function getWorkspace(ctx: ServiceContext, id: string): Promise<Result<WorkspaceView>> {
  const { workspace, role } = ctx.caller;
  const found = id === workspace.id ? await readWorkspace(ctx.env.DB, id) : null;
  if (found === null) return failed({ code: "not_found" });
  const token = await verificationToken(ctx.env, id);
  return done({ ...found, role, level: PLANS[found.row.plan].level, verificationToken: token });
}
