import { MINUTE_MS } from "../domain/time.ts";
import { log } from "../runtime/log.ts";
import { suggestForHost } from "../services/miss/suggest-for-host.ts";
import { selectWaitingHosts } from "../storage/miss/suggestion.ts";
import type { JobRun } from "./job-run.ts";

/** The interval of suggestions. Comparing all pages of a hostname takes time, so new paths are collected for it. */
export const SUGGEST_EVERY_MS = 5 * MINUTE_MS;
const HOSTS = 50;
/** The most statements of a step. */
const STATEMENTS = 4;

/**
 * Makes suggestions for missed paths that have none yet (contract 31.9). A hostname that fails does not stop the others,
 * and waits for a later run.
 * @returns whether paths are left
 */
export async function suggestForMisses({ env, budget, nowMs }: JobRun): Promise<boolean> {
  const hosts = await selectWaitingHosts(env.DB, HOSTS);
  for (const waiting of hosts) {
    try {
      do {
        if (!budget.hasRoom(STATEMENTS)) return true;
      } while (await suggestForHost(env.DB, waiting, nowMs));
    } catch (error) {
      log("warn", "suggestions_not_made", { host: waiting.host, error: String(error) });
    }
  }
  return hosts.length === HOSTS;
}
