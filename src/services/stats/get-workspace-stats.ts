import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import type { Result } from "../result.ts";
import { readStats } from "./internal/read-stats.ts";
import type { Stats, StatsRequest } from "./types.ts";

/** Returns the clicks of all records of the workspace, of deleted ones as well (`GET /stats`). */
export async function getWorkspaceStats(ctx: ServiceContext, request: StatsRequest): Promise<Result<Stats>> {
  const refused = requireRole(ctx, "viewer");
  if (refused !== null) return refused;
  return readStats(ctx, { workspaceId: ctx.caller.workspace.id, recordIds: null }, request);
}
