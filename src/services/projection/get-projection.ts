import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";
import { readProjection } from "./internal/read-projection.ts";
import type { ProjectionView } from "./types.ts";

export async function getProjection(ctx: ServiceContext): Promise<Result<ProjectionView>> {
  return done(await readProjection(ctx));
}
