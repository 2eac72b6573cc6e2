import { refuse } from "../../domain/refusal/refusal.ts";
import { MAX_CHECK_PARTS, MAX_CHECK_URLS, type CheckUrl } from "../../domain/check/check.ts";
import { addFieldError } from "../../domain/field-error.ts";
import { selectCheck, selectUploaded } from "../../storage/check/read.ts";
import { replacePart } from "../../storage/check/write.ts";
import { toAssertionError } from "../../storage/commit.ts";
import type { ServiceContext } from "../context.ts";
import { done, invalid, NOT_FOUND, type Draft, type Result } from "../result.ts";

/**
 * Stores a part of the URLs of a check, or replaces the part with its number (`PUT /checks/{id}/parts/{n}`).
 * @returns the number of URLs that are stored so far
 */
export async function storeCheckPart(
  ctx: ServiceContext,
  id: string,
  part: number,
  { fields, errors }: Draft<{ urls: CheckUrl[] }>,
): Promise<Result<{ lines: number; total: number }>> {
  const { env, caller, nowMs } = ctx;
  const check = await selectCheck(env.DB, caller.reach, id, nowMs);
  if (check === null) return NOT_FOUND;
  if (!Number.isInteger(part) || part < 1 || part > MAX_CHECK_PARTS) {
    addFieldError(errors, "n", refuse("not_part_number", { least: "1", most: MAX_CHECK_PARTS }));
  }
  if (check.state !== "collecting") addFieldError(errors, "id", refuse("no_more_parts"));
  const uploaded = await selectUploaded(env.DB, check.id);
  if (uploaded > MAX_CHECK_URLS)
    addFieldError(errors, "lines", refuse("too_many_together", { count: MAX_CHECK_URLS }));
  if (Object.keys(errors).length > 0) return invalid(errors);
  try {
    await env.DB.batch(replacePart(env.DB, check, part, fields.urls));
  } catch (error) {
    if (toAssertionError(error) === null) throw error;
    return invalid({ id: [refuse("no_more_parts")] });
  }
  return done({ lines: fields.urls.length, total: await selectUploaded(env.DB, check.id) });
}
