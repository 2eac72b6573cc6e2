import {
  cacheFacets,
  countFacets,
  NO_FACETS,
  readCachedFacets,
  type FacetRequest,
  type RecordFacets,
} from "../../storage/record-facets.ts";
import { countRecords } from "../../storage/workspaces.ts";
import type { ServiceContext } from "../context.ts";

/** Counts are kept for a minute; from this many records on, older ones are shown meanwhile. */
const FRESH_MS = 60_000;
const LARGE_WORKSPACE = 10_000;

export interface Facets extends RecordFacets {
  refreshing: boolean;
}

/** Counts over the records that a filter matches (contract: `GET /links/facets`, rule 3). */
export async function getFacets(ctx: ServiceContext, request: FacetRequest): Promise<Facets> {
  const { DB } = ctx.env;
  const workspaceId = ctx.caller.workspace.id;
  const key = JSON.stringify([request.filter, request.hostsSearch, request.hostsLimit]);
  const cached = await readCachedFacets(DB, workspaceId, key);
  if (cached !== null && ctx.nowMs - cached.computedAtMs < FRESH_MS)
    return { ...cached.facets, refreshing: false };
  const counting = async () => {
    const facets = await countFacets(DB, workspaceId, request, ctx.nowMs);
    await cacheFacets(DB, workspaceId, key, facets, ctx.nowMs);
    return facets;
  };
  const isLarge = (await countRecords(DB, workspaceId)) >= LARGE_WORKSPACE;
  if (!isLarge) return { ...(await counting()), refreshing: false };
  ctx.background(counting());
  return { ...(cached?.facets ?? NO_FACETS), refreshing: true };
}
