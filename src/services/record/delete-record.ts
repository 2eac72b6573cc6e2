import type { Runtime } from "../../domain/handler.ts";
import { AssertionError } from "../../storage/commit.ts";
import { deleteRecordRow } from "../../storage/record/write.ts";
import { selectRecord } from "../../storage/record/read.ts";
import { slotsOfPresence } from "../../domain/affected-slots.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { done, failed, invalid, type Result } from "../result.ts";

const MAX_ATTEMPTS = 40;
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
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await selectRecord(ctx.env.DB, ctx.caller.workspace.id, id, runtime);
    if (stored === null) return failed({ code: "not_found" });
    if (stored.record.pauses.includes("takedown")) return invalid({ status: [TAKEN_DOWN] });
    try {
      await publish(ctx, deleteRecordRow(ctx.env.DB, stored.record), slotsOfPresence(stored.record));
      return done(null);
    } catch (error) {
      if (!(error instanceof AssertionError && error.code === "stale_version")) throw error;
    }
  }
  return failed({ code: "busy" });
}
