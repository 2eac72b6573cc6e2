import { selectBacklog } from "../../storage/projection/behind.ts";
import type { ServiceContext } from "../context.ts";

/** How far the edge is behind the database, for the hostnames of a workspace. */
export interface ProjectionView {
  /** Snapshots that are still to be written. */
  behind: number;
  /** Age of the oldest of them; 0 where there is none. */
  oldestSeconds: number;
}

/** Returns what the edge still lacks of the caller's workspace (`GET /projection`). */
export async function getProjection({ env, caller, nowMs }: ServiceContext): Promise<ProjectionView> {
  const { behind, oldestAtMs } = await selectBacklog(env.DB, caller.workspace.id);
  const ageMs = oldestAtMs === null ? 0 : Math.max(0, nowMs - oldestAtMs);
  return { behind, oldestSeconds: Math.floor(ageMs / 1000) };
}
