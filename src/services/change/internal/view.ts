import type { Refusal } from "../../../domain/refusal/refusal.ts";
import { isPlan, writesOf } from "../../../domain/change/change.ts";
import { selectChange, type Change } from "../../../storage/change/read.ts";
import { selectUserNames } from "../../../storage/user/user.ts";
import type { ServiceContext } from "../../context.ts";
import { sendMessages } from "../../send-messages.ts";
import { done, failed, NOT_FOUND, type Failure, type Result } from "../../result.ts";
import type { ChangeView } from "../types.ts";
import { confirmationOf } from "./confirmation.ts";
import { runChange } from "./run-change.ts";
import { portionsOf } from "../../portion.ts";

/** Returns changes in the form of answers, in order. */
export async function toChangeViews(ctx: ServiceContext, changes: Change[]): Promise<ChangeView[]> {
  const { DB } = ctx.env;
  const names = await selectUserNames(
    DB,
    changes.map(({ createdBy }) => createdBy),
  );
  return Promise.all(
    changes.map(async (change) => {
      const shown = atMoment(change, ctx.nowMs);
      const creatorName = names.get(change.createdBy) ?? "";
      return { change: shown, creatorName, ...(await confirmationOf(ctx, shown)) };
    }),
  );
}

/**
 * Returns a change with its state at a moment, because cron may not have ended an expired plan yet, and with the counts
 * of this state (contract 28.5).
 */
function atMoment(change: Change, nowMs: number): Change {
  const { endsAtMs } = change;
  const state = isPlan(change.state) && endsAtMs !== null && endsAtMs <= nowMs ? "expired" : change.state;
  const written = state === "expired" || state === "failed" ? NOTHING : change.written;
  return { ...change, state, counts: { ...change.counts, ...written } };
}

const NOTHING = { created: 0, changed: 0, deleted: 0 };

/** Reads a change within the reach of the caller, as it is at this moment. */
async function findChange(ctx: ServiceContext, id: string): Promise<Change | null> {
  const change = await selectChange(ctx.env.DB, ctx.caller.reach, id);
  return change && atMoment(change, ctx.nowMs);
}

/** Returns a change as it is at this moment, if it is within the reach of the caller. */
export async function openChange(ctx: ServiceContext, id: string): Promise<Result<Change>> {
  const change = await findChange(ctx, id);
  return change === null ? NOT_FOUND : done(change);
}

export async function viewOf(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  const change = await findChange(ctx, id);
  if (change === null) return NOT_FOUND;
  const [view] = await toChangeViews(ctx, [change]);
  return view === undefined ? NOT_FOUND : done(view);
}

export function wrongState(reason: Refusal): Failure {
  return failed({ code: "wrong_state", reason });
}

/** The most records that are written before a call is answered. */
export const MAX_RECORDS_NOW = 500;
/** The time for which a call works on a change before the queue continues. */
const BUDGET_MS = 3_000;

/** Works on a change for a short time, so that small changes are done when the call is answered. Returns the change. */
export async function workNow(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  const maxSteps = portionsOf(ctx.env).changeStepsNow;
  const options = { clock: Date.now, budgetMs: BUDGET_MS, maxSteps, isCall: true };
  const isLeft = await runChange(ctx, id, options);
  const view = isLeft ? await findChange(ctx, id) : null;
  const isStarted =
    view?.state === "applying" && view.done === 0 && writesOf(view.planned) <= MAX_RECORDS_NOW;
  const hasMore = isStarted ? await runChange(ctx, id, options) : isLeft;
  if (hasMore) await queueChange(ctx, id);
  return viewOf(ctx, id);
}

export async function queueChange({ env, caller }: ServiceContext, id: string): Promise<void> {
  await sendMessages(env, [{ kind: "change", id, workspaceId: caller.workspace.id }]);
}
