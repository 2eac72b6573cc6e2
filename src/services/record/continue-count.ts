import type { Env } from "../../env.ts";
import { advanceWalk, readCount } from "../../storage/count-cache.ts";
import { takeSteps } from "./internal/count-in-steps.ts";
import { toCounting, type CountRequest } from "./internal/counting.ts";

/** Steps that one invocation of the consumer takes. */
const STEPS_AT_ONCE = 10;

/**
 * Takes the next steps of a count that a request has begun.
 * @returns whether more steps are left for this message; false where another delivery of it took these steps
 */
export async function continueCount(
  env: Env,
  workspaceId: string,
  key: string,
  nowMs: number,
): Promise<boolean> {
  const entry = await readCount(env.DB, workspaceId, key);
  if (entry === null || entry.walk === null) return false;
  const { step } = entry.walk;
  const counting = toCounting(JSON.parse(entry.request) as CountRequest);
  const progress = { tally: JSON.parse(entry.walk.tally) as unknown, position: entry.walk.position };
  const { tally, position } = await takeSteps(env, workspaceId, counting, progress, STEPS_AT_ONCE, nowMs);
  const next = { tally: JSON.stringify(tally), position, step };
  return (await advanceWalk(env.DB, workspaceId, key, next, nowMs)) && position !== null;
}
