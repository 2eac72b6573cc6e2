import { collectClick } from "../clicks/buffer.ts";
import { toReferrer } from "../clicks/referrer.ts";
import type { Env } from "../env.ts";
import { isCounted, type Outcome } from "./outcome.ts";
import type { Visit } from "./visit.ts";

/** Headers are as long as visitors like; user agents that matter are shorter. */
const MAX_USER_AGENT = 256;

/**
 * Counts a visit that was a click (section 8). Which clicks are those of bots is for the consumer
 * to tell. Never throws: a redirect does not fail with its count.
 */
export function countVisit(
  outcome: Outcome,
  visit: Visit,
  request: Request,
  env: Env,
  context: ExecutionContext,
): void {
  if (!isCounted(outcome)) return;
  if (visit.method === "HEAD" || isPrefetch(request.headers)) return;
  try {
    collectClick(
      [
        outcome.record.id,
        visit.nowMs,
        outcome.destination,
        countryOf(request),
        toReferrer(request.headers.get("Referer")),
        visit.userAgent.slice(0, MAX_USER_AGENT),
      ],
      { send: (message) => env.CLICKS.send(message), waitUntil: (work) => context.waitUntil(work) },
    );
  } catch (error) {
    console.error(`lost 1 click: ${String(error)}`);
  }
}

/** Two letters; empty where the platform does not know it. */
function countryOf({ cf }: Request): string {
  const country = cf?.country;
  return typeof country === "string" && country !== "XX" ? country : "";
}

/** Browsers that only get ready for a visit say so. */
function isPrefetch(headers: Headers): boolean {
  return ["Sec-Purpose", "Purpose"].some((name) => {
    const purpose = headers.get(name);
    return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
  });
}
