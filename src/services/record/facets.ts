import { isEmptyFilter, type RecordFilter } from "../../domain/record-filter.ts";
import { isWhole, type WholeWorkspace } from "../../domain/reach.ts";
import { selectRecordCounts, selectFacets } from "../../storage/count/facets.ts";
import {
  toFacets,
  type RecordCounts,
  type HostSelection,
  type RecordFacets,
} from "../../domain/record-facets.ts";
import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";
import { countInSteps, FRESH_MS, LARGE_WORKSPACE, type Counted } from "../count/count-in-steps.ts";
import { countingTotals, countingFacets } from "../count/counting.ts";
import { sha256Hex } from "../../runtime/digest.ts";
import { upsertAnswer, selectCount } from "../../storage/count/cache.ts";
import { selectRecordCount } from "../../storage/workspace/read.ts";

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

export interface Facets extends RecordFacets {
  refreshing: boolean;
}

/** Counts the records that a filter matches, grouped by their values (contract 13.10). */
export async function getFacets(
  ctx: ServiceContext,
  { filter, hosts }: { filter: RecordFilter; hosts: HostSelection },
): Promise<Result<Facets>> {
  const { reach } = ctx.caller;
  if (isEmptyFilter(filter) && isWhole(reach)) return done(await getAllFacets(ctx, reach, hosts));
  const { tally, isRefreshing } = await countInSteps(ctx, countingFacets(filter));
  return done({ ...toFacets(tally, hosts), refreshing: isRefreshing });
}

/** Counts all records, from counters. The result is shown for a minute (contract 13.12). */
async function getAllFacets(
  ctx: ServiceContext,
  reach: WholeWorkspace,
  hosts: HostSelection,
): Promise<Facets> {
  const { DB } = ctx.env;
  const { workspaceId } = reach;
  const request = JSON.stringify({ kind: "all-facets", hosts });
  const key = await sha256Hex(request);
  const entry = await selectCount(DB, workspaceId, key);
  const older = typeof entry?.answer === "string" ? (JSON.parse(entry.answer) as RecordFacets) : null;
  if (older !== null && ctx.nowMs - (entry?.countedAtMs ?? 0) < FRESH_MS) {
    return { ...older, refreshing: false };
  }
  const counting = async () => {
    const facets = await selectFacets(DB, reach, hosts, ctx.nowMs);
    await upsertAnswer(DB, workspaceId, key, { request, answer: JSON.stringify(facets) }, ctx.nowMs);
    return facets;
  };
  if (older === null || (await selectRecordCount(DB, reach)) < LARGE_WORKSPACE) {
    return { ...(await counting()), refreshing: false };
  }
  ctx.background(counting());
  return { ...older, refreshing: true };
}
