import { HOUR_MS } from "../../../domain/time.ts";
import type { Change } from "../../../storage/change/row.ts";
import { changeState } from "../../../storage/change/write.ts";
import type { ServiceContext } from "../../context.ts";
import { beginApplying } from "./begin-applying.ts";
import { confirmationOf } from "./confirmation.ts";

/** How long a plan that applies itself waits for other changes. */
const MAX_WAIT_MS = HOUR_MS;

/**
 * Begins to apply a plan that applies itself, unless it needs a confirmation or another change is at work.
 * @returns the change after that
 */
export async function applyAtOnce({ env, nowMs }: ServiceContext, planned: Change): Promise<Change> {
  if (planned.state !== "planned" || planned.request.isAtOnce !== true) return planned;
  const { confirm } = await confirmationOf(env.DB, planned);
  const isStarted = confirm === null && (await beginApplying(env.DB, planned, nowMs));
  return isStarted ? { ...planned, state: "applying" } : planned;
}

/** Begins to apply a plan that applies itself, when its turn has come. Gives it up after an hour, with the reason. */
export async function applyWaiting(ctx: ServiceContext, planned: Change): Promise<void> {
  const { env, nowMs, caller } = ctx;
  if (planned.state !== "planned" || planned.request.isAtOnce !== true) return;
  const { isSuspended } = caller.workspace;
  // Nothing is written to a plan while it waits.
  if (!isSuspended && nowMs - planned.updatedAtMs < MAX_WAIT_MS) {
    await applyAtOnce(ctx, planned);
    return;
  }
  const { confirm, warnings } = await confirmationOf(env.DB, planned);
  const reason = isSuspended
    ? "the workspace is suspended"
    : confirm === null
      ? "for an hour other changes of the workspace were being applied or undone"
      : "nobody has confirmed it for an hour";
  const end = { endsAtMs: nowMs, warnings: [...warnings, `It was not applied: ${reason}.`] };
  await changeState(env.DB, planned, { from: ["planned"], to: "failed", ...end }, nowMs);
}
