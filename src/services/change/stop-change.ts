import { refuse } from "../../domain/refusal/refusal.ts";
import { PLAN_STATES } from "../../domain/change/change.ts";
import { changeState, type Transition } from "../../storage/change/write.ts";
import type { ServiceContext } from "../context.ts";
import { noteIfChanged } from "../keyed-call.ts";
import type { Result } from "../result.ts";
import { UNDO_MS } from "./internal/run-change.ts";
import { openChange, viewOf, wrongState } from "./internal/view.ts";
import type { ChangeView } from "./types.ts";

/**
 * Stops a change between two chunks (`POST /changes/{id}/stop`). Applied chunks stay, and can be undone. A
 * stopped plan expires at once.
 */
export async function stopChange(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  const found = await openChange(ctx, id);
  if (!found.ok) return found;
  const change = found.value;
  const tryTo = (transition: Transition) =>
    changeState(ctx.env.DB, change, transition, ctx.nowMs, noteIfChanged(ctx));
  const isStopped =
    (await tryTo({ from: ["applying"], to: "stopped", endsAtMs: ctx.nowMs + UNDO_MS })) ||
    (await tryTo({ from: ["undoing"], to: "stopped" })) ||
    (await tryTo({ from: PLAN_STATES, to: "expired", endsAtMs: ctx.nowMs }));
  return isStopped ? viewOf(ctx, change.id) : wrongState(refuse("nothing_to_stop", { state: change.state }));
}
