import type { Hostname } from "../../domain/hostname.ts";
import { hasFieldErrors } from "../../domain/field-error.ts";
import { upsertBlocklist } from "../../storage/blocklist/blocklist.ts";
import { noteSettings } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";
import { publishToHosts } from "./internal/publish-to-hosts.ts";

/**
 * Replaces the blocklist (`PUT /blocklist`). The list is part of the snapshots of hostnames, so that it applies to
 * all records of the workspace without a write of the records.
 */
export async function replaceBlocklist(
  ctx: ServiceContext,
  draft: Draft<{ hosts?: Hostname[] }>,
): Promise<Result<string[]>> {
  const { DB } = ctx.env;
  const { id } = ctx.caller.workspace;
  if (draft.fields.hosts === undefined || hasFieldErrors(draft.errors)) return invalid(draft.errors);
  const blocked = [...new Set(draft.fields.hosts)];
  const published = await publishToHosts(ctx, [
    upsertBlocklist(DB, id, blocked, ctx.nowMs),
    ...noteSettings(ctx, ["blocklist"]),
  ]);
  return published.ok ? done(blocked) : published;
}
