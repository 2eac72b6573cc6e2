import { collectClick } from "../clicks/buffer.ts";
import { toReferrer } from "../clicks/referrer.ts";
import type { Env } from "../env.ts";
import type { Outcome } from "./outcome.ts";
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
  if (outcome.kind !== "redirect" && outcome.kind !== "frame" && outcome.kind !== "html") return;
  if (visit.method === "HEAD" || isPrefetch(request.headers)) return;
  try {
    const destination = outcome.kind === "html" ? -1 : outcome.destination;
    const country = request.cf?.country;
    collectClick(
      [
        outcome.recordId,
        visit.nowMs,
        destination,
        typeof country === "string" ? country : "",
        toReferrer(request.headers.get("Referer")),
        visit.userAgent.slice(0, MAX_USER_AGENT),
      ],
      { send: (message) => env.CLICKS.send(message), waitUntil: (work) => context.waitUntil(work) },
    );
  } catch (error) {
    console.error(`lost 1 click: ${String(error)}`);
  }
}

/** Browsers that only get ready for a visit say so. */
function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose");
  return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
}
