import * as v from "valibot";
import { MAX_BODY_BYTES, readJsonObject, toDraft } from "../../admin/body.ts";
import { toHttpError } from "../../admin/error.ts";
import { unwrap } from "../../admin/request-context.ts";
import { tagField } from "../../admin/schema/record.ts";
import { requireWhole } from "../../services/require-whole.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { foldTag } from "../../domain/tag.ts";
import type { ServiceContext } from "../../services/context.ts";
import { countRecords } from "../../services/record/counts.ts";
import { getKeptStats } from "../../services/stats/stats.ts";
import { listTags, renameTags } from "../../services/tag/tags.ts";
import { listPage, tagsOf, toSummary, type Call, type Routes } from "./call.ts";
import { invalidData, problem } from "./problem.ts";

/** Tags of all records (contract 35.12). */
export const tagRoutes: Routes = {
  "GET tags": ["viewer", async (call) => ({ tags: await readTags(call, ({ name }) => name) })],
  "GET tags/stats": ["viewer", listTagStats],
  "PUT tags": ["editor", renameOneTag],
  "DELETE tags": ["editor", deleteTags],
};

type Tag = { name: string; folded: string; count: number };

function readTags<S>({ ctx, query }: Call, show: (tag: Tag) => S) {
  const search = query.get("searchTerm") ?? "";
  return listPage(query, [(page) => listTags(ctx, { ...page, ...(search !== "" && { search }) })], show);
}

async function listTagStats(call: Call) {
  const { included } = unwrap(await getKeptStats(call.ctx, ["tags"]));
  const visits = new Map(included.tags?.values.map(({ value, clicks }) => [foldTag(value), clicks]));
  const tags = await readTags(call, ({ name, folded, count }) => ({
    tag: name,
    shortUrlsCount: count,
    visitsSummary: toSummary(visits.get(folded) ?? 0),
  }));
  return { tags };
}

const Renamed = v.object({ oldName: tagField, name: tagField });

async function renameOneTag({ c, ctx }: Call): Promise<null> {
  requireAllHosts(ctx);
  const { oldName, newName } = await readJsonObject(c, MAX_BODY_BYTES);
  const { fields, errors } = toDraft({ oldName, name: newName }, Renamed);
  const { oldName: old, name } = fields;
  if (old === undefined || name === undefined) throw invalidData(errors);
  await requireTag(ctx, old);
  if (foldTag(old) !== foldTag(name) && (await hasTag(ctx, name))) {
    throw problem(409, "tag-conflict", "The new tag exists already", { oldName: old, newName: name });
  }
  unwrap(await renameTags(ctx, [old], { fields: { name }, errors }));
  return null;
}

/** Takes tags off their records, by one change. Tags that no record has are gone already. */
async function deleteTags({ ctx, query }: Call): Promise<null> {
  requireAllHosts(ctx);
  const tags = tagsOf(query);
  if (tags.length === 0) throw invalidData({ tags: [refuse("required")] });
  const removed = await renameTags(ctx, tags, { fields: { name: null }, errors: {} });
  if (removed.ok || removed.error.code !== "not_found") unwrap(removed);
  return null;
}

/** A tag is renamed and deleted on all records of the workspace, as in the API. */
function requireAllHosts({ caller }: ServiceContext): void {
  const refused = requireWhole(caller);
  if (refused !== null) throw toHttpError(refused.error);
}

async function hasTag(ctx: ServiceContext, tag: string): Promise<boolean> {
  return unwrap(await countRecords(ctx, { tags: [tag] })).tally.total > 0;
}

/** @throws HttpError 404 */
export async function requireTag(ctx: ServiceContext, tag: string): Promise<void> {
  if (await hasTag(ctx, tag)) return;
  throw problem(404, "tag-not-found", "Tag not found", { tag });
}
