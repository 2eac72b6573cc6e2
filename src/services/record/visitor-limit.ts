import type { LinkRecord } from "../../domain/record.ts";
import type { Env } from "../../env.ts";
import { withDeadline } from "../../runtime/deadline.ts";
import { log } from "../../runtime/log.ts";

/** The counter of a record with a limited number of visitors (contract 24.5). */

const DEADLINE_MS = 1_000;

/** Returns the number of places that are left; null without a limit, or if the counter does not answer. */
export async function readClicksLeft(env: Env, record: LinkRecord): Promise<number | null> {
  const { id, maxClicks, maxClicksVersion, placesLeft } = record;
  if (maxClicks === null) return null;
  try {
    const left = counterOf(env, id).left(maxClicks, maxClicksVersion, placesLeft ?? undefined);
    return await withDeadline(left, DEADLINE_MS);
  } catch (error) {
    log("warn", "clicks_left_unreadable", { error: String(error) });
    return null;
  }
}

/** Closes the counter of a deleted record, so that visits with an old snapshot are no longer let through. */
export async function closeCounter(env: Env, { id, maxClicksVersion }: LinkRecord): Promise<void> {
  if (maxClicksVersion === 0) return;
  try {
    await withDeadline(counterOf(env, id).close(), DEADLINE_MS);
  } catch (error) {
    log("warn", "counter_not_closed", { error: String(error) });
  }
}

function counterOf({ LIMITS }: Env, id: string) {
  return LIMITS.get(LIMITS.idFromName(id));
}
