import type { Env } from "../../env.ts";
import { drainLater, publishLater } from "../../services/publish.ts";
import { AssertionError } from "../../storage/commit.ts";
import { leaseStep, hasBacklog, isReprojecting } from "../../storage/projection/reprojection.ts";
import { projectorOf } from "../../storage/projection/projector.ts";
import { publishInJob } from "../publish-in-job.ts";
import { forgetElsewhere } from "./elsewhere.ts";
import { portionsOf } from "../../services/portion.ts";

/**
 * Adds the slots of hostnames that must be rewritten to the outbox, some thousands at a time, with new numbers, so
 * that all snapshots in KV and isolates are older.
 * @returns whether more can be added at once
 */
export async function reproject(env: Env): Promise<boolean> {
  await forgetElsewhere(env);
  for (let step = 0; step < portionsOf(env).reprojectionSteps; step++) {
    // Cron continues when the consumer has caught up.
    if (await hasBacklog(env.DB)) return false;
    const nowMs = projectorOf(env).clock();
    const claimed = await leaseStep(env.DB, nowMs);
    if (claimed === null) break;
    try {
      await publishInJob(env, nowMs, (ctx) => publishLater(ctx, claimed.statements, claimed.slots));
    } catch (error) {
      // A hostname of the step was restarted. It is continued after the lease ends.
      if (!(error instanceof AssertionError)) throw error;
    }
    await drainLater(env);
  }
  return isReprojecting(env.DB);
}
