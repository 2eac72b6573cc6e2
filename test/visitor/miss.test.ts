import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import type { ClickMessage, Miss } from "../../src/queue-messages.ts";
import { CRAWLERS_KEY } from "../../src/storage/snapshot/crawlers-key.ts";
import { serveVisit } from "../../src/visitor/pipeline.ts";
import { emptyClickBuffer } from "../support/empty-click-buffer.ts";
import { createSite, expectRefused, requireOk, type Site } from "../support/site.ts";

const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

describe("[31.1] a visit that misses", () => {
  async function missesOf(path: string, init: RequestInit = {}, host: string = site.host): Promise<Miss[]> {
    await emptyClickBuffer();
    const sent: ClickMessage[] = [];
    const CLICKS = { send: async (message: ClickMessage) => void sent.push(message) };
    const context = createExecutionContext();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const request = new Request(`http://${host}${path}`, { redirect: "manual", ...init });
      await serveVisit(request, { ...env, CLICKS } as unknown as Env, context);
      // The code that collects is loaded by the first visit that needs it.
      await vi.dynamicImportSettled();
      await vi.runAllTimersAsync();
      await waitOnExecutionContext(context);
    } finally {
      vi.useRealTimers();
    }
    return sent.flatMap(({ clicks }) => clicks as Miss[]).filter(([id]) => id === "");
  }

  it("is told with hostname, path without query, user agent and referring hostname, and no address", async () => {
    const headers = {
      "User-Agent": PERSON,
      Referer: "https://www.news.example/secret?x=1",
      "CF-Connecting-IP": "203.0.113.9",
    };
    const [miss, ...others] = await missesOf("/nobody/h%C3%A8re?mail=jo@example.com", { headers });
    expect(others).toEqual([]);
    expect(miss?.toSpliced(1, 1)).toEqual([
      "",
      0,
      "",
      "news.example",
      PERSON,
      "",
      "/nobody/h%C3%A8re",
      site.host,
    ]);
  });

  it("is one by the 404 page and by not_found_url; none by HEAD, a prefetch, a paused record or a platform path", async () => {
    await site.createLink({ alias: "paused", destination: "https://example.com/", status: "paused" });
    await site.createLink({ alias: "plain", destination: "https://example.com/" });
    expect(await missesOf("/nobody")).toHaveLength(1);
    requireOk(await site.call("PUT", `/host/${site.host}`, { not_found_url: "https://example.com/lost" }));
    expect(await missesOf("/nobody")).toHaveLength(1);
    expect(await missesOf("/nobody", { method: "HEAD" })).toHaveLength(0);
    expect(await missesOf("/nobody", { headers: { "Sec-Purpose": "prefetch" } })).toHaveLength(0);
    for (const path of ["/paused", "/plain", "/plain+", "/plain.qr", "/robots.txt", "/favicon.ico"]) {
      expect(await missesOf(path), path).toHaveLength(0);
    }
    expect(await missesOf("/nobody", {}, "nowhere.example")).toHaveLength(0);
  });

  it("[31.2] follows the setting of the hostname", async () => {
    expect(requireOk(await site.call("GET", `/host/${site.host}`)).body.misses).toBe("unmatched");
    const destination = "https://example.com/any";
    await site.createRedirect("", { destination, rules: [{ if: { country: ["DE"] }, destination }] });
    expect(await missesOf("/nobody")).toHaveLength(0);
    const put = (misses: unknown) => site.call("PUT", `/host/${site.host}`, { misses });
    requireOk(await put("all"));
    // The third visit gets a remembered redirect.
    for (let visits = 0; visits < 3; visits++) expect(await missesOf("/nobody")).toHaveLength(1);
    await site.createLink({ alias: "plain", destination: "https://example.com/" });
    expect(await missesOf("/plain")).toHaveLength(0);
    expect(requireOk(await put("off")).body.misses).toBe("off");
    expect(await missesOf("/nobody")).toHaveLength(0);
    expectRefused(await put("some"), "misses");
    expect(requireOk(await put("unmatched")).body.misses).toBe("unmatched");
  });

  it("[31.15] is none while a source that would answer has not started", async () => {
    const destination = "https://example.com/";
    await site.createLink({ alias: "ahead", destination, starts: "2099-01-01T00:00:00Z" });
    const misses = async () => {
      const paths = ["/ahead", "/ahead+", "/ahead.qr", "/nobody"];
      const counts = [];
      for (const path of paths) counts.push((await missesOf(path)).length);
      return counts;
    };
    expect(await misses()).toEqual([0, 0, 0, 1]);
    await site.createRedirect("", { destination });
    requireOk(await site.call("PUT", `/host/${site.host}`, { misses: "all" }));
    expect(await misses()).toEqual([0, 0, 0, 1]);
  });

  it("[31.7] is a crawler's only if it comes from a published address", async () => {
    await env.SNAPSHOTS.put(CRAWLERS_KEY, JSON.stringify(["192.0.2.32/27", "2001:db8:4860::/48"]));
    // A crawler of another test file may have visited this isolate, which keeps the list for ten minutes.
    const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 11 * 60_000);
    const isCrawler = async (agent: string, address: string) => {
      const [miss] = await missesOf("/nobody", {
        headers: { "User-Agent": agent, "CF-Connecting-IP": address },
      });
      return miss?.[2];
    };
    expect(await isCrawler(GOOGLE, "192.0.2.40")).toBe(1);
    expect(await isCrawler(GOOGLE, "2001:db8:4860:1::5")).toBe(1);
    expect(await isCrawler(GOOGLE, "192.0.2.64")).toBe(0);
    expect(await isCrawler(GOOGLE, "")).toBe(0);
    expect(await isCrawler(PERSON, "192.0.2.40")).toBe(0);
    later.mockRestore();
  });
});
