import { collectClick } from "../clicks/buffer.ts";
import type { Miss } from "../queue-messages.ts";
import type { Visiting } from "./visit.ts";

/** Loaded by the first visit that misses. */

/** The path of a URL, one character longer than those that are kept. */
const PATH = /\w(\/[^?]{0,512})/;
/** Crawlers say so: whether they are what they say is found out by their address. */
const CRAWLER = /bot/i;

/**
 * Counts a visit of a path that no record answers, or only `*` (contract 31.1). It goes into the buffer of clicks; one
 * that says to be a crawler goes there when its address was compared, at most a second later.
 */
export function collectMiss(
  host: string,
  referrer: string,
  userAgent: string,
  { request, url, nowMs, env, context }: Visiting,
): void {
  const miss: Miss = ["", nowMs, 0, "", referrer, userAgent, "", PATH.exec(url)?.[1] ?? "/", host];
  const collect = () => collectClick(miss, env.CLICKS, context);
  if (!CRAWLER.test(userAgent)) return collect();
  const work = import("./crawler.ts").then(({ markCrawler }) => markCrawler(miss, request.headers, env));
  context.waitUntil(work.then(collect, collect));
}
