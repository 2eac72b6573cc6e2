import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../../src/env.ts";
import { memory } from "../../../src/storage/snapshot/memory.ts";
import { heldMs } from "../../support/held-ms.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { proxyOf } from "../../support/proxy-of.ts";
import { visitOn, watchEnv, type WatchedEnv } from "../../support/watched-env.ts";
import { visit } from "../../support/workspace.ts";

/** What visitors get, from the API's write to the answer. */

const A = "https://example.com/a";

let site: Site;

beforeAll(async () => {
  site = await createSite();
  requireOk(await site.call("PUT", "/files/page", "<h1>Hello</h1>"));
});

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A record of every outcome; the URL of each by what visitors get. */
async function createOutcomes(): Promise<Record<string, string>> {
  const url = async (fields: object) => (await site.createLink({ destination: A, ...fields })).url as string;
  const page = await site.createLink();
  requireOk(await site.call("PUT", `/link/${page.id}`, { file: "page" }));
  return {
    "302": await url({}),
    "303": await url({ status: 303 }),
    "307": await url({ status: 307 }),
    "301 with an expiry": await url({ status: 301, expires: "2126-01-01T00:00:00Z" }),
    "308 with two destinations": await url({
      status: 308,
      destination: undefined,
      destinations: [A, `${A}b`],
    }),
    frame: await url({ type: "frame" }),
    page: page.url,
    expired: await url({ expires: "2001-01-01T00:00:00Z" }),
    paused: await url({ status: "paused" }),
    "no destination": (await site.createLink()).url,
    nothing: `http://${site.host}/nothing-here`,
    "unknown host": "http://nobody.acme.example/",
  };
}

describe("every outcome but a plain 301 and 308", () => {
  it("[3.17] carries no-store", async () => {
    const outcomes = await createOutcomes();
    for (const [name, url] of Object.entries(outcomes)) {
      expect([name, (await visit(url)).headers.get("Cache-Control")]).toEqual([name, "no-store"]);
    }
  });

  it("[3.17] carries no-store behind a password, expired_url and not_found_url as well", async () => {
    const own = await createSite();
    const urls = { expired_url: `${A}/over`, not_found_url: `${A}/lost` };
    requireOk(await own.call("PUT", `/host/${own.host}`, urls));
    const locked = await own.createLink({ destination: A, status: 301, password: "open sesame" });
    const expired = await own.createLink({ destination: A, expires: "2001-01-01T00:00:00Z" });
    for (const url of [locked.url, expired.url, `http://${own.host}/nothing`]) {
      expect((await visit(url)).headers.get("Cache-Control")).toBe("no-store");
    }
  });

  it("[3.18] is the same to HEAD as to GET, without a body", async () => {
    for (const [name, url] of Object.entries(await createOutcomes())) {
      const [get, head] = [await visit(url), await visit(url, { method: "HEAD" })];
      expect([name, head.status]).toEqual([name, get.status]);
      expect(head.headers.get("Location")).toBe(get.headers.get("Location"));
      expect(head.headers.get("Content-Type")).toBe(get.headers.get("Content-Type"));
      expect(await head.text()).toBe("");
    }
  });

  it("[15.2] carries nosniff where it has a body", async () => {
    for (const [name, url] of Object.entries(await createOutcomes())) {
      const { headers } = await visit(url);
      const expected = headers.has("Content-Type") ? "nosniff" : null;
      expect([name, headers.get("X-Content-Type-Options")]).toEqual([name, expected]);
    }
  });

  it("[3.8] has the status of the contract", async () => {
    const statuses: Record<string, number> = {};
    for (const [name, url] of Object.entries(await createOutcomes())) {
      statuses[name] = (await visit(url)).status;
    }
    expect(statuses).toEqual({
      "302": 302,
      "303": 303,
      "307": 307,
      "301 with an expiry": 301,
      "308 with two destinations": 308,
      frame: 200,
      page: 200,
      expired: 410,
      paused: 404,
      "no destination": 404,
      nothing: 404,
      "unknown host": 404,
    });
  });
});

it("[3.9] a frame shows the destination with title and description in its head; other methods are a 405", async () => {
  const { url } = await site.createLink({
    type: "frame",
    destination: A,
    title: "Spring <sale>",
    description: "Half & half",
    utm: ["source=x"],
  });
  const [head = "", body = ""] = (await (await visit(url)).text()).split("<style>");
  expect(head).toContain("<title>Spring &lt;sale&gt;</title>");
  expect(head).toContain('<meta name="description" content="Half &amp; half">');
  expect(body).toContain(`<iframe src="${A}?utm_source=x"`);
  const refused = await visit(url, { method: "POST" });
  expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

it("[15.4] a page says which language it is in, to browsers and programs alike", async () => {
  const languageOf = async (accepted: string) => {
    const response = await visit(`http://${site.host}/nowhere`, { headers: { "Accept-Language": accepted } });
    const [, lang] = /<html lang="([^"]+)"/.exec(await response.text()) ?? [];
    return [response.headers.get("Content-Language"), lang];
  };
  expect(await languageOf("de-AT")).toEqual(["de", "de"]);
  expect(await languageOf("zh-CN")).toEqual(["zh-Hans", "zh-Hans"]);
  expect(await languageOf("zh-TW, fr;q=0.5")).toEqual(["fr", "fr"]);
});

describe("expires", () => {
  it("[3.5, 11.9] takes effect at its millisecond without a write, from a warm memory as well", async () => {
    const startMs = Date.now();
    const endMs = startMs + 5_000;
    const now = vi.spyOn(Date, "now").mockReturnValue(startMs);
    const { id, url } = await site.createLink({ destination: A, expires: new Date(endMs).toISOString() });
    expect((await visit(url)).status).toBe(302);
    now.mockReturnValue(endMs - 1);
    expect((await visit(url)).status).toBe(302);
    now.mockReturnValue(endMs);
    expect((await visit(url)).status).toBe(410);
    const { body } = requireOk(await site.call("GET", `/link/${id}`));
    expect(body.expired_at).toBe(new Date(endMs).toISOString());
  });
});

describe("hostnames", () => {
  it("[2.3] one that is connected answers only from its own records, not from the wildcard above it", async () => {
    const { host } = site;
    for (const name of [`*.${host}`, `*.deep.${host}`, `own.${host}`]) {
      requireOk(await site.call("POST", "/host", { host: name }));
    }
    requireOk(await site.call("POST", "/redirect", { url: `*.${host}`, destination: `${A}/far` }));
    requireOk(await site.call("POST", "/redirect", { url: `*.deep.${host}`, destination: `${A}/near` }));
    const location = async (name: string) => (await visit(`http://${name}/x`)).headers.get("Location");
    expect((await visit(`http://own.${host}/x`)).status).toBe(404);
    expect(await location(`any.${host}`)).toBe(`${A}/far`);
    expect(await location(`any.other.${host}`)).toBe(`${A}/far`);
    expect(await location(`any.deep.${host}`)).toBe(`${A}/near`);
  });

  it("[2.4, 4.11] www of one that is not connected itself answers its records, but for those that lead to www", async () => {
    const own = await createSite();
    await own.createLink({ alias: "out", destination: A });
    await own.createLink({ alias: "back", destination: `https://www.${own.host}/back` });
    expect((await visit(`http://www.${own.host}/out`)).headers.get("Location")).toBe(A);
    expect((await visit(`http://www.${own.host}/back`)).status).toBe(404);
    expect((await visit(`http://${own.host}/back`)).status).toBe(302);
  });
});

describe("paths of the platform", () => {
  it("[2.10] robots.txt and favicon.ico are a record's only where it has exactly that path", async () => {
    const own = await createSite();
    await own.createRedirect("", { destination: A });
    const status = async (path: string) => (await visit(`http://${own.host}${path}`)).status;
    expect([await status("/robots.txt"), await status("/favicon.ico")]).toEqual([200, 204]);
    await own.createRedirect("/robots.txt", { destination: A });
    await own.createRedirect("/favicon.ico", { destination: A });
    expect([await status("/robots.txt"), await status("/favicon.ico")]).toEqual([301, 301]);
  });

  it("[2.10] .well-known resolves through a record and not without one", async () => {
    const url = `http://${site.host}/.well-known/security.txt`;
    expect((await visit(url)).status).toBe(404);
    await site.createRedirect("/.well-known/security.txt", { destination: A });
    expect((await visit(url)).headers.get("Location")).toBe(A);
  });
});

describe("the tiers of a visit", () => {
  it("[19.1] memory answers for 10 seconds and no longer; the store may keep a value for 30", async () => {
    const { url } = await site.createLink({ destination: A });
    memory.clear();
    const options: unknown[] = [];
    const get = env.SNAPSHOTS.get.bind(env.SNAPSHOTS) as (...args: unknown[]) => Promise<unknown>;
    const watched = watchEnv();
    const SNAPSHOTS = Object.assign(Object.create(env.SNAPSHOTS) as KVNamespace, {
      get: (...args: unknown[]) => {
        options.push(args[1]);
        return get(...args);
      },
    });
    const startMs = Date.now();
    const now = vi.spyOn(Date, "now").mockReturnValue(startMs);
    const read = () => visitOn({ ...watched.env, SNAPSHOTS }, url);
    await read();
    const first = options.length;
    expect(first).toBeGreaterThan(0);
    for (const option of options) expect(option).toMatchObject({ cacheTtl: 30 });
    now.mockReturnValue(startMs + 9_999);
    await read();
    expect(options).toHaveLength(first);
    now.mockReturnValue(startMs + 10_000);
    await read();
    expect(options.length).toBeGreaterThan(first);
  });

  /** Returns for how many milliseconds a visit is held by what hangs. What throws costs no time. */
  async function heldBy(faults: WatchedEnv["faults"], bindings: Partial<Env> = {}): Promise<number> {
    memory.clear();
    const watched = watchEnv(bindings);
    watched.faults = { store: "throws", database: "throws", limiter: "throws", ...faults };
    const { ms, status } = await heldMs(() => visitOn(watched.env, `http://${site.host}/hanging`));
    expect(status).toBe(503);
    return ms;
  }

  // The limiter is asked about what the store does not know.
  const empty = proxyOf(env.SNAPSHOTS, {
    get: async (keys: string[]) => new Map(keys.map((key) => [key, null])),
  });

  it.each<[string, WatchedEnv["faults"], Partial<Env>]>([
    ["store", { store: "hangs" }, {}],
    ["database", { database: "hangs" }, {}],
    ["limiter", { limiter: "hangs" }, { SNAPSHOTS: empty }],
  ])("[19.10] a %s that hangs holds a visit for a second at most", async (_, faults, bindings) => {
    const ms = await heldBy(faults, bindings);
    expect(ms).toBeGreaterThan(100);
    expect(ms).toBeLessThanOrEqual(1_000);
  });

  it("[19.10] all of them that hang hold a visit for three seconds at most", async () => {
    const ms = await heldBy({ store: "hangs", database: "hangs", limiter: "hangs" });
    expect(ms).toBeLessThanOrEqual(3_000);
  });
});
