import { collectClick } from "../clicks/buffer.ts";
import { toReferrer } from "../clicks/referrer.ts";
import type { Env } from "../env.ts";
import { isCounted, type Outcome } from "./outcome.ts";

/** Headers are as long as visitors like; user agents that matter are shorter. */
const MAX_USER_AGENT = 256;

/**
 * Counts a visit that was a click (contract 8.1). Which clicks are those of bots is for the consumer
 * to tell. Never throws: a redirect does not fail with its count.
 */
export function countVisit(
  outcome: Outcome,
  request: Request,
  nowMs: number,
  env: Env,
  context: ExecutionContext,
): void {
  if (!isCounted(outcome)) return;
  const { method, headers } = request;
  if (method === "HEAD" || isPrefetch(headers)) return;
  try {
    collectClick(
      [
        outcome.record.id,
        nowMs,
        outcome.destination,
        countryOf(request, headers),
        toReferrer(headers.get("Referer")),
        headers.get("User-Agent")?.slice(0, MAX_USER_AGENT) ?? "",
      ],
      env.CLICKS,
      context,
    );
  } catch (error) {
    console.error(`lost 1 click: ${String(error)}`);
  }
}

/**
 * Two letters; empty where the platform does not know it. It is in a header, too, which is cheaper
 * than all that `cf` holds.
 */
function countryOf(request: Request, headers: Headers): string {
  const country = headers.get("CF-IPCountry") ?? request.cf?.country;
  return typeof country === "string" && /^(?!XX)[A-Z][A-Z0-9]$/.test(country) ? country : "";
}

/** Browsers that only get ready for a visit say so. */
function isPrefetch(headers: Headers): boolean {
  return announces(headers.get("Sec-Purpose")) || announces(headers.get("Purpose"));
}

function announces(purpose: string | null): boolean {
  return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
}
