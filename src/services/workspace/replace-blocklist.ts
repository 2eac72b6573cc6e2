import type { Hostname } from "../../domain/hostname.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { hasFieldErrors } from "../../domain/field-error.ts";
import { upsertBlocklist } from "../../storage/blocklist/write.ts";
import { selectHeldNames } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { requireRole } from "../require-role.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";

/**
 * Replaces the blocklist (`PUT /blocklist`). The list is part of the snapshots of hostnames, so that it applies to
 * all records of the workspace without a write of the records.
 */
export async function replaceBlocklist(
  ctx: ServiceContext,
  draft: Draft<{ hosts?: Hostname[] }>,
): Promise<Result<string[]>> {
  const refused = requireRole(ctx, "manager");
  if (refused !== null) return refused;
  const { DB } = ctx.env;
  const { id } = ctx.caller.workspace;
  if (draft.fields.hosts === undefined || hasFieldErrors(draft.errors)) return invalid(draft.errors);
  const blocked = [...new Set(draft.fields.hosts)];
  const touched = (await selectHeldNames(DB, id)).map((host) => ({ host, slot: HOST_SLOT }));
  await publish(ctx, [upsertBlocklist(DB, id, blocked, ctx.nowMs)], touched);
  return done(blocked);
}
