import { hasFieldErrors } from "../../domain/field-error.ts";
import { listHostNames } from "../../storage/hosts.ts";
import { startReprojections } from "../../storage/projection/reprojections.ts";
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
  const hosts = await listHostNames(DB, ctx.caller.workspace.id);
  if (host !== undefined && !hosts.includes(host)) {
    return invalid({ host: ["is not connected to this workspace"] });
  }
  await startReprojections(DB, host === undefined ? hosts : [host], ctx.nowMs).run();
  ctx.background(callConsumer(ctx.env, "reproject"));
  return done(await getProjection(ctx));
}
