import type { Env } from "../env.ts";
import { BackgroundWork } from "../runtime/background-work.ts";
import type { PublishContext } from "../services/publish.ts";

/** Runs work that publishes, and waits for its background promises: a job has no response to send first. */
export async function publishInJob<T>(
  env: Env,
  nowMs: number,
  work: (ctx: PublishContext) => Promise<T>,
): Promise<T> {
  const started = new BackgroundWork();
  const result = await work({ env, nowMs, background: started.add });
  await started.finish();
  return result;
}
