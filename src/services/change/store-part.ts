import { refuse } from "../../domain/refusal/refusal.ts";
import { replacePart, selectInputBytes } from "../../storage/change/input.ts";
import { isOvertaken, setInputBytes } from "../../storage/change/write.ts";
import type { ServiceContext } from "../context.ts";
import { invalid, type Result } from "../result.ts";
import { MAX_BYTES } from "./internal/confirmation.ts";
import { openChange, viewOf, wrongState } from "./internal/view.ts";
import type { ChangeView, PartBlock } from "./types.ts";

const NOT_COLLECTING = refuse("parts_only");

/** Stores a part of the rows of a change, or replaces the part with its number (`PUT /changes/{id}/parts/{n}`). */
export async function storePart(
  ctx: ServiceContext,
  id: string,
  n: number,
  blocks: PartBlock[],
): Promise<Result<ChangeView>> {
  const found = await openChange(ctx, id);
  if (!found.ok) return found;
  const change = found.value;
  const { DB } = ctx.env;
  if (change.state !== "collecting") return wrongState(NOT_COLLECTING);
  const part = await replacePart(DB, change.id, n, blocks);
  const bytes = part.bytes + (await selectInputBytes(DB, change.id, n));
  if (bytes > MAX_BYTES) return invalid({ body: [refuse("parts_size")] });
  try {
    await DB.batch([...part.statements, setInputBytes(DB, change.id, bytes)]);
  } catch (error) {
    if (isOvertaken(error)) return wrongState(NOT_COLLECTING);
    throw error;
  }
  return viewOf(ctx, change.id);
}
