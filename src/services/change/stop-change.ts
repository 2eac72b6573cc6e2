import { changeState } from "../../storage/change/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireRoleWithin } from "../require-role.ts";
import { failed, type Result } from "../result.ts";
import { UNDO_MS } from "./internal/run-change.ts";
import { findChange, viewOf, wrongState } from "./internal/view.ts";
import type { ChangeView } from "./types.ts";

/**
 * Stops a change between two chunks (`POST /changes/{id}/stop`). Applied chunks stay, and can be undone. A
 * stopped plan expires at once.
 */
export async function stopChange(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  const refused = requireRoleWithin(ctx, "editor");
  if (refused !== null) return refused;
  const { DB } = ctx.env;
  const change = await findChange(ctx, id);
  if (change === null) return failed({ code: "not_found" });
  const isWriting = await changeState(
    DB,
    change,
    { from: ["applying"], to: "stopped", endsAtMs: ctx.nowMs + UNDO_MS },
    ctx.nowMs,
  );
  const isStopped =
    isWriting ||
    (await changeState(DB, change, { from: ["undoing"], to: "stopped" }, ctx.nowMs)) ||
    (await changeState(
      DB,
      change,
      { from: ["collecting", "planning", "planned"], to: "expired", endsAtMs: ctx.nowMs },
      ctx.nowMs,
    ));
  return isStopped ? viewOf(ctx, change.id) : wrongState(`There is nothing to stop: it is ${change.state}.`);
}
