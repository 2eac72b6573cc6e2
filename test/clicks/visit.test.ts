import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { serveVisit } from "../../src/visitor/pipeline.ts";
import { connectHost, createSite, requireOk, type Site } from "../support/site.ts";
import type { Click, ClickMessage } from "../../src/queue-messages.ts";

/** Which visits are clicks (contract 8.1 and 8.2), and what a visit tells of itself. */

let site: Site;
let ids: Record<string, string>;
let secure: string;

const PASSWORD = "open sesame";

beforeAll(async () => {
  site = await createSite();
  secure = await connectHost(site);
  await env.DB.prepare("UPDATE hosts SET ssl_issued_at = 1, correct = 1 WHERE host = ?1").bind(secure).run();
  requireOk(await site.call("PUT", `/host/${secure}`, { force_https: true }));
  requireOk(
    await site.call("PUT", `/host/${site.host}`, {
      not_found_url: "https://example.com/lost",
      expired_url: "https://example.com/over",
    }),
  );
  requireOk(await site.call("PUT", "/files/page.html", "<p>Hello"));
  const destination = "https://example.com/";
  const links: [string, object][] = [
    ["plain", { destination }],
    ["moved", { destination, status: 301 }],
    ["kept", { destination, status: 307 }],
    ["spread", { destinations: [destination, "https://example.com/b"], destination_routing: "weighted:0,1" }],
    ["frame", { destination, type: "frame" }],
    ["paused", { destination, status: "paused" }],
    ["over", { destination, expires: "2020-01-01T00:00:00Z" }],
    ["gate", { destination, password: PASSWORD }],
    ["code", { destination, qr: { theme: "dots" } }],
    ["blocked", { destination: "https://evil.example/" }],
    ["empty", {}],
  ];
  ids = {};
  for (const [alias, fields] of links) ids[alias] = (await site.createLink({ alias, ...fields })).id;
  const page = await site.createLink({ alias: "page" });
  requireOk(await site.call("PUT", `/link/${page.id}`, { file: "page.html" }));
  ids["page"] = page.id;
  requireOk(await site.call("PUT", "/blocklist", { hosts: ["evil.example"] }));
  await site.call("POST", "/link", { host: secure, alias: "plain", destination });
});

let sent: ClickMessage[];
let bindings: Env;

beforeEach(() => {
  sent = [];
  const send = async (message: ClickMessage) => void sent.push(message);
  bindings = { ...env, CLICKS: { send } as unknown as Env["CLICKS"] };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

async function visit(path: string, init: RequestInit = {}, host: string = site.host): Promise<Response> {
  const request = new Request(`http://${host}${path}`, { redirect: "manual", ...init });
  return serveVisit(request, bindings, createExecutionContext());
}

/** The clicks that reached the queue. Misses travel with them (contract 31.1), and belong to no record. */
async function clicks(): Promise<Click[]> {
  await vi.runAllTimersAsync();
  return sent.flatMap((message) => message.clicks).filter(([recordId]) => recordId !== "");
}

const headers = (fields: Record<string, string>) => ({ headers: fields });
const form = { method: "POST", body: new URLSearchParams({ password: PASSWORD }) };

describe("a click", () => {
  it.each<[string, string, RequestInit, number]>([
    ["a redirect", "/plain", {}, 302],
    ["a permanent redirect", "/moved", {}, 301],
    ["[8.1] a redirect that was forwarded", "/plain?x=1", {}, 302],
    ["[8.1] a frame", "/frame", {}, 200],
    ["[8.1] an HTML page", "/page", {}, 200],
    ["a POST to a 302", "/plain", { method: "POST", body: "x" }, 302],
    ["[8.1] a POST to a 307", "/kept", { method: "POST", body: "x" }, 307],
    ["a PUT", "/plain", { method: "PUT", body: "x" }, 302],
    [
      "one of a bot, for the consumer to tell apart",
      "/plain",
      headers({ "User-Agent": "Twitterbot/1.0" }),
      302,
    ],
    ["one with a purpose that is none of these", "/plain", headers({ Purpose: "reading" }), 302],
  ])("%s", async (_, path, init, status) => {
    expect((await visit(path, init)).status).toBe(status);
    const [click, ...others] = await clicks();
    expect(click?.[0]).toBe(ids[path.slice(1).replace(/\?.*/, "")]);
    expect(others).toEqual([]);
  });

  it("[8.9] tells the rule that chose its destination, among all destinations of the record", async () => {
    const rule = { if: { query: { a: "b" } }, destination: "https://example.com/rule" };
    const { id, rules } = await site.createLink({
      alias: "ruled",
      destination: "https://example.com/",
      rules: [rule],
    });
    await visit("/ruled?a=b");
    await visit("/ruled?a=c");
    const told = (await clicks()).map((click) => [click[0], click[2], click[8]]);
    expect(told).toEqual([
      [id, 1, rules[0].id],
      [id, 0, ""],
    ]);
  });

  it("[5.3, 8.1] the POST that opens a gate", async () => {
    expect((await visit("/gate", form)).status).toBe(303);
    expect((await clicks()).map(([id]) => id)).toEqual([ids["gate"]]);
  });
});

describe("no click", () => {
  it.each<[string, string, RequestInit, number]>([
    ["HEAD", "/plain", { method: "HEAD" }, 302],
    ["[8.2] HEAD of a page", "/page", { method: "HEAD" }, 200],
    ["[8.2] OPTIONS", "/plain", { method: "OPTIONS" }, 204],
    ["a prefetch", "/plain", headers({ "Sec-Purpose": "prefetch" }), 302],
    ["a prerender", "/plain", headers({ "Sec-Purpose": "prefetch;prerender" }), 302],
    ["an anonymous prefetch", "/plain", headers({ "Sec-Purpose": "prefetch;anonymous-client-ip" }), 302],
    ["a prefetch of older browsers", "/plain", headers({ Purpose: "prefetch" }), 302],
    ["a preview of older browsers", "/plain", headers({ Purpose: "Preview" }), 302],
    [
      "[8.2] a prefetch that tells by one of two headers",
      "/plain",
      headers({ "Sec-Purpose": "", Purpose: "prefetch" }),
      302,
    ],
    ["a prefetched page", "/page", headers({ "Sec-Purpose": "prefetch" }), 200],
    ["[8.2] a path that leads nowhere, sent to not_found_url", "/nothing", {}, 302],
    ["a record without destination, sent to not_found_url", "/empty", {}, 302],
    ["[8.2] a link that has expired, sent to expired_url", "/over", {}, 302],
    ["[8.2] a paused link", "/paused", {}, 404],
    ["[17.3] a warning", "/blocked", {}, 403],
    ["a POST that a frame does not take", "/frame", { method: "POST", body: "x" }, 405],
    ["a POST that a page does not take", "/page", { method: "POST", body: "x" }, 405],
    ["[15.6] the preview of a link", "/plain+", {}, 200],
    ["[16.2] the picture of a QR code", "/code.qr", {}, 200],
    ["robots.txt", "/robots.txt", {}, 200],
    ["[8.2] favicon.ico", "/favicon.ico", {}, 204],
  ])("%s", async (_, path, init, status) => {
    expect((await visit(path, init)).status).toBe(status);
    expect(await clicks()).toEqual([]);
  });

  it("[5.3, 8.2] a gate that is shown, or stays closed", async () => {
    expect((await visit("/gate")).headers.has("Location")).toBe(false);
    const wrong = { method: "POST", body: new URLSearchParams({ password: "close sesame" }) };
    expect((await visit("/gate", wrong)).headers.has("Location")).toBe(false);
    expect(await clicks()).toEqual([]);
  });

  it("[5.9] a program that opens a gate and gets the Location to read", async () => {
    const answer = await visit("/gate", headers({ "X-Link-Password": PASSWORD }));
    expect([answer.status, await answer.json()]).toEqual([200, { location: "https://example.com/" }]);
    expect(await clicks()).toEqual([]);
  });

  it("[8.2] a redirect to https", async () => {
    const answer = await visit("/plain", {}, secure);
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, `https://${secure}/plain`]);
    expect(await clicks()).toEqual([]);
  });

  it("a hostname that is not connected", async () => {
    expect((await visit("/plain", {}, "nobody.example")).status).toBe(404);
    expect(await clicks()).toEqual([]);
  });
});

describe("what a click tells", () => {
  it("[8.7] is record, time, destination, country, referrer, user agent and language, and nothing else", async () => {
    const before = Date.now();
    const init = {
      headers: {
        Referer: "https://www.News.example/private?q=secret",
        "User-Agent": "Mozilla/5.0 (X11)",
        "Accept-Language": "de-AT,de;q=0.9,en;q=0.8",
        "CF-Connecting-IP": "203.0.113.7",
        Cookie: "session=secret",
      },
      cf: { country: "DE" },
    };
    await visit("/spread?token=secret", init);
    const [click] = await clicks();
    const texts = ["DE", "news.example", "Mozilla/5.0 (X11)", "de-AT,de;q=0.9,en;q=0.8", "", ""];
    expect(click).toEqual([ids["spread"], expect.any(Number), 1, ...texts]);
    expect(click?.[1]).toBeGreaterThanOrEqual(before);
    expect(click?.[1]).toBeLessThanOrEqual(Date.now());
    expect(JSON.stringify(sent)).not.toMatch(/203\.0\.113\.7|secret|private/);
  });

  it.each([
    ["a list of languages", "de;q=0.1,".repeat(9), "de;q=0.1,".repeat(8).slice(0, 64)],
    ["a short list, which the consumer can tell from one that is cut", "de,en", "de,en        "],
    ["a language with a weight", "de;q=0", "de;q=0       "],
    ["a language alone", "zh-Hant-TW-x-own", "zh-Hant-TW-x"],
  ])("[8.7] includes the beginning of %s", async (_, header, sentText) => {
    await visit("/plain", headers({ "Accept-Language": header }));
    expect((await clicks())[0]?.[6]).toBe(sentText);
  });

  it.each([
    ["/spread?utm_source=qr&a=b", "utm_source=qr&a=b"],
    [`/spread?${"a".repeat(600)}&utm_source=qr`, "a".repeat(512)],
    ["/spread?", ""],
    ["/spread?source=qr", ""],
  ])("[8.7] includes the beginning of a query that may name a source: %s", async (path, query) => {
    await visit(path);
    expect((await clicks())[0]?.[7]).toBe(query);
  });

  it.each([
    ["an unknown country", { cf: { country: "XX" } }, 3, ""],
    ["no country", {}, 3, ""],
    ["a page instead of a destination", {}, 2, -1],
    [
      "a user agent longer than any that matters",
      headers({ "User-Agent": "x".repeat(5_000) }),
      5,
      "x".repeat(256),
    ],
  ])("has a word for %s", async (_, init, member, value) => {
    await visit("/page", init);
    expect((await clicks())[0]?.[member]).toBe(value);
  });
});

describe("a visit waits for no count", () => {
  it("[8.4] is answered before the buffer is sent", async () => {
    await visit("/plain");
    expect(sent).toEqual([]);
    expect(await clicks()).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["hangs", () => new Promise(() => {})],
    ["fails", () => Promise.reject(new Error("Queue sendMessage failed"))],
  ])("[8.4] is answered though the queue %s", async (_, send) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    bindings = { ...env, CLICKS: { send } as unknown as Env["CLICKS"] };
    for (let index = 0; index < 250; index++) expect((await visit("/plain")).status).toBe(302);
  });

  it("is answered though nothing is there to count", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const context = createExecutionContext();
    vi.spyOn(context, "waitUntil").mockImplementation(() => {
      throw new Error("the request is over");
    });
    const request = new Request(`http://${site.host}/plain`, { redirect: "manual" });
    const answer = await serveVisit(request, bindings, context);
    expect(answer.status).toBe(302);
    expect(log).toHaveBeenCalledWith(
      expect.stringContaining('"event":"clicks_lost","level":"error","clicks":1'),
    );
  });
});
