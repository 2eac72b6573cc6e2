import { toBlockTest } from "../domain/crawler-list.ts";
import type { Bindings } from "../env.ts";
import type { Miss } from "../queue-messages.ts";
import { withDeadline } from "../runtime/deadline.ts";
import { CRAWLERS_KEY } from "../storage/snapshot/crawlers-key.ts";
import { addressOf } from "./visit.ts";

/** Detects crawlers by the addresses that search engines publish. Loaded when a bot visits a missed path. */

const MEMORY_MS = 600_000;
/** An hour is short enough, because the list changes once a day. */
const CACHE_SECONDS = 3_600;
const DEADLINE_MS = 1_000;

let known: { isIn: (address: string) => boolean; untilMs: number } | null = null;

/** Marks a miss that comes from a crawler's address. The address is compared, and not kept. */
export async function markCrawler(
  miss: Miss,
  headers: Headers,
  env: Pick<Bindings, "SNAPSHOTS">,
): Promise<void> {
  const [, nowMs] = miss;
  if (known === null || known.untilMs <= nowMs) {
    const read = env.SNAPSHOTS.get<string[]>(CRAWLERS_KEY, { type: "json", cacheTtl: CACHE_SECONDS });
    const blocks = await withDeadline(read, DEADLINE_MS);
    known = { isIn: toBlockTest(blocks ?? []), untilMs: nowMs + MEMORY_MS };
  }
  if (known.isIn(addressOf({ headers }))) miss[2] = 1;
}
