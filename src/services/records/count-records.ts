import type { RecordFilter } from "../../domain/record-filter.ts";
import { countMatching, type RecordCounts } from "../../storage/record-list.ts";
import type { ServiceContext } from "../context.ts";

/** How many records a filter matches (`GET /link/count`). */
export function countRecords(ctx: ServiceContext, filter: RecordFilter): Promise<RecordCounts> {
  return countMatching(ctx.env.DB, ctx.caller.workspace.id, filter, ctx.nowMs);
}
