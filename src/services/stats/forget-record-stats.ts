import { deleteRecordClicks } from "../../storage/click/forget.ts";
import { selectRecord } from "../../storage/record/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

/**
 * Deletes the clicks of a record (`DELETE /links/{id}/stats`). They stay in the numbers of the workspace.
 */
export async function forgetRecordStats(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const { DB } = ctx.env;
  const record = await selectRecord(DB, ctx.caller.reach, id);
  if (record === null) return NOT_FOUND;
  await DB.batch(deleteRecordClicks(DB, ctx.caller.workspace.id, record.record.id));
  return done(null);
}
