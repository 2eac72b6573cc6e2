import { refuse } from "../../domain/refusal/refusal.ts";
import { changeState } from "../../storage/change/write.ts";
import type { ServiceContext } from "../context.ts";
import { noteIfChanged } from "../keyed-call.ts";
import type { Result } from "../result.ts";
import { PLAN_MS } from "./internal/run-change.ts";
import { openChange, workNow, wrongState } from "./internal/view.ts";
import type { ChangeView } from "./types.ts";

/** Plans a change after all its parts are uploaded (`POST /changes/{id}/plan`). */
export async function planChange(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  const found = await openChange(ctx, id);
  if (!found.ok) return found;
  const change = found.value;
  const isPlanning =
    change.state === "collecting" &&
    (await changeState(
      ctx.env.DB,
      change,
      { from: ["collecting"], to: "planning", endsAtMs: ctx.nowMs + PLAN_MS },
      ctx.nowMs,
      noteIfChanged(ctx),
    ));
  return isPlanning
    ? workNow(ctx, change.id)
    : wrongState(refuse("only_collecting", { state: change.state }));
}
