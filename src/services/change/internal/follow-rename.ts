import type { Limits } from "../../../domain/reach.ts";
import { foldTag } from "../../../domain/tag.ts";
import type { Change } from "../../../storage/change/read.ts";
import { selectTaggedCount } from "../../../storage/count/counters.ts";
import { replaceLimits, selectLimits } from "../../../storage/user/limit.ts";

/**
 * Returns statements by which the limits of members and tokens follow the rename of a tag and its undo (contract 27.18), for
 * the batch that begins the change or ends it. In between limits have both names, so that nobody misses a record.
 * @param state what the batch brings the change to
 */
export async function followRename(
  db: D1Database,
  change: Change,
  state: "applying" | "applied" | "undoing" | "undone",
): Promise<D1PreparedStatement[]> {
  const isUndo = state.startsWith("und");
  const isBegin = state.endsWith("ing");
  const { request, workspaceId } = change;
  if (request.kind !== "edit" || request.isAtOnce !== true) return [];
  const { tagsRemove, tagsAdd } = request.edit;
  const [from, to] = [tagsRemove[0], tagsAdd[0]].map((tag) => foldTag(tag ?? "")) as [string, string];
  const follows = state === "applying" ? from !== to && to !== "" : request.movesLimits === true;
  if (!follows) return [];
  const [former, next] = isUndo ? [to, from] : [from, to];
  // A name that is in use would give more, and records that have the former one keep their people.
  if ((await selectTaggedCount(db, workspaceId, [isBegin ? next : former])) > 0) return [];
  const limits = await selectLimits(db, workspaceId);
  const read = limits.map((text) => [text, JSON.parse(text) as Limits] as const);
  const has = ({ tags }: Limits, tag: string) => tags?.some((one) => foldTag(one) === tag) === true;
  if (state === "applying" && read.some(([, one]) => has(one, next))) return [];
  const pairs = read.flatMap(([text, one]): [string, string][] => {
    const { tags } = one;
    if (tags === null || !has(one, former) || has(one, next) === isBegin) return [];
    const name = (isUndo ? tagsRemove : tagsAdd)[0] ?? "";
    const after = isBegin ? [...tags, name] : tags.filter((tag) => foldTag(tag) !== former);
    return [[text, JSON.stringify({ ...one, tags: after })]];
  });
  return pairs.length === 0 ? [] : replaceLimits(db, change, state, pairs);
}
