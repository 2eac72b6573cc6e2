import { MINUTE_MS } from "../domain/time.ts";
import type { Env } from "../env.ts";
import { log } from "../runtime/log.ts";
import { suggestForHost } from "../services/miss/suggest-for-host.ts";
import { selectWaitingHosts } from "../storage/miss/suggestion.ts";

/** The interval of suggestions. Comparing all pages of a hostname takes time, so new paths are collected for it. */
const EVERY_MS = 5 * MINUTE_MS;
const BUDGET_MS = 15_000;
const HOSTS = 50;

/**
 * Makes suggestions for missed paths that have none yet (contract 31.9). A hostname that fails does not stop the others,
 * and waits for a later run.
 */
export async function suggestForMisses(env: Env, nowMs: number, clock: () => number): Promise<void> {
  if (Math.floor(nowMs / MINUTE_MS) % (EVERY_MS / MINUTE_MS) !== 0) return;
  const startedMs = clock();
  for (const waiting of await selectWaitingHosts(env.DB, HOSTS)) {
    try {
      while (clock() - startedMs < BUDGET_MS && (await suggestForHost(env.DB, waiting, nowMs)));
    } catch (error) {
      log("warn", "suggestions_not_made", { host: waiting.host, error: String(error) });
    }
  }
}
