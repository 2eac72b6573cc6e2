import type { Env } from "../../env.ts";
import { log } from "../../runtime/log.ts";
import { deleteOrphanedValues } from "../../storage/change/orphan.ts";
import { dropValues, selectEnded } from "../../storage/change/end.ts";

/** Changes that one run of cron ends. */
const CHANGES_AT_ONCE = 10;

/** Ends plans and undos whose time is up, and deletes what they kept, a bounded number of rows at a time. */
export async function expireChanges(env: Env, nowMs: number): Promise<void> {
  for (const { id, state } of await selectEnded(env.DB, nowMs, CHANGES_AT_ONCE)) {
    const isDone = await dropValues(env, id, nowMs);
    if (isDone) log("info", "change_ended", { id, kind: state });
  }
  await deleteOrphanedValues(env);
}
