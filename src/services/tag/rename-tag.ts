import { refuse } from "../../domain/refusal/refusal.ts";
import { NO_EDIT } from "../../domain/change/change.ts";
import { hasFieldErrors } from "../../domain/field-error.ts";
import { selectTaggedCount } from "../../storage/count/counters.ts";
import { createChange } from "../change/create-change.ts";
import type { ChangeView } from "../change/types.ts";
import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { invalid, NOT_FOUND, type Draft, type Result } from "../result.ts";

/** The most records that an editor may change at once. */
const MAX_RECORDS_OF_EDITOR = 1_000;

/**
 * Renames a tag, or merges it into another (`PUT /tags/{name}`), by a change that is applied as soon as it is
 * planned.
 * @param name the new name; null removes the tag from its records
 */
export async function renameTag(
  ctx: ServiceContext,
  tag: string,
  { fields, errors }: Draft<{ name?: string | null; isForced?: boolean }>,
): Promise<Result<ChangeView>> {
  const { name, isForced = false } = fields;
  if (hasFieldErrors(errors)) return invalid(errors);
  if (name === undefined) return invalid({ name: [refuse("required")] });
  const count = await selectTaggedCount(ctx.env.DB, ctx.caller.workspace.id, [tag]);
  if (count === 0) return NOT_FOUND;
  const tooLow = count > MAX_RECORDS_OF_EDITOR ? requireRole(ctx, "manager") : null;
  if (tooLow !== null) return tooLow;
  const edit = { ...NO_EDIT, tagsAdd: name === null ? [] : [name], tagsRemove: [tag] };
  const request = {
    kind: "edit" as const,
    filter: { tags: [tag] },
    edit,
    isForced,
    isAtOnce: true,
  };
  return createChange(ctx, { fields: { request, isUpload: false, rows: null }, errors: {} });
}
