import type { Hostname } from "../domain/hostname.ts";
import { collectClick } from "../clicks/buffer.ts";
import type { Miss } from "../queue-messages.ts";
import type { Visiting } from "./visit.ts";

/** Counts misses. Loaded by the first visit that misses. */

/** Matches the path of a URL, up to one character more than is kept. */
const PATH = /\w(\/[^?]{0,512})/;
/** Matches user agents that may be crawlers. Their addresses show whether they are. */
const CRAWLER = /bot/i;

/**
 * Counts a visit of a path that no record answers, or only `*` (contract 31.1). It goes into the buffer of clicks:
 * at once, or for a possible crawler after its address was compared, at most a second later.
 */
export function collectMiss(
  host: Hostname,
  referrer: string,
  userAgent: string,
  { request, url, nowMs, env, context }: Visiting,
): void {
  const miss: Miss = ["", nowMs, 0, "", referrer, userAgent, "", PATH.exec(url)?.[1] ?? "/", host];
  const collect = () => collectClick(miss, env, context);
  if (!CRAWLER.test(userAgent)) return collect();
  const work = import("./crawler.ts").then(({ markCrawler }) => markCrawler(miss, request.headers, env));
  context.waitUntil(work.then(collect, collect));
}
