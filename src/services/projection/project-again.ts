import { hasFieldErrors } from "../../domain/field-error.ts";
import { listHosts } from "../../storage/host/write.ts";
import { startReprojections } from "../../storage/projection/reprojection.ts";
import { listHostnames } from "../../storage/workspace/read.ts";
import type { ServiceContext } from "../context.ts";
import { callConsumer } from "../publish.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";
import { getProjection, type ProjectionView } from "./get-projection.ts";

/**
 * Has every snapshot of one hostname of the workspace, or of all, written anew with new numbers
 * (`POST /projection`). It goes on in the background.
 */
export async function projectAgain(
  ctx: ServiceContext,
  { fields: { host }, errors }: Draft<{ host?: string | undefined }>,
): Promise<Result<ProjectionView>> {
  if (hasFieldErrors(errors)) return invalid(errors);
  const { DB } = ctx.env;
  const { id } = ctx.caller.workspace;
  const hosts = await listHostnames(DB, id);
  if (host !== undefined && !hosts.includes(host)) {
    const isWaiting = (await listHosts(DB, id, [host])).has(host);
    return invalid({ host: [`is not ${isWaiting ? "held by" : "connected to"} this workspace`] });
  }
  await startReprojections(DB, host === undefined ? hosts : [host], ctx.nowMs).run();
  ctx.background(callConsumer(ctx.env, "reproject"));
  return done(await getProjection(ctx));
}
