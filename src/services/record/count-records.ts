import { isEmptyFilter, type RecordFilter } from "../../domain/record-filter.ts";
import { isWhole } from "../../domain/reach.ts";
import { selectRecordCounts } from "../../storage/count/facets.ts";
import type { RecordCounts } from "../../domain/record-facets.ts";
import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";
import { countInSteps, type Counted } from "../count/count-in-steps.ts";
import { countingTotals } from "../count/counting.ts";

/** Counts the records that a filter matches (`GET /link/count`). */
export async function countRecords(
  ctx: ServiceContext,
  filter: RecordFilter,
): Promise<Result<Counted<RecordCounts>>> {
  const { reach } = ctx.caller;
  if (!isEmptyFilter(filter) || !isWhole(reach)) return done(await countInSteps(ctx, countingTotals(filter)));
  const tally = await selectRecordCounts(ctx.env.DB, reach, filter.runtime);
  return done({ tally, isRefreshing: false });
}
