import { wholeOf } from "../../domain/reach.ts";
import type { Env } from "../../env.ts";
import { selectChange } from "../../storage/change/read.ts";
import { selectTenant } from "../../storage/workspace/read.ts";
import type { ServiceContext } from "../context.ts";
import { applyWaiting } from "./internal/confirmation.ts";
import { runChange } from "./internal/run-change.ts";
import { log } from "../../runtime/log.ts";
import { deleteOrphanedValues, dropValues, selectEnded } from "../../storage/change/end.ts";
import { portionsOf } from "../portion.ts";

/** The time for which one message of the queue works on a change. */
const BUDGET_MS = 20_000;

/**
 * Takes the next steps of a change that a request has begun. Begins to apply a plan that is to be applied
 * automatically.
 * @returns whether more steps are left for this message; false if another run works on the change
 */
export async function continueChange(
  env: Env,
  workspaceId: string,
  id: string,
  nowMs: number,
  clock: () => number,
): Promise<boolean> {
  const [workspace, change] = await Promise.all([
    selectTenant(env.DB, workspaceId),
    selectChange(env.DB, wholeOf(workspaceId), id),
  ]);
  if (workspace === null || change === null) return false;
  const pending: Promise<unknown>[] = [];
  const ctx: ServiceContext = {
    env,
    // The role of the user was checked when they made the change.
    caller: {
      workspace,
      user: { id: change.createdBy },
      token: { id: "", name: "", lastUsedAtMs: null },
      role: "owner",
      reach: change.reach,
    },
    channel: "change",
    nowMs,
    random: Math.random,
    background: (work) => pending.push(work),
  };
  if (change.state === "planned") await applyWaiting(ctx, change);
  const hasMore = await runChange(ctx, id, {
    clock,
    budgetMs: BUDGET_MS,
    maxSteps: portionsOf(env).changeSteps,
    isCall: false,
  });
  await Promise.all(pending);
  return hasMore;
}

/**
 * Ends at most `most` expired plans and undos, and deletes their values, a bounded number of rows at a time.
 * @returns whether values are left
 */
export async function expireChanges(env: Env, nowMs: number, most: number): Promise<boolean> {
  const ended = await selectEnded(env.DB, nowMs, most);
  let isDone = ended.length < most;
  for (const { id, state } of ended) {
    const hasEnded = await dropValues(env, id, nowMs);
    if (hasEnded) log("info", "change_ended", { id, kind: state });
    isDone &&= hasEnded;
  }
  await deleteOrphanedValues(env);
  return !isDone;
}
