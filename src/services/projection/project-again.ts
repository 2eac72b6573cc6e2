import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { hasFieldErrors } from "../../domain/field-error.ts";
import { selectHosts, selectHeldNames } from "../../storage/host/read.ts";
import { startReprojections } from "../../storage/projection/reprojection.ts";
import type { ServiceContext } from "../context.ts";
import { callConsumer } from "../publish.ts";
import { invalid, type Draft, type Result } from "../result.ts";
import { getProjection, type ProjectionView } from "./get-projection.ts";

/**
 * Starts to write every snapshot of one hostname of the workspace, or of all, again with new numbers
 * (`POST /projection`). The writing continues in the background.
 */
export async function projectAgain(
  ctx: ServiceContext,
  { fields: { host }, errors }: Draft<{ host?: Hostname | undefined }>,
): Promise<Result<ProjectionView>> {
  if (hasFieldErrors(errors)) return invalid(errors);
  const { DB } = ctx.env;
  const { id } = ctx.caller.workspace;
  const hosts = await selectHeldNames(DB, id);
  if (host !== undefined && !hosts.includes(host)) {
    const isWaiting = (await selectHosts(DB, ctx.caller.reach, [host])).has(host);
    return invalid({ host: [refuse(isWaiting ? "not_held" : "not_connected")] });
  }
  await startReprojections(DB, host === undefined ? hosts : [host], ctx.nowMs).run();
  ctx.background(callConsumer(ctx.env, "reproject"));
  return getProjection(ctx);
}
