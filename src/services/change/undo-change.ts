import { refuse } from "../../domain/refusal/refusal.ts";
import { writesOf } from "../../domain/change/change.ts";
import { changeState } from "../../storage/change/write.ts";
import type { ServiceContext } from "../context.ts";
import { noteIfChanged } from "../keyed-call.ts";
import type { Result } from "../result.ts";
import { BUSY, requireRoleOf, workOn } from "./apply-change.ts";
import { openChange, wrongState } from "./internal/view.ts";
import type { ChangeView } from "./types.ts";

/** Undoes a change for those records that were not edited since (`POST /changes/{id}/undo`). */
export async function undoChange(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  const found = await openChange(ctx, id);
  if (!found.ok) return found;
  const change = found.value;
  const tooLow = requireRoleOf(ctx, change);
  if (tooLow !== null) return tooLow;
  if (change.state !== "applied" && change.state !== "stopped") {
    return wrongState(refuse("only_applied", { state: change.state }));
  }
  if (writesOf(change.counts) === 0) return wrongState(refuse("wrote_nothing"));
  if (change.endsAtMs === null || change.endsAtMs <= ctx.nowMs) {
    return wrongState(refuse("undo_gone"));
  }
  const transition = { from: ["applied" as const, "stopped" as const], to: "undoing" as const };
  const alone = { ...transition, restarts: true, isAlone: true };
  const started = await changeState(ctx.env.DB, change, alone, ctx.nowMs, noteIfChanged(ctx));
  return started ? workOn(ctx, change) : BUSY;
}
