import type { Change } from "../../../storage/change/row.ts";
import { selectChange } from "../../../storage/change/read.ts";
import { selectUserNames } from "../../../storage/user/read.ts";
import type { ServiceContext } from "../../context.ts";
import { sendMessages } from "../../send-messages.ts";
import { done, failed, type Failure, type Result } from "../../result.ts";
import type { ChangeView } from "../types.ts";
import { confirmationOf } from "./confirmation.ts";
import { runChange } from "./run-change.ts";

/** Returns changes as their answers show them, in order. */
export async function toChangeViews(ctx: ServiceContext, changes: Change[]): Promise<ChangeView[]> {
  const { DB } = ctx.env;
  const names = await selectUserNames(
    DB,
    changes.map(({ createdBy }) => createdBy),
  );
  return Promise.all(
    changes.map(async (change) => {
      const shown = { ...change, state: stateOf(change, ctx.nowMs) };
      const creatorName = names.get(change.createdBy) ?? "";
      return { change: shown, creatorName, ...(await confirmationOf(DB, shown)) };
    }),
  );
}

/** Returns the state of a change at a moment: cron may not have ended a plan yet. */
export function stateOf({ state, endsAtMs }: Change, nowMs: number): Change["state"] {
  const isOpen = state === "collecting" || state === "planned";
  return isOpen && endsAtMs !== null && endsAtMs <= nowMs ? "expired" : state;
}

/** Reads a change of the workspace with its state at this moment. */
export async function findChange(ctx: ServiceContext, id: string): Promise<Change | null> {
  const change = await selectChange(ctx.env.DB, ctx.caller.workspace.id, id);
  return change === null ? null : { ...change, state: stateOf(change, ctx.nowMs) };
}

export async function viewOf(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  const change = await findChange(ctx, id);
  if (change === null) return failed({ code: "not_found" });
  const [view] = await toChangeViews(ctx, [change]);
  return view === undefined ? failed({ code: "not_found" }) : done(view);
}

export function wrongState(reason: string): Failure {
  return failed({ code: "wrong_state", reason });
}

/** How long a call works on a change before the queue goes on with it. */
const BUDGET_MS = 3_000;
const MAX_STEPS = 8;

/** Works on a change for a moment, so that small ones are done when the call is answered, and returns it. */
export async function workNow(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  const options = { clock: Date.now, budgetMs: BUDGET_MS, maxSteps: MAX_STEPS };
  const hasMore = await runChange(ctx, id, options);
  if (hasMore) await queueChange(ctx, id);
  return viewOf(ctx, id);
}

export async function queueChange({ env, caller }: ServiceContext, id: string): Promise<void> {
  await sendMessages(env.WATCH, [{ kind: "change", id, workspaceId: caller.workspace.id }]);
}
