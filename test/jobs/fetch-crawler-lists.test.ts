import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/domain/time.ts";
import { fetchCrawlerLists } from "../../src/jobs/fetch-crawler-lists.ts";
import { selectBlocks } from "../../src/storage/crawler/list.ts";

const LISTS = ["https://a.example/bot.json", "https://b.example/bot.json", "https://c.example/bot.json"];

afterEach(() => {
  vi.restoreAllMocks();
});

it("[31.7] keeps a list that cannot be read as it was, and says so in one line", async () => {
  const answer = { prefixes: [{ ipv4Prefix: "192.0.2.0/24" }] };
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(answer));
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const bindings = { ...env, CRAWLER_LISTS: LISTS.join(",") };
  const startedAtMs = 1_800_000_000_000;
  await fetchCrawlerLists(bindings, startedAtMs);
  expect(await selectBlocks(env.DB)).toEqual(["192.0.2.0/24"]);
  expect(warned).not.toHaveBeenCalled();

  asked.mockImplementation(async (url) => {
    if (new Request(url).url === LISTS[0]) return Response.json({}, { status: 404 });
    throw new Error("no network");
  });
  await fetchCrawlerLists(bindings, startedAtMs + DAY_MS - 1);
  expect(asked).toHaveBeenCalledTimes(3);
  await fetchCrawlerLists(bindings, startedAtMs + DAY_MS + 1);
  expect(await selectBlocks(env.DB)).toEqual(["192.0.2.0/24"]);
  expect(warned).toHaveBeenCalledOnce();
  expect(warned.mock.calls[0]?.[0]).toContain('"host":"a.example, b.example, c.example"');
});
