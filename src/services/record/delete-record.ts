import type { Runtime } from "../../domain/handler.ts";
import { deleteRecord as deleteStatements, getRecord } from "../../storage/record/write.ts";
import { slotsOfPresence } from "../../domain/affected-slots.ts";
import { isStaleVersion } from "../../storage/commit.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { done, failed, invalid, type Result } from "../result.ts";
import { retryOnConflict, type RetryOptions } from "../../runtime/retry-on-conflict.ts";

const RETRY: RetryOptions = { attempts: 40, isConflict: isStaleVersion };
const TAKEN_DOWN = "was taken down by the platform, so that it cannot be deleted";

/**
 * Deletes a record with its history and clicks; its source is free at once. One that was taken down
 * stays, so that nobody makes it anew.
 */
export async function deleteRecord(
  ctx: ServiceContext,
  id: string,
  runtime?: Runtime,
): Promise<Result<null>> {
  const result = await retryOnConflict<Result<null>>(RETRY, async () => {
    const stored = await getRecord(ctx.env.DB, ctx.caller.workspace.id, id, runtime);
    if (stored === null) return failed({ code: "not_found" });
    if (stored.record.pauses.includes("takedown")) return invalid({ status: [TAKEN_DOWN] });
    await publish(ctx, deleteStatements(ctx.env.DB, stored.record), slotsOfPresence(stored.record));
    return done(null);
  });
  return result ?? failed({ code: "busy" });
}
