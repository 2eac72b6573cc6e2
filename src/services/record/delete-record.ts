import type { RecordFamily } from "../../domain/handler.ts";
import { ATTEMPTS, retryOnConflict } from "../../runtime/retry-on-conflict.ts";
import { selectRecord } from "../../storage/record/read.ts";
import type { ServiceContext } from "../context.ts";
import { isStale } from "../is-conflict.ts";
import { done, failed, invalid, NOT_FOUND, type Result } from "../result.ts";
import { commitWrites } from "../write/commit-writes.ts";
import { refuseManaged, TAKEN_DOWN } from "../write/reasons.ts";
import { closeCounter } from "./visitor-limit.ts";

/**
 * Deletes a record with its history and clicks. Its source is free at once. A record that was taken down
 * cannot be deleted, so that its source stays refused (contract 3.16).
 * @param options `family`: only records of this family are found; `versions`: the versions that the caller
 *   accepts as current; `isForced`: whether to delete a record that a file manages
 */
export async function deleteRecord(
  ctx: ServiceContext,
  id: string,
  {
    family,
    versions,
    isForced = false,
  }: { family?: RecordFamily | undefined; versions?: number[] | undefined; isForced?: boolean } = {},
): Promise<Result<null>> {
  const retry = { attempts: ATTEMPTS.shared, isConflict: isStale };
  const deleted = await retryOnConflict(retry, async (): Promise<Result<null>> => {
    const stored = await selectRecord(ctx.env.DB, ctx.caller.reach, id, family);
    if (stored === null) return NOT_FOUND;
    if (versions?.includes(stored.record.version) === false) return failed({ code: "version_mismatch" });
    if (stored.record.pauses.includes("takedown")) return invalid({ status: [TAKEN_DOWN] });
    const managed = refuseManaged(stored.record, isForced);
    if (managed !== null) return invalid(managed);
    await commitWrites(ctx, { deletes: [stored.record] });
    ctx.background(closeCounter(ctx.env, stored.record));
    return done(null);
  });
  return deleted ?? failed({ code: "busy" });
}
