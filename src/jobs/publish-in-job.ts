import type { Env } from "../env.ts";
import type { PublishContext } from "../services/publish.ts";

/** Runs work that publishes, and waits for its background promises, because a job has no response to send first. */
export async function publishInJob<T>(
  env: Env,
  nowMs: number,
  work: (ctx: PublishContext) => Promise<T>,
): Promise<T> {
  const pending: Promise<unknown>[] = [];
  const result = await work({ env, nowMs, background: (promise) => pending.push(promise) });
  await Promise.all(pending);
  return result;
}
