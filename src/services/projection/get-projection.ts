import { selectBacklog } from "../../storage/projection/behind.ts";
import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";

export interface ProjectionView {
  behind: number;
  /** The age of the oldest one; 0 if there is none. */
  oldestSeconds: number;
}

export async function getProjection({ env, caller, nowMs }: ServiceContext): Promise<Result<ProjectionView>> {
  const { behind, oldestAtMs } = await selectBacklog(env.DB, caller.workspace.id);
  const ageMs = oldestAtMs === null ? 0 : Math.max(0, nowMs - oldestAtMs);
  return done({ behind, oldestSeconds: Math.floor(ageMs / 1000) });
}
