import { isEmptyFilter, type RecordFilter } from "../../domain/record-filter.ts";
import { countAll, type RecordCounts } from "../../storage/count/facets.ts";
import type { ServiceContext } from "../context.ts";
import { countInSteps, type Counted } from "./internal/count-in-steps.ts";
import { countingTotals } from "./internal/counting.ts";

/** How many records a filter matches (`GET /link/count`). */
export async function countRecords(
  ctx: ServiceContext,
  filter: RecordFilter,
): Promise<Counted<RecordCounts>> {
  if (!isEmptyFilter(filter)) return countInSteps(ctx, countingTotals(filter));
  const tally = await countAll(ctx.env.DB, ctx.caller.workspace.id, filter.runtime);
  return { tally, isRefreshing: false };
}
