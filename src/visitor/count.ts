import { collectClick } from "../clicks/buffer.ts";
import { toReferrer } from "../clicks/referrer.ts";
import { LIST_CHARACTERS, toSentLanguage } from "../clicks/sent-language.ts";
import type { Click } from "../queue-messages.ts";
import type { FinalOutcome } from "./outcome.ts";
import type { Visiting } from "./visit.ts";
import { loadOnce } from "../runtime/load-once.ts";
import { log } from "../runtime/log.ts";

/** Visitors may send headers of any length; real user agents are shorter than this. */
const MAX_USER_AGENT_CHARACTERS = 256;

/** Real sources and campaigns are within the beginning of a query. */
const MAX_QUERY_CHARACTERS = 512;

const withMissCode = loadOnce(() => import("./miss.ts"));

/**
 * Counts a visit that is a click (contract 8) or a miss (contract 31). The queue's consumer detects bots.
 * Never throws: a redirect does not fail because its click cannot be counted.
 */
export function countVisit(outcome: FinalOutcome, visiting: Visiting): void {
  const { request, url, method, nowMs, env, context } = visiting;
  const host = "missedOn" in outcome && outcome.missedOn;
  if ((!host && !("record" in outcome)) || method === "HEAD") return;
  const { headers } = request;
  if (isPrefetch(headers)) return;
  const header = headers.get("Referer");
  const text = (name: string, most: number) => headers.get(name)?.slice(0, most) ?? "";
  try {
    const referrer = header === null ? "" : toReferrer(header);
    const userAgent = text("User-Agent", MAX_USER_AGENT_CHARACTERS);
    if (host) {
      const late = withMissCode(({ collectMiss }) => collectMiss(host, referrer, userAgent, visiting));
      if (late instanceof Promise) context.waitUntil(late);
    }
    if (!("record" in outcome)) return;
    const click: Click = [
      outcome.record.id,
      nowMs,
      outcome.destination,
      countryOf(request, headers),
      referrer,
      userAgent,
      toSentLanguage(text("Accept-Language", LIST_CHARACTERS)),
      sourceQueryOf(url),
      outcome.record.ruleId ?? "",
    ];
    if (outcome.clickId) click.push(outcome.clickId);
    collectClick(click, env, context);
  } catch (error) {
    log("error", "clicks_lost", { clicks: 1, error: String(error) });
  }
}

/** Returns the beginning of a query that may name a source or a campaign; empty for other queries, which are not sent. */
export function sourceQueryOf(url: string): string {
  const start = url.indexOf("?") + 1;
  return start > 0 && url.includes("utm_", start) ? url.slice(start, start + MAX_QUERY_CHARACTERS) : "";
}

/**
 * Returns the two letters of the country, or an empty text if the platform does not know it. Reads the
 * header first, because it costs less than the object `cf`.
 */
function countryOf(request: Request, headers: Headers): string {
  const country = headers.get("CF-IPCountry") ?? request.cf?.country;
  return typeof country === "string" && /^(?!XX)[A-Z][A-Z0-9]$/.test(country) ? country : "";
}

export function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get("Sec-Purpose");
  const older = headers.get("Purpose");
  return (purpose ?? older) !== null && /prefetch|prerender|preview/i.test(`${purpose} ${older}`);
}
