import { parseCrawlerList } from "../domain/crawler-list.ts";
import { DAY_MS } from "../domain/time.ts";
import type { Env } from "../env.ts";
import { envList } from "../runtime/env-list.ts";
import { log } from "../runtime/log.ts";
import { leaseDueLists, selectBlocks, updateList } from "../storage/crawler/list.ts";
import { CRAWLERS_KEY } from "../storage/snapshot/crawlers-key.ts";

const DEADLINE_MS = 10_000;
const MAX_CHARACTERS = 1_000_000;

/**
 * Reads the lists of `CRAWLER_LISTS` once a day, and puts the addresses into KV, to distinguish search engines from
 * programs that imitate them (contract 31.7). A list that cannot be read does not change.
 */
export async function fetchCrawlerLists(env: Env, nowMs: number): Promise<void> {
  const urls = envList(env.CRAWLER_LISTS ?? "");
  if (urls.length === 0) return;
  const due = await leaseDueLists(env.DB, urls, nowMs, nowMs - DAY_MS);
  if (due.length === 0) return;
  const read = await Promise.all(due.map(async (url) => ({ url, blocks: await fetchList(url) })));
  const updates = read.flatMap(({ url, blocks }) =>
    typeof blocks === "string" ? [] : [updateList(env.DB, url, blocks, nowMs)],
  );
  const failed = read.filter(({ blocks }) => typeof blocks === "string");
  // One line for all lists, because they fail together if the network is unreachable.
  if (failed.length > 0) {
    const host = failed.map(({ url }) => URL.parse(url)?.hostname).join(", ");
    log("warn", "crawler_list_not_read", { host, error: failed[0]?.blocks });
  }
  if (updates.length > 0) await env.DB.batch(updates);
  await env.SNAPSHOTS.put(CRAWLERS_KEY, JSON.stringify(await selectBlocks(env.DB)));
}

/** Returns the blocks of a list, or the reason why it could not be read. */
async function fetchList(url: string): Promise<string[] | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    const text = await response.text();
    const blocks = text.length > MAX_CHARACTERS ? null : parseCrawlerList(JSON.parse(text));
    return response.ok && blocks !== null ? blocks : `it answers ${response.status} without a list`;
  } catch (error) {
    return String(error);
  }
}
