import { foldTag } from "../../../domain/tag.ts";
import type { Change } from "../../../storage/change/read.ts";
import {
  addLimitTag,
  dropLimitTag,
  noteFollowing,
  selectLimitTags,
} from "../../../storage/user/limit-tag.ts";

/**
 * The limits of members and tokens follow the rename of a tag and its undo (contract 27.18): they have both names while
 * records are rewritten, so that nobody misses one in between, and only one afterwards.
 */

/** Returns statements for the batch that begins to apply or undo a change, which let limits have both names. */
export async function widenLimits(
  db: D1Database,
  change: Change,
  isUndo: boolean,
): Promise<D1PreparedStatement[]> {
  const rename = renameOf(change, isUndo);
  if (rename === null || (isUndo && change.request.movesLimits !== true)) return [];
  const [from, to] = await spellingsOf(db, change, rename);
  // Whoever is limited to the new name would get more by a rename than a name.
  if (from.length === 0 || (!isUndo && to.length > 0)) return [];
  return [
    ...(isUndo ? [] : [noteFollowing(db, change, rename.to)]),
    ...addLimitTag(db, change, from, rename.to),
  ];
}

/** Returns statements for the batch that ends it, which take the former name from limits, unless records have it still. */
export async function narrowLimits(
  db: D1Database,
  change: Change,
  isUndo: boolean,
): Promise<D1PreparedStatement[]> {
  const rename = renameOf(change, isUndo);
  if (rename === null || change.request.movesLimits !== true) return [];
  const [from, to] = await spellingsOf(db, change, rename);
  return from.length === 0 || to.length === 0 ? [] : dropLimitTag(db, change, from, to);
}

interface Rename {
  from: string;
  to: string;
}

/** Returns the rename that a change is (contract 28.16); null for a change of another kind, and of letter case alone. */
function renameOf({ request }: Change, isUndo: boolean): Rename | null {
  if (request.kind !== "edit" || request.isAtOnce !== true) return null;
  const { tagsRemove, tagsAdd } = request.edit;
  const [from, to] = isUndo ? [tagsAdd[0], tagsRemove[0]] : [tagsRemove[0], tagsAdd[0]];
  const isOne = tagsRemove.length === 1 && from !== undefined && to !== undefined;
  return isOne && foldTag(from) !== foldTag(to) ? { from, to } : null;
}

async function spellingsOf(db: D1Database, { workspaceId }: Change, { from, to }: Rename) {
  const used = await selectLimitTags(db, workspaceId);
  return [from, to].map((name) => used.filter((tag) => foldTag(tag) === foldTag(name))) as [
    string[],
    string[],
  ];
}
