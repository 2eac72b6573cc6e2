import type { Env } from "../../env.ts";
import { log } from "../../runtime/log.ts";
import { deleteOrphanedValues } from "../../storage/change/orphan.ts";
import { dropValues, selectEnded } from "../../storage/change/end.ts";

/** The most changes that one run of cron ends. */
const CHANGES_AT_ONCE = 10;

/** Ends expired plans and undos, and deletes their values, a bounded number of rows at a time. */
export async function expireChanges(env: Env, nowMs: number): Promise<void> {
  for (const { id, state } of await selectEnded(env.DB, nowMs, CHANGES_AT_ONCE)) {
    const isDone = await dropValues(env, id, nowMs);
    if (isDone) log("info", "change_ended", { id, kind: state });
  }
  await deleteOrphanedValues(env);
}
