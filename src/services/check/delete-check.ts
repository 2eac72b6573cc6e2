import { endCheck } from "../../storage/check/write.ts";
import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";
import { openCheck } from "./internal/open-check.ts";

/** Deletes a check with its results, and stops it if it is running (`DELETE /checks/{id}`). */
export async function deleteCheck(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const found = await openCheck(ctx, id, "editor");
  if (!found.ok) return found;
  const { env, nowMs } = ctx;
  await env.DB.batch(endCheck(env.DB, found.value, nowMs));
  return done(null);
}
