import { wholeOf } from "../../domain/reach.ts";
import type { Env } from "../../env.ts";
import { selectChange } from "../../storage/change/read.ts";
import { selectTenant } from "../../storage/workspace/read.ts";
import type { ServiceContext } from "../context.ts";
import { applyWaiting } from "./internal/apply-waiting.ts";
import { runChange } from "./internal/run-change.ts";

/** How long one message of the queue works on a change. */
const BUDGET_MS = 20_000;

/**
 * Takes the next steps of a change that a request has begun, and begins to apply a plan that applies itself.
 * @returns whether more steps are left for this message; false where another run works on it
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
    selectChange(env.DB, workspaceId, id),
  ]);
  if (workspace === null || change === null) return false;
  const pending: Promise<unknown>[] = [];
  const ctx: ServiceContext = {
    env,
    // Who made the change was asked for the role then.
    caller: {
      workspace,
      user: { id: change.createdBy },
      token: { id: "", name: "", lastUsedAtMs: null },
      role: "owner",
      reach: wholeOf(workspaceId),
    },
    channel: "change",
    nowMs,
    random: Math.random,
    background: (work) => pending.push(work),
  };
  if (change.state === "planned") await applyWaiting(ctx, change);
  const hasMore = await runChange(ctx, id, { clock, budgetMs: BUDGET_MS, maxSteps: Infinity });
  await Promise.all(pending);
  return hasMore;
}
