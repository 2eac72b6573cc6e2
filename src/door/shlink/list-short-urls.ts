import { readQuery } from "../../admin/query.ts";
import { unwrap } from "../../admin/request-context.ts";
import { RecordListQuery, toFilter, toSort } from "../../admin/schema/list.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { toNfc } from "../../domain/text.ts";
import type { PageRequest } from "../../services/cursor.ts";
import { countRecords } from "../../services/record/counts.ts";
import { listRecords } from "../../services/record/list-records.ts";
import { listPage, tagsOf, type Call } from "./call.ts";
import { invalidData } from "./problem.ts";
import { completeMoment, toHost, toShortUrl } from "./short-urls.ts";

const SORTS = new Map([
  ["dateCreated", "created_at"],
  ["visits", "total_clicks"],
  ["nonBotVisits", "total_clicks"],
]);
const NOT_TAKEN = /^(excludeTags|apiKeyName)(?:\[\d*\])?$/;

/** Lists short URLs by the filters of `GET /link` (contract 35.11). @throws HttpError 400 for an order that ours lacks */
export async function listShortUrls(call: Call) {
  const { ctx, query } = call;
  const text = (name: string) => query.get(name) ?? "";
  const [by = "", direction] = (text("orderBy") || "dateCreated-DESC").split("-");
  const column = SORTS.get(by);
  if (column === undefined) {
    throw invalidData({ orderBy: [refuse("not_one_of", { names: [...SORTS.keys()].join(", ") })] });
  }
  const refused = [...query.keys()].map((name) => NOT_TAKEN.exec(name)?.[1]).find(Boolean);
  if (refused !== undefined) throw invalidData({ [refused]: [refuse("not_taken")] });
  const asked = {
    sort: (direction === "DESC" ? "-" : "") + column,
    "filter[host]": text("domain") && ((await toHost(call, text("domain"))) ?? text("domain")),
    "filter[search]": text("searchTerm"),
    "filter[created_after]": completeMoment(text("startDate")),
    "filter[created_before]": completeMoment(text("endDate")),
    "filter[expired]": text("excludePastValidUntil") === "true" ? "false" : "",
  };
  const read = readQuery(new URLSearchParams(asked), RecordListQuery);
  const { createdBeforeMs, ...found } = toFilter(read.filter, "link");
  const tags = tagsOf(query).map(toNfc);
  const filter: RecordFilter = {
    ...found,
    // The last second counts as a whole.
    ...(createdBeforeMs !== undefined && { createdBeforeMs: createdBeforeMs + 1_000 }),
    ...(tags.length > 0 && { tags, hasAllTags: text("tagsMode") === "all" }),
    ...(text("excludeMaxVisitsReached") === "true" && { hasPlacesLeft: true }),
  };
  if (!query.has("itemsPerPage")) query.set("itemsPerPage", "10");
  const readPage = (page: PageRequest) => listRecords(ctx, { filter, sort: toSort(read.sort), ...page });
  const countAll = async () => unwrap(await countRecords(ctx, filter)).tally.total;
  return { shortUrls: await listPage(query, [readPage, countAll], (view) => toShortUrl(view, call)) };
}
