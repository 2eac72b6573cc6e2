import { endCheck } from "../../storage/check/write.ts";
import { selectCheck } from "../../storage/check/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

/** Deletes a check with its results, and stops it if it is running (`DELETE /checks/{id}`). */
export async function deleteCheck(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const { env, caller, nowMs } = ctx;
  if ((await selectCheck(env.DB, caller.reach, id, nowMs)) === null) return NOT_FOUND;
  await env.DB.batch(endCheck(env.DB, { id, workspaceId: caller.workspace.id }, nowMs));
  return done(null);
}
