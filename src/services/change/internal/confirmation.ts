import { refuse, type Refusal } from "../../../domain/refusal/refusal.ts";
import { wholeOf, type Reach } from "../../../domain/reach.ts";
import { selectKept, type Change } from "../../../storage/change/read.ts";
import { selectManagedCount } from "../../../storage/record/read.ts";
import { noteChange } from "../../activity/note-activity.ts";
import type { ServiceContext } from "../../context.ts";
import type { Confirmation } from "../types.ts";
import { PLANS } from "../../../domain/plan.ts";
import { selectRecordCount } from "../../../storage/workspace/read.ts";
import { HOUR_MS } from "../../../domain/time.ts";
import { changeState } from "../../../storage/change/write.ts";
import { followRename } from "./follow-rename.ts";

/** The most bytes that a workspace may keep for its undos. */
export const MAX_BYTES = 500_000_000;

export const NO_ROOM = refuse("undo_room");

/** A mirror needs a confirmation if it deletes more records than this, and more than this share of the owner's. */
const MAX_DELETES = 20;
const MAX_DELETED_PART = 0.1;

/** Returns the confirmation that applying a plan needs, and the same in words. */
export async function confirmationOf(
  ctx: ServiceContext,
  change: Change,
): Promise<{ confirm: Confirmation | null; warnings: Refusal[] }> {
  const confirm: Confirmation = {};
  const warnings = [...change.warnings];
  if (change.state !== "planned") return { confirm: null, warnings };
  const reason = await reasonToConfirm(ctx, change);
  if (reason !== null) {
    const { deleted } = change.counts;
    confirm.deletes = deleted;
    warnings.push(refuse("confirm_only", { reason, count: deleted }));
  }
  const { dropped, left } = await undosToDrop(ctx.env.DB, ctx.caller.reach, change);
  if (dropped.length > 0) {
    confirm.dropUndo = dropped;
    warnings.push(refuse("drops_undos", { names: dropped.join(", ") }));
    if (change.request.isAtOnce === true) {
      warnings.push(refuse("waits_hour", { id: change.id }));
    }
  }
  if (left > MAX_BYTES) {
    confirm.isFull = true;
    warnings.push(NO_ROOM);
  }
  return { confirm: Object.keys(confirm).length === 0 ? null : confirm, warnings };
}

async function reasonToConfirm(ctx: ServiceContext, change: Change): Promise<Refusal | null> {
  const { request, counts, reach } = change;
  if (request.kind !== "mirror" || request.owner === null) return null;
  const { created, changed, unchanged, deleted, invalid, conflicts } = counts;
  if (created + changed + unchanged + invalid + conflicts === 0) return refuse("mirror_empty");
  if (invalid + conflicts > 0) return refuse("mirror_invalid");
  if ((await findRoom(ctx, change)) === "never") return refuse("mirror_no_room");
  if (deleted <= MAX_DELETES) return null;
  const owned = await selectManagedCount(ctx.env.DB, reach, request.owner);
  return deleted > MAX_DELETED_PART * owned
    ? refuse("mirror_deletes", { count: deleted, total: owned })
    : null;
}

/** Returns the oldest undos that have to go, so that this one has room, and the bytes that are left then. */
async function undosToDrop(
  db: D1Database,
  reach: Reach,
  { id }: Change,
): Promise<{ dropped: string[]; left: number }> {
  const { bytes, undoable } = await selectKept(db, reach);
  const dropped: string[] = [];
  let left = bytes;
  for (const kept of undoable) {
    if (left <= MAX_BYTES) break;
    if (kept.id === id) continue;
    dropped.push(kept.id);
    left -= kept.bytes;
  }
  return { dropped, left };
}

/**
 * Returns when a workspace has room for all records that a mirror creates (contract 28.12). `later` is after its
 * deletions.
 */
export async function findRoom(
  { env, caller }: ServiceContext,
  { request, counts }: Pick<Change, "request" | "counts">,
): Promise<"now" | "later" | "never"> {
  const { id, plan } = caller.workspace;
  const { maxRecords } = PLANS[plan];
  const { created, deleted } = counts;
  if (request.kind !== "mirror" || maxRecords === null || created === 0 || deleted === 0) return "now";
  const wanted = (await selectRecordCount(env.DB, wholeOf(id))) + created;
  if (wanted <= maxRecords) return "now";
  return wanted - deleted <= maxRecords ? "later" : "never";
}

/** The longest time for which a plan that applies automatically waits for other changes. */
const MAX_WAIT_MS = HOUR_MS;

/**
 * Begins to apply a plan that applies automatically, unless it needs a confirmation or another change is running.
 * @returns the change afterwards
 */
export async function applyAtOnce(ctx: ServiceContext, planned: Change): Promise<Change> {
  if (planned.state !== "planned" || planned.request.isAtOnce !== true) return planned;
  const { confirm } = await confirmationOf(ctx, planned);
  const isStarted = confirm === null && (await beginApplying(ctx, planned));
  return isStarted ? { ...planned, state: "applying" } : planned;
}

/** Begins to apply a plan that applies automatically, when its turn has come. After an hour, ends it with a reason. */
export async function applyWaiting(ctx: ServiceContext, planned: Change): Promise<void> {
  const { env, nowMs, caller } = ctx;
  if (planned.state !== "planned" || planned.request.isAtOnce !== true) return;
  const { isSuspended } = caller.workspace;
  // A waiting plan is not written, so `updatedAtMs` is the time when it began to wait.
  if (!isSuspended && nowMs - planned.updatedAtMs < MAX_WAIT_MS) {
    await applyAtOnce(ctx, planned);
    return;
  }
  const { confirm, warnings } = await confirmationOf(ctx, planned);
  const reason = isSuspended
    ? refuse("wait_suspended")
    : confirm === null
      ? refuse("wait_others")
      : refuse("wait_confirmation");
  const end = { endsAtMs: nowMs, warnings: [...warnings, refuse("not_applied", { reason })] };
  await changeState(env.DB, planned, { from: ["planned"], to: "failed", ...end }, nowMs);
}

/**
 * Begins to apply a plan, unless another change of the workspace is running. All callers begin plans by this
 * function, and each plan is begun once.
 * @param notes statements that take effect only if the one before them has changed a row
 * @returns whether this call has begun it
 */
export async function beginApplying(
  ctx: ServiceContext,
  plan: Change,
  notes: D1PreparedStatement[] = [],
): Promise<boolean> {
  const transition = { from: ["planned" as const], to: "applying" as const, restarts: true, isAlone: true };
  const follow = await followRename(ctx.env.DB, plan, "applying");
  const noted = [...noteChange(ctx, "applied", plan), ...notes, ...follow];
  return changeState(ctx.env.DB, plan, transition, ctx.nowMs, noted);
}
