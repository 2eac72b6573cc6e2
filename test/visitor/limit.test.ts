import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import type { Env } from "../../src/env.ts";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { take } from "../../src/durable/count-visitors.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { proxyOf } from "../support/proxy-of.ts";
import { visitOn } from "../support/watched-env.ts";
import { visit } from "../support/workspace.ts";

const DESTINATION = "https://secret.example/once";
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const PERSON = { headers: { "User-Agent": BROWSER } };
const PREVIEW_BOT = { headers: { "User-Agent": "facebookexternalhit/1.1" } };

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

const counterOf = (id: string) => env.LIMITS.get(env.LIMITS.idFromName(id));
const statusOf = async (url: string, init: RequestInit = PERSON) => (await visit(url, init)).status;
const leftOf = async (id: string) => requireOk(await site.call("GET", `/link/${id}`)).body.clicks_left;

describe("[24.5] at most so many Locations leave the platform", () => {
  it("under parallel visits", async () => {
    const { id, url } = await site.createLink({ destination: DESTINATION, max_clicks: 25 });
    const statuses = await Promise.all(Array.from({ length: 200 }, () => statusOf(url)));
    expect(statuses.filter((status) => status === 302)).toHaveLength(25);
    expect(statuses.filter((status) => status === 410)).toHaveLength(175);
    expect(await leftOf(id)).toBe(0);
  });

  it("after the counter was evicted", async () => {
    const { id, url } = await site.createLink({ destination: DESTINATION, max_clicks: 2 });
    expect(await statusOf(url)).toBe(302);
    await evictDurableObject(counterOf(id));
    expect(await leftOf(id)).toBe(1);
    expect(await statusOf(url)).toBe(302);
    expect(await statusOf(url)).toBe(410);
  });

  it("and none without the counter: 503 with Retry-After", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { id, url } = await site.createLink({ destination: DESTINATION, max_clicks: 1 });
    const LIMITS = proxyOf(env.LIMITS, {
      get: () => {
        throw new Error("the counter does not answer");
      },
    });
    const refused = await visitOn({ ...env, LIMITS }, url, PERSON);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await refused.text()).not.toContain("secret.example");
    expect(await leftOf(id)).toBe(1);
    warn.mockRestore();
  });
});

it("[24.9] that no place is left needs no counter any more", async () => {
  const { url } = await site.createLink({ destination: DESTINATION, max_clicks: 1 });
  expect([await statusOf(url), await statusOf(url)]).toEqual([302, 410]);
  const LIMITS = proxyOf(env.LIMITS, {
    get: () => {
      throw new Error("the counter does not answer");
    },
  });
  expect((await visitOn({ ...env, LIMITS }, url, PERSON)).status).toBe(410);
});

describe("[24.6] who takes a place", () => {
  it.each<[string, RequestInit, number]>([
    ["a HEAD", { ...PERSON, method: "HEAD" }, 200],
    ["a prefetch", { headers: { "User-Agent": BROWSER, "Sec-Purpose": "prefetch" } }, 503],
    ["a known bot", { headers: { "User-Agent": "Googlebot/2.1" } }, 200],
    ["a preview bot's POST", { ...PREVIEW_BOT, method: "POST" }, 200],
    ["a preview bot with a password", { headers: { ...PREVIEW_BOT.headers, "X-Link-Password": "a" } }, 200],
  ])("%s takes none, and gets no destination", async (_, init, status) => {
    const shown = { title: "Once", plugins: ["preview"] };
    const { id, url } = await site.createLink({ destination: DESTINATION, max_clicks: 1, ...shown });
    const response = await visit(url, init);
    expect(response.status).toBe(status);
    expect(response.headers.get("Location")).toBeNull();
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.text()).not.toContain("secret.example");
    expect(await leftOf(id)).toBe(1);
  });

  it("the preview of the alias takes none, and names no destination", async () => {
    const { id, url } = await site.createLink({ destination: DESTINATION, max_clicks: 1 });
    const page = await visit(`${url}+`, PERSON);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain("secret.example");
    expect(await leftOf(id)).toBe(1);
  });

  it("[24.5] a page without a password takes its place, whatever password a program sends", async () => {
    const { id, url } = await site.createLink({ destination: DESTINATION, max_clicks: 1, type: "frame" });
    const init = { headers: { "User-Agent": BROWSER, "X-Link-Password": "a" } };
    expect(await statusOf(url, init)).toBe(200);
    expect(await leftOf(id)).toBe(0);
    expect(await statusOf(url, init)).toBe(410);
  });

  it("bot-block refuses before a place is taken", async () => {
    const { id, url } = await site.createLink({
      destination: DESTINATION,
      max_clicks: 1,
      plugins: ["bot-block"],
    });
    expect(await statusOf(url, { headers: { "User-Agent": "curl/8.7.1" } })).toBe(403);
    expect(await leftOf(id)).toBe(1);
  });
});

describe("[24.7] the counter", () => {
  it("starts over only with a write that changes the limit", async () => {
    const { id, url } = await site.createLink({ destination: DESTINATION, max_clicks: 1 });
    expect(await statusOf(url)).toBe(302);
    requireOk(await site.call("PUT", `/link/${id}`, { max_clicks: 1, title: "again" }));
    expect(await statusOf(url)).toBe(410);
    expect(requireOk(await site.call("PUT", `/link/${id}`, { max_clicks: 2 })).body.clicks_left).toBe(2);
    expect(await statusOf(url)).toBe(302);
    requireOk(await site.call("PUT", `/link/${id}`, { max_clicks: null }));
    expect(await statusOf(url)).toBe(302);
    expect(requireOk(await site.call("PUT", `/link/${id}`, { max_clicks: 2 })).body.clicks_left).toBe(2);
  });

  it("ignores what a visit says that knows an older limit only", async () => {
    const counter = counterOf("a-record");
    expect(await counter.take(1, 1)).toBe(true);
    expect(await counter.take(2, 2)).toBe(true);
    expect(await counter.take(100, 1)).toBe(true);
    expect(await counter.take(100, 1)).toBe(false);
    expect(await counter.take(2, 2)).toBe(false);
    expect(await counter.take(1, 3)).toBe(true);
  });

  it("lets no visitor through when the record is deleted", async () => {
    const { id } = await site.createLink({ destination: DESTINATION, max_clicks: 5 });
    requireOk(await site.call("DELETE", `/link/${id}`));
    await expect.poll(() => counterOf(id).take(5, 1)).toBe(false);
  });
});

it("[24.8] later visitors get the expired_url of the record, else of the hostname, else 410", async () => {
  const own = await site.createLink({
    destination: DESTINATION,
    max_clicks: 1,
    expired_url: "https://example.com/late",
  });
  expect(await statusOf(own.url)).toBe(302);
  for (let i = 0; i < 2; i++) {
    expect((await visit(own.url, PERSON)).headers.get("Location")).toBe("https://example.com/late");
  }
  const { url } = await site.createLink({ destination: DESTINATION, max_clicks: 1 });
  expect([await statusOf(url), await statusOf(url)]).toEqual([302, 410]);
});

it("[24.8] expires and expired_url: the record's comes before the hostname's, unless it is blocked", async () => {
  const expires = "2026-01-01T00:00:00Z";
  requireOk(await site.call("PUT", `/host/${site.host}`, { expired_url: "https://example.com/host" }));
  const { url } = await site.createLink({
    destination: DESTINATION,
    expires,
    expired_url: "https://late.example/own",
  });
  expect((await visit(url)).headers.get("Location")).toBe("https://late.example/own");
  requireOk(await site.call("PUT", "/blocklist", { hosts: ["late.example"] }));
  expect((await visit(url)).headers.get("Location")).toBe("https://example.com/host");
  requireOk(await site.call("PUT", "/blocklist", { hosts: [] }));
  requireOk(await site.call("PUT", `/host/${site.host}`, { expired_url: null }));
});

describe("[24.11] what the database knows of the places left", () => {
  const knownOf = async (id: string) =>
    JSON.parse(
      (await env.DB.prepare("SELECT places_left FROM records WHERE id = ?1").bind(id).first("places_left")) ??
        "null",
    ) as { left: number; version: number } | null;
  const becomes = (id: string, left: number, version: number) =>
    expect.poll(() => knownOf(id)).toEqual({ left, version });
  const forget = (id: string) =>
    runInDurableObject(counterOf(id), async (_, { storage }) => storage.deleteAll());

  it("follows the counter, and is where a record goes on whose counter is missing", async () => {
    const { id, url } = await site.createLink({ destination: DESTINATION, max_clicks: 4 });
    expect([await statusOf(url), await statusOf(url), await statusOf(url)]).toEqual([302, 302, 302]);
    await becomes(id, 1, 1);
    // A write makes a new snapshot of the same counter.
    requireOk(await site.call("PUT", `/link/${id}`, { title: "restored" }));
    await forget(id);
    expect(await leftOf(id)).toBe(1);
    expect([await statusOf(url), await statusOf(url)]).toEqual([302, 410]);
    await becomes(id, 0, 1);
    await forget(id);
    expect(await leftOf(id)).toBe(0);
    expect(requireOk(await site.call("PUT", `/link/${id}`, { max_clicks: 2 })).body.clicks_left).toBe(2);
    expect([await statusOf(url), await statusOf(url), await statusOf(url)]).toEqual([302, 302, 410]);
    await becomes(id, 0, 3);
  });

  it("gives no place back that the counter knows of, and takes those that only a backup knows", async () => {
    const counter = counterOf("another-record");
    expect(await counter.left(5, 2, { left: 3, version: 2 })).toBe(3);
    expect(await counter.take(5, 2)).toBe(true);
    expect(await counter.left(5, 2, { left: 5, version: 2 })).toBe(4);
    expect(await counter.left(5, 2, { left: 2, version: 2 })).toBe(2);
    expect(await counter.take(5, 2, { left: 0, version: 2 })).toBe(false);
    expect(await counter.left(5, 2, { left: 1, version: 1 })).toBe(4);
    // After an undo the counter of the later write goes on.
    expect(await counterOf("an-undone-record").left(5, 1, { left: 2, version: 3 })).toBe(2);
  });

  it("does not grow, and never comes from the closed counter of a deleted record", async () => {
    const { id, url } = await site.createLink({ destination: DESTINATION, max_clicks: 9 });
    const set = (text: string) =>
      env.DB.prepare("UPDATE records SET places_left = ?2 WHERE id = ?1").bind(id, text).run();
    await set('{"left":3,"version":1}');
    expect(await counterOf(id).take(9, 1)).toBe(true);
    await forget(id);
    expect(await leftOf(id)).toBe(3);
    expect(await statusOf(url)).toBe(302);
    expect(await counterOf(id).take(9, 1, { left: 1, version: 1 })).toBe(true);
    await becomes(id, 0, 1);
    await counterOf(id).close();
    expect(await counterOf(id).take(9, 1)).toBe(false);
    const later = await site.createLink({ destination: DESTINATION, max_clicks: 1 });
    expect(await statusOf(later.url)).toBe(302);
    await becomes(later.id, 0, 1);
    expect(await knownOf(id)).toEqual({ left: 0, version: 1 });
  });

  it("is told again after the database failed", async () => {
    const { id } = await site.createLink({ destination: DESTINATION, max_clicks: 5 });
    const wait = vi.spyOn(scheduler, "wait").mockResolvedValue();
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    try {
      let failures = 2;
      const prepare = (sql: string) => {
        if (failures-- > 0) throw new Error("D1_ERROR: overloaded");
        return env.DB.prepare(sql);
      };
      const DB = proxyOf(env.DB, { prepare });
      const failing: Env = { ...env, DB };
      const isTaken = await runInDurableObject(counterOf(id), (_, state) => take(state, failing, 5, 1));
      expect(isTaken).toBe(true);
      await becomes(id, 4, 1);
      expect(
        warn.mock.calls.filter(([line]) => String(line).includes("places_left_not_stored")),
      ).toHaveLength(2);
    } finally {
      wait.mockRestore();
      warn.mockRestore();
    }
  });
});
