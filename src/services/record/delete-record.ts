import type { Runtime } from "../../domain/handler.ts";
import { retryOnConflict } from "../../runtime/retry-on-conflict.ts";
import { deleteRecordRow } from "../../storage/record/write.ts";
import { selectRecord } from "../../storage/record/read.ts";
import { slotsOfPresence } from "../../domain/affected-slots.ts";
import type { ServiceContext } from "../context.ts";
import { isStale } from "../is-conflict.ts";
import { publish } from "../publish.ts";
import { requireRoleWithin } from "../require-role.ts";
import { done, failed, invalid, type Result } from "../result.ts";
import { closeCounter } from "./internal/visitor-limit.ts";
import { MAX_EDIT_ATTEMPTS } from "./internal/max-edit-attempts.ts";

const TAKEN_DOWN = "was taken down by the platform, so that it cannot be deleted";

/**
 * Deletes a record with its history and clicks; its source is free at once. A record that was taken
 * down stays, so that its source stays refused (contract 3.16).
 * @param options `runtime`: of the records that are seen at all; `versions`: those that the caller takes
 *   for the current one
 */
export async function deleteRecord(
  ctx: ServiceContext,
  id: string,
  { runtime, versions }: { runtime?: Runtime | undefined; versions?: number[] | undefined } = {},
): Promise<Result<null>> {
  const refused = requireRoleWithin(ctx, "editor");
  if (refused !== null) return refused;
  const retry = { attempts: MAX_EDIT_ATTEMPTS, isConflict: isStale };
  const deleted = await retryOnConflict(retry, async (): Promise<Result<null>> => {
    const stored = await selectRecord(ctx.env.DB, ctx.caller.reach, id, runtime);
    if (stored === null) return failed({ code: "not_found" });
    if (versions?.includes(stored.record.version) === false) return failed({ code: "version_mismatch" });
    if (stored.record.pauses.includes("takedown")) return invalid({ status: [TAKEN_DOWN] });
    await publish(ctx, deleteRecordRow(ctx.env.DB, stored.record), slotsOfPresence(stored.record));
    ctx.background(closeCounter(ctx.env, stored.record));
    return done(null);
  });
  return deleted ?? failed({ code: "busy" });
}
