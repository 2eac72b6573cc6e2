import type { Change } from "../../../storage/change/row.ts";
import { changeState } from "../../../storage/change/write.ts";

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
