import type { Reach } from "../../domain/reach.ts";
import type { Env } from "../../env.ts";
import { advanceScan, selectCount } from "../../storage/count/cache.ts";
import { takeSteps } from "./count-in-steps.ts";
import { toCounting, type CountRequest } from "./counting.ts";

const STEPS_AT_ONCE = 10;

/**
 * Takes the next steps of a count that a request has begun.
 * @returns whether more steps are left for this message; false if another delivery of it took these steps
 */
export async function continueCount(
  env: Env,
  workspaceId: string,
  key: string,
  nowMs: number,
): Promise<boolean> {
  const entry = await selectCount(env.DB, workspaceId, key);
  if (entry === null || entry.scan === null) return false;
  const { step } = entry.scan;
  const request = JSON.parse(entry.request) as CountRequest & Partial<Pick<Reach, "hosts">>;
  const reach = { workspaceId, hosts: request.hosts ?? null };
  const counting = toCounting(request);
  const progress = { tally: JSON.parse(entry.scan.tally) as unknown, position: entry.scan.position };
  const steps = counting.stepsAtOnce ?? STEPS_AT_ONCE;
  const { tally, position } = await takeSteps(env, reach, counting, progress, steps, nowMs);
  const next = { tally: JSON.stringify(tally), position, step };
  return (await advanceScan(env.DB, workspaceId, key, next, nowMs)) && position !== null;
}
