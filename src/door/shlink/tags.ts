import * as v from "valibot";
import { MAX_BODY_BYTES, readJsonObject, toDraft } from "../../admin/body.ts";
import { unwrap } from "../../admin/request-context.ts";
import { tagField } from "../../admin/schema/record.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { foldTag } from "../../domain/tag.ts";
import type { ServiceContext } from "../../services/context.ts";
import { countRecords } from "../../services/record/counts.ts";
import { getKeptStats } from "../../services/stats/stats.ts";
import { listTags, renameTags } from "../../services/tag/tags.ts";
import { listPage, tagsOf, toSummary, type Call } from "./call.ts";
import { invalidData, problem } from "./problem.ts";

/** Tags of all records (contract 35.12). */

type Tag = { name: string; folded: string; count: number };

export function readTags<S>({ ctx, query }: Call, show: (tag: Tag) => S) {
  return listPage(query, [(page) => listTags(ctx, { ...page, search: query.get("searchTerm") ?? "" })], show);
}

export async function listTagStats(call: Call) {
  const { included } = unwrap(await getKeptStats(call.ctx, ["tags"]));
  const visits = new Map(included.tags?.values.map(({ value, clicks }) => [foldTag(value), clicks]));
  const tags = await readTags(call, ({ name, folded, count }) => ({
    tag: name,
    shortUrlsCount: count,
    visitsSummary: toSummary(visits.get(folded) ?? 0),
  }));
  return { tags };
}

const Renamed = v.object({ oldName: tagField, newName: tagField });

export async function renameTag({ c, ctx }: Call): Promise<null> {
  const { oldName: from, newName: to } = await readJsonObject(c, MAX_BODY_BYTES);
  const { fields, errors } = toDraft({ oldName: from, newName: to }, Renamed);
  const { oldName, newName } = fields;
  if (oldName === undefined || newName === undefined) throw invalidData(errors);
  await requireTag(ctx, oldName);
  if (foldTag(oldName) !== foldTag(newName) && (await hasTag(ctx, newName))) {
    throw problem(409, "tag-conflict", "The new tag exists already", { oldName, newName });
  }
  unwrap(await renameTags(ctx, [oldName], { fields: { name: newName }, errors }));
  return null;
}

/** Takes tags off their records, by one change. Tags that no record has are gone already. */
export async function deleteTags({ ctx, query }: Call): Promise<null> {
  const tags = tagsOf(query);
  if (tags.length === 0) throw invalidData({ tags: [refuse("required")] });
  const removed = await renameTags(ctx, tags, { fields: { name: null }, errors: {} });
  if (removed.ok || removed.error.code !== "not_found") unwrap(removed);
  return null;
}

async function hasTag(ctx: ServiceContext, tag: string): Promise<boolean> {
  return unwrap(await countRecords(ctx, { tags: [tag] })).tally.total > 0;
}

/** @throws HttpError 404 */
export async function requireTag(ctx: ServiceContext, tag: string): Promise<void> {
  if (await hasTag(ctx, tag)) return;
  throw problem(404, "tag-not-found", "Tag not found", { tag });
}
