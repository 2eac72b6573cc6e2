import { HOST_SLOT } from "../../domain/source.ts";
import { writeBlocklist } from "../../storage/blocklist/read.ts";
import { listHostnames } from "../../storage/workspace/read.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";

/**
 * Puts a list in the place of the one before (`PUT /blocklist`). It stands in the snapshots of
 * hostnames, so that it takes effect on all records of the workspace without any being written.
 */
export async function replaceBlocklist(
  ctx: ServiceContext,
  draft: Draft<{ hosts?: string[] }>,
): Promise<Result<string[]>> {
  const { DB } = ctx.env;
  const { id } = ctx.caller.workspace;
  if (draft.fields.hosts === undefined) return invalid(draft.errors);
  const blocked = [...new Set(draft.fields.hosts)];
  const touched = (await listHostnames(DB, id)).map((host) => ({ host, slot: HOST_SLOT }));
  await publish(ctx, [writeBlocklist(DB, id, blocked, ctx.nowMs)], touched);
  return done(blocked);
}
