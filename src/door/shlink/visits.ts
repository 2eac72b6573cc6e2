import { unwrap } from "../../admin/request-context.ts";
import { listMisses } from "../../services/miss/list-misses.ts";
import { forgetRecordStats, getKeptStats } from "../../services/stats/stats.ts";
import { toSummary, type Call } from "./call.ts";
import { problem } from "./problem.ts";
import { findShortUrl } from "./short-urls.ts";

/** Visits as numbers. Lists of single visits are empty, because no visit is kept by itself (contract 35.12). */

const MISSES_SUMMED = 1_000;

export async function getVisits({ ctx }: Call) {
  const { clicks, bots } = unwrap(await getKeptStats(ctx, []));
  const request = { sort: "-visits" as const, filter: {}, perPage: MISSES_SUMMED, cursor: undefined };
  const { items } = unwrap(await listMisses(ctx, request));
  const people = items.reduce((sum, miss) => sum + miss.people, 0);
  const others = items.reduce((sum, { visits }) => sum + visits, -people);
  return { visits: { nonOrphanVisits: toSummary(clicks, bots), orphanVisits: toSummary(people, others) } };
}

const NONE = { currentPage: 1, pagesCount: 0, itemsPerPage: 0, itemsInCurrentPage: 0, totalItems: 0 };

/** @param found what has to exist for the list to be one */
export async function listNone(found?: Promise<unknown>) {
  await found;
  return { visits: { data: [], pagination: NONE } };
}

export async function deleteVisits(call: Call) {
  const { record } = await findShortUrl(call);
  unwrap(await forgetRecordStats(call.ctx, record.id));
  return { deletedVisits: record.totalClicks };
}

export async function reject(type: string, title: string): Promise<never> {
  throw problem(501, type, title);
}
