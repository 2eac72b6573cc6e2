import { unwrap } from "../../admin/request-context.ts";
import { listMisses } from "../../services/miss/list-misses.ts";
import { forgetRecordStats, getKeptStats } from "../../services/stats/stats.ts";
import { toSummary, type Call, type Routes } from "./call.ts";
import { findDomain } from "./domains.ts";
import { problem } from "./problem.ts";
import { findShortUrl } from "./short-urls.ts";
import { requireTag } from "./tags.ts";

/** Visits as numbers. Lists of single visits are empty, because no visit is kept by itself (contract 35.12). */
export const visitRoutes: Routes = {
  "GET visits": ["viewer", getVisits],
  "GET visits/orphan": ["viewer", () => listNone()],
  "GET visits/non-orphan": ["viewer", () => listNone()],
  "GET short-urls/:/visits": ["viewer", (call) => listNone(findShortUrl(call))],
  "GET tags/:/visits": ["viewer", (call) => listNone(requireTag(call.ctx, call.name))],
  "GET domains/:/visits": ["viewer", (call) => listNone(findDomain(call, call.name))],
  "DELETE short-urls/:/visits": ["manager", deleteVisits],
  "DELETE visits/orphan": ["manager", () => reject("not-supported", "Orphan visits cannot be deleted")],
  "GET mercure-info": ["viewer", () => reject("mercure-not-configured", "There is no Mercure hub")],
};

const MISSES_SUMMED = 1_000;

async function getVisits({ ctx }: Call) {
  const { clicks, bots } = unwrap(await getKeptStats(ctx, []));
  const request = { sort: "-visits" as const, filter: {}, perPage: MISSES_SUMMED, cursor: undefined };
  const { items } = unwrap(await listMisses(ctx, request));
  const people = items.reduce((sum, miss) => sum + miss.people, 0);
  const others = items.reduce((sum, { visits }) => sum + visits, -people);
  return { visits: { nonOrphanVisits: toSummary(clicks, bots), orphanVisits: toSummary(people, others) } };
}

const NONE = { currentPage: 1, pagesCount: 0, itemsPerPage: 0, itemsInCurrentPage: 0, totalItems: 0 };

/** @param found what has to exist for the list to be one */
async function listNone(found?: Promise<unknown>) {
  await found;
  return { visits: { data: [], pagination: NONE } };
}

async function deleteVisits(call: Call) {
  const { record } = await findShortUrl(call);
  unwrap(await forgetRecordStats(call.ctx, record.id));
  return { deletedVisits: record.totalClicks };
}

async function reject(type: string, title: string): Promise<never> {
  throw problem(501, type, title);
}
