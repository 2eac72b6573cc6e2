import { selectStoredRecords } from "../../storage/record/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";
import { toViews } from "./to-view.ts";
import type { RecordView } from "./types.ts";

/** Returns the given records that the workspace still has, in the order of their ids. */
export async function getRecords(ctx: ServiceContext, ids: string[]): Promise<Result<RecordView[]>> {
  const stored = await selectStoredRecords(ctx.env.DB, ctx.caller.reach, ids);
  const records = stored.map(({ record }) => record);
  const views = new Map((await toViews(ctx, records)).map((view) => [view.record.id, view]));
  return done(ids.flatMap((id) => views.get(id) ?? []));
}
