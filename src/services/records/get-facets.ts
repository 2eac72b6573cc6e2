import { toFacets, type HostSelection, type RecordFacets } from "../../domain/record-facets.ts";
import { isEmptyFilter, type RecordFilter } from "../../domain/record-filter.ts";
import { countKey, keepAnswer, readCount } from "../../storage/count-cache.ts";
import { readFacets } from "../../storage/record-facets.ts";
import { countRecords } from "../../storage/workspaces.ts";
import type { ServiceContext } from "../context.ts";
import { countInSteps, FRESH_MS, LARGE_WORKSPACE } from "./count-in-steps.ts";
import { countingFacets } from "./counting.ts";

export interface Facets extends RecordFacets {
  refreshing: boolean;
}

/** Returns counts over the records that a filter matches (contract 13.10). */
export async function getFacets(
  ctx: ServiceContext,
  { filter, hosts }: { filter: RecordFilter; hosts: HostSelection },
): Promise<Facets> {
  if (isEmptyFilter(filter)) return getAllFacets(ctx, hosts);
  const { tally, isRefreshing } = await countInSteps(ctx, countingFacets(filter));
  return { ...toFacets(tally, hosts), refreshing: isRefreshing };
}

/** Over every record they come from counters: older ones are shown only because that is promised. */
async function getAllFacets(ctx: ServiceContext, hosts: HostSelection): Promise<Facets> {
  const { DB } = ctx.env;
  const workspaceId = ctx.caller.workspace.id;
  const request = JSON.stringify({ kind: "all-facets", hosts });
  const key = await countKey(request);
  const entry = await readCount(DB, workspaceId, key);
  const older = typeof entry?.answer === "string" ? (JSON.parse(entry.answer) as RecordFacets) : null;
  if (older !== null && ctx.nowMs - (entry?.countedAtMs ?? 0) < FRESH_MS) {
    return { ...older, refreshing: false };
  }
  const counting = async () => {
    const facets = await readFacets(DB, workspaceId, hosts, ctx.nowMs);
    await keepAnswer(DB, workspaceId, key, { request, answer: JSON.stringify(facets) }, ctx.nowMs);
    return facets;
  };
  if (older === null || (await countRecords(DB, workspaceId)) < LARGE_WORKSPACE) {
    return { ...(await counting()), refreshing: false };
  }
  ctx.background(counting());
  return { ...older, refreshing: true };
}
