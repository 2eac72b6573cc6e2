import { selectBacklog } from "../../../storage/projection/behind.ts";
import type { ServiceContext } from "../../context.ts";
import type { ProjectionView } from "../types.ts";

export async function readProjection({ env, caller, nowMs }: ServiceContext): Promise<ProjectionView> {
  const { behind, oldestAtMs } = await selectBacklog(env.DB, caller.workspace.id);
  const ageMs = oldestAtMs === null ? 0 : Math.max(0, nowMs - oldestAtMs);
  return { behind, oldestSeconds: Math.floor(ageMs / 1000) };
}
