import { refuse } from "../../domain/refusal/refusal.ts";
import { writesOf } from "../../domain/change/change.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { Role } from "../../domain/role.ts";
import type { Change } from "../../storage/change/read.ts";
import { endUndos, changeState } from "../../storage/change/write.ts";
import { noteChange } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { noteIfChanged } from "../keyed-call.ts";
import { requireRoom } from "../require-room.ts";
import { requireRole } from "../require-role.ts";
import { invalid, type Failure, type Result } from "../result.ts";
import { beginApplying, confirmationOf, NO_ROOM } from "./internal/confirmation.ts";
import { followRename } from "./internal/follow-rename.ts";
import { openChange, MAX_RECORDS_NOW, queueChange, viewOf, workNow, wrongState } from "./internal/view.ts";
import type { ChangeView, Confirmation } from "./types.ts";

/** The most records of a change that an editor may apply. */
const MAX_RECORDS_OF_EDITOR = 1_000;

/** Applies a plan (`POST /changes/{id}/apply`). A small plan is applied before the call is answered. */
export async function applyChange(
  ctx: ServiceContext,
  id: string,
  confirmed: Confirmation,
): Promise<Result<ChangeView>> {
  const found = await openChange(ctx, id);
  if (!found.ok) return found;
  const change = found.value;
  const tooLow = requireRoleOf(ctx, change);
  if (tooLow !== null) return tooLow;
  if (change.state !== "planned") {
    return wrongState(refuse("only_planned", { state: change.state }));
  }
  const unconfirmed = await refuseUnconfirmed(ctx, change, confirmed);
  if (unconfirmed !== null) return unconfirmed;
  const full = await requireRoom(ctx.env, change.counts.created, ctx.nowMs);
  if (full !== null) return full;
  const started = await beginApplying(ctx, change, noteIfChanged(ctx));
  if (!started) return BUSY;
  const { dropUndo = [] } = confirmed;
  if (dropUndo.length > 0) {
    await endUndos(ctx.env.DB, ctx.caller.reach, dropUndo, ctx.nowMs).run();
  }
  return workOn(ctx, change);
}

const BUSY = wrongState(refuse("another_change"));

/** Writes a small change at once. Other changes wait for the queue. */
async function workOn(ctx: ServiceContext, { id, counts }: Change): Promise<Result<ChangeView>> {
  if (writesOf(counts) <= MAX_RECORDS_NOW) return workNow(ctx, id);
  await queueChange(ctx, id);
  return viewOf(ctx, id);
}

/** Refuses a caller whose role is too low to apply or undo a change. */
function requireRoleOf(ctx: ServiceContext, { kind, counts }: Change): Failure | null {
  const isLarge = writesOf(counts) > MAX_RECORDS_OF_EDITOR;
  const needed: Role =
    isLarge || kind === "mirror" || kind === "delete" || counts.deleted > 0 ? "manager" : "editor";
  return requireRole(ctx, needed);
}

async function refuseUnconfirmed(
  ctx: ServiceContext,
  change: Change,
  { deletes, dropUndo = [] }: Confirmation,
): Promise<Failure | null> {
  const { confirm } = await confirmationOf(ctx, change);
  if (confirm?.isFull) return wrongState(NO_ROOM);
  const errors: FieldErrors = {};
  const planned = confirm?.deletes;
  if (planned !== undefined && deletes !== planned) {
    addFieldError(errors, "deletes", refuse("deletes_differ", { count: planned }));
  } else if (deletes !== undefined && deletes !== change.counts.deleted) {
    addFieldError(errors, "deletes", refuse("plan_deletes", { count: change.counts.deleted }));
  }
  const needed = confirm?.dropUndo ?? [];
  const missing = needed.filter((one) => !dropUndo.includes(one));
  const needless = dropUndo.filter((one) => !needed.includes(one));
  if (missing.length > 0) {
    addFieldError(errors, "drop_undo", refuse("name_undos", { names: missing.join(", ") }));
  } else if (needless.length > 0) {
    addFieldError(errors, "drop_undo", refuse("needless_undos", { names: needless.join(", ") }));
  }
  return hasFieldErrors(errors) ? invalid(errors) : null;
}

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
  const follow = await followRename(ctx.env.DB, change, "undoing");
  const notes = [...noteChange(ctx, "undone", change), ...noteIfChanged(ctx), ...follow];
  const started = await changeState(ctx.env.DB, change, alone, ctx.nowMs, notes);
  return started ? workOn(ctx, change) : BUSY;
}
