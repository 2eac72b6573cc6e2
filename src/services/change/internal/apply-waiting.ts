import { refuse } from "../../../domain/refusal/refusal.ts";
import { HOUR_MS } from "../../../domain/time.ts";
import type { Change } from "../../../storage/change/row.ts";
import { changeState } from "../../../storage/change/write.ts";
import type { ServiceContext } from "../../context.ts";
import { confirmationOf } from "./confirmation.ts";

/** The longest time for which a plan that applies automatically waits for other changes. */
const MAX_WAIT_MS = HOUR_MS;

/**
 * Begins to apply a plan that applies automatically, unless it needs a confirmation or another change is running.
 * @returns the change afterwards
 */
export async function applyAtOnce(ctx: ServiceContext, planned: Change): Promise<Change> {
  if (planned.state !== "planned" || planned.request.isAtOnce !== true) return planned;
  const { confirm } = await confirmationOf(ctx, planned);
  const isStarted = confirm === null && (await beginApplying(ctx.env.DB, planned, ctx.nowMs));
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
 * @param notes statements as `changeState` takes them
 * @returns whether this call has begun it
 */
export function beginApplying(
  db: D1Database,
  plan: Change,
  nowMs: number,
  notes: D1PreparedStatement[] = [],
): Promise<boolean> {
  const transition = { from: ["planned" as const], to: "applying" as const, restarts: true, isAlone: true };
  return changeState(db, plan, transition, nowMs, notes);
}
