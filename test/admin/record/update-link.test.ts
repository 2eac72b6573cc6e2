import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  connectHost,
  createSite,
  expectRefused,
  historyOf,
  requireOk,
  type Site,
} from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

const HOUR_MS = 3_600_000;

let site: Site;

beforeEach(async () => {
  site = await createSite();
  requireOk(await site.call("PUT", "/files/menu", "<h1>Menu</h1>"));
});

afterEach(() => {
  vi.useRealTimers();
});

const FULL = {
  title: "Spring sale",
  description: "The poster in the hall",
  type: "307",
  forward_path: true,
  forward_query: true,
  utm: { source: "poster", term: "a&b" },
  destinations: ["https://a.example/1", "https://b.example/2"],
  destination_routing: "weighted:70,30",
  plugins: ["sticky"],
  is_notify: true,
  is_switch_unbroken_destination: true,
  expires: "2126-01-31T09:30:00Z",
  password: "open sesame",
  tags: ["print", "hall"],
  qr: { theme: "dots", color: "#1a2b3c", logo: true, show_url: true, margin: "2" },
};

async function get(id: string) {
  return requireOk(await site.call("GET", `/link/${id}`)).body;
}

/** A link with a setting of every kind, an hour old. */
async function createOld(fields: object = FULL) {
  vi.setSystemTime(Date.now() - HOUR_MS);
  const link = await site.createLink(fields);
  vi.useRealTimers();
  return link;
}

describe("[3.14] what GET returns, sent back by PUT, changes nothing", () => {
  it.each<[string, object, object]>([
    ["a bare link", {}, {}],
    ["a link with everything", FULL, {}],
    ["a non-ASCII alias", { alias: "café-🎉" }, {}],
    ["a paused link", { destination: "https://a.example" }, { status: "paused" }],
    ["a frame", { type: "frame", destination: "https://a.example" }, {}],
    ["a page", {}, { file: "menu" }],
    ["a link without the destinations that its weights are for", FULL, { destinations: [] }],
    ["a page that had weighted destinations", FULL, { file: "menu" }],
    ["an expired link", { expires: "2001-01-01T00:00:00Z" }, {}],
  ])("of %s", async (_, created, changed) => {
    const { id } = await createOld(created);
    if (Object.keys(changed).length > 0) requireOk(await site.call("PUT", `/link/${id}`, changed));
    const [before, history] = [await get(id), await historyOf(id)];
    vi.setSystemTime(Date.now() + HOUR_MS);
    expect(requireOk(await site.call("PUT", `/link/${id}`, before)).body).toEqual(before);
    expect(await get(id)).toEqual(before);
    expect(await historyOf(id)).toEqual(history);
  });

  it("an empty body, or a field that repeats the current value, changes nothing", async () => {
    const before = await createOld();
    for (const body of [
      {},
      { title: FULL.title },
      { utm: ["source=poster"] },
      { qr: { theme: "dots" } },
      { tags: FULL.tags },
    ]) {
      expect(requireOk(await site.call("PUT", `/link/${before.id}`, body)).body).toEqual(before);
    }
    expect(await historyOf(before.id)).toEqual([]);
  });

  it("[11.8, 12.3] while a change moves updated_at, and nothing else with it", async () => {
    const before = await createOld();
    const { body } = await site.call("PUT", `/link/${before.id}`, { title: "Autumn sale" });
    expect(body).toEqual({ ...before, title: "Autumn sale", updated_at: body.updated_at });
    expect(Date.parse(body.updated_at) - Date.parse(before.updated_at)).toBeGreaterThanOrEqual(
      HOUR_MS - 1000,
    );
  });
});

describe("[12.3] one field of what GET returned can be changed, and the whole sent back", () => {
  it.each<[string, unknown]>([
    ["title", "Autumn sale"],
    ["description", ""],
    ["alias", "renamed-by-alias"],
    ["status", "paused"],
    ["forward_path", false],
    ["forward_query", false],
    ["utm", { source: "", medium: "mail", campaign: "", term: "", content: "" }],
    ["destination_routing", "random"],
    ["plugins", []],
    ["is_notify", false],
    ["is_switch_unbroken_destination", false],
    ["tags", ["wall"]],
    ["qr", null],
    ["expires", "2127-01-01T00:00:00Z"],
    ["password", null],
    ["path", "/renamed-by-path"],
    ["file", "menu"],
  ])("%s", async (field, value) => {
    const before = await createOld();
    const { body } = await site.call("PUT", `/link/${before.id}`, { ...before, [field]: value });
    expect(body.updated_at, JSON.stringify(body)).not.toBe(before.updated_at);
    expect(await get(before.id)).toEqual(body);
    const { [field]: _, ...rest } = FULL as Record<string, unknown>;
    const { file, password, expires, ...kept } = rest;
    if (field === "file") expect(body).toMatchObject({ file: value, destinations: [], type: "html" });
    else expect(body).toMatchObject(kept);
  });

  it("url", async () => {
    const before = await createOld();
    const url = before.url.replace(before.alias, "renamed-by-url");
    expect(requireOk(await site.call("PUT", `/link/${before.id}`, { ...before, url })).body.alias).toBe(
      "renamed-by-url",
    );
  });

  it("host", async () => {
    const before = await createOld();
    const host = await connectHost(site);
    const { body } = requireOk(await site.call("PUT", `/link/${before.id}`, { ...before, host }));
    expect(body).toMatchObject({ host, alias: before.alias, url: `http://${host}/${before.alias}` });
  });

  it("type, with the status that goes with it", async () => {
    const before = await createOld();
    const { body } = await site.call("PUT", `/link/${before.id}`, { ...before, type: "301", status: "301" });
    expect(body).toMatchObject({ type: "301", status: "301", title: FULL.title });
  });

  it("file back to null", async () => {
    const { id } = await createOld();
    const page = requireOk(await site.call("PUT", `/link/${id}`, { file: "menu" })).body;
    const { body } = await site.call("PUT", `/link/${id}`, { ...page, file: null });
    expect(body).toMatchObject({ file: null, type: "302", status: "302", destinations: [] });
  });
});

describe("[12.3] a short link moves", () => {
  it("[19.1] by alias, and its old alias is free at once", async () => {
    const { id } = await site.createLink({ alias: "old-name", destination: "https://a.example" });
    expect((await visit(`http://${site.host}/old-name`)).status).toBe(302);
    requireOk(await site.call("PUT", `/link/${id}`, { alias: "new-name" }));
    expect((await visit(`http://${site.host}/new-name`)).headers.get("Location")).toBe("https://a.example");
    expect((await visit(`http://${site.host}/old-name`)).status).toBe(404);
    await site.createLink({ alias: "old-name", destination: "https://b.example" });
    expect((await visit(`http://${site.host}/old-name`)).headers.get("Location")).toBe("https://b.example");
  });

  it("to another spelling of its own alias", async () => {
    const { id } = await site.createLink({ alias: "spelling", destination: "https://a.example" });
    expect(requireOk(await site.call("PUT", `/link/${id}`, { alias: "Spelling" })).body.alias).toBe(
      "Spelling",
    );
    expect((await visit(`http://${site.host}/Spelling`)).status).toBe(302);
  });

  it("between hosts", async () => {
    const to = await connectHost(site);
    const { id } = await site.createLink({ alias: "mover", destination: "https://a.example" });
    const { body } = requireOk(await site.call("PUT", `/link/${id}`, { host: to }));
    expect(body).toMatchObject({ id, host: to, alias: "mover", url: `http://${to}/mover` });
    expect((await visit(`http://${to}/mover`)).status).toBe(302);
    expect((await visit(`http://${site.host}/mover`)).status).toBe(404);
  });

  it.each([
    ["path with a slash", { path: "/by-path" }, "by-path"],
    ["path without", { path: "by-path-too" }, "by-path-too"],
    ["url with a scheme", { url: "https://HOST/by-url" }, "by-url"],
    ["url without", { url: "HOST/by-url-too" }, "by-url-too"],
    ["url, escaped", { url: "http://HOST/caf%C3%A9-by-url" }, "café-by-url"],
    ["alias and path and url that agree", { alias: "agreed", path: "agreed", url: "HOST/agreed" }, "agreed"],
  ])("[12.3] by %s", async (_, body, alias) => {
    const { id } = await site.createLink();
    const written = JSON.parse(JSON.stringify(body).replaceAll("HOST", site.host)) as object;
    expect(requireOk(await site.call("PUT", `/link/${id}`, written)).body).toMatchObject({
      alias,
      host: site.host,
    });
  });

  it("by url to another host at once", async () => {
    const to = await connectHost(site);
    const { id } = await site.createLink();
    expect(requireOk(await site.call("PUT", `/link/${id}`, { url: `${to}/there` })).body).toMatchObject({
      host: to,
      alias: "there",
    });
  });

  it.each<[string, object, string]>([
    ["a taken alias", { alias: "taken" }, "alias"],
    ["a taken alias by its path", { path: "/taken" }, "alias"],
    ["a reserved alias", { alias: "cdn-cgi" }, "alias"],
    ["a reserved path", { path: "/robots.txt" }, "path"],
    ["an empty path", { path: "/" }, "path"],
    ["a longer path", { path: "/a/b" }, "path"],
    ["a url without alias", { url: "HOST" }, "url"],
    ["a url with a longer path", { url: "HOST/a/b" }, "url"],
    ["a url with a query", { url: "HOST/a?x=1" }, "url"],
    ["a url and an alias that disagree", { url: "HOST/one", alias: "two" }, "url"],
    ["a path and an alias that disagree", { path: "one", alias: "two" }, "path"],
    ["a host that is not connected", { host: "nobody.acme.example" }, "host"],
    ["a tld that is not the host's", { tld: "com" }, "tld"],
    ["a tld of the wrong type", { tld: 5 }, "tld"],
  ])("[12.3] not by %s", async (_, body, field) => {
    await site.call("POST", "/link", { host: site.host, alias: "taken" });
    const before = await site.createLink();
    const written = JSON.parse(JSON.stringify(body).replaceAll("HOST", site.host)) as object;
    expectRefused(await site.call("PUT", `/link/${before.id}`, written), field);
    expect(await get(before.id)).toEqual(before);
  });

  it("not to a host of another workspace, nor by url", async () => {
    const other = await createSite();
    const { id } = await site.createLink();
    expectRefused(await site.call("PUT", `/link/${id}`, { host: other.host }), "host");
    expect((await site.call("PUT", `/link/${id}`, { url: `${other.host}/x` })).status).toBe(422);
  });

  it("not to a host that takes no new short links, while it can be edited there", async () => {
    const closed = await connectHost(site);
    const there = requireOk(await site.call("POST", "/link", { host: closed })).body.data[0];
    await env.DB.prepare("UPDATE hosts SET short_links_enabled = 0 WHERE host = ?1").bind(closed).run();
    const { id } = await site.createLink();
    expectRefused(await site.call("PUT", `/link/${id}`, { host: closed }), "host");
    requireOk(await site.call("PUT", `/link/${there.id}`, { title: "still here" }));
  });

  it("[12.3] and names its tld where it likes", async () => {
    const { id } = await site.createLink();
    requireOk(await site.call("PUT", `/link/${id}`, { tld: "example", title: "x" }));
  });
});

describe("a record that is not the caller's", () => {
  it("[9.10] is a 404 to every method, in the words for one that does not exist", async () => {
    const other = await createSite();
    const { id } = await other.createLink({ destination: "https://a.example" });
    const unknown = await site.call("GET", "/link/0198c0de-0000-7000-8000-000000000001");
    for (const [method, body] of [
      ["GET"],
      ["PUT", { title: "mine" }],
      ["PUT", { title: 5 }],
      ["DELETE"],
    ] as const) {
      const answer = await site.call(method, `/link/${id}`, body);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ ...unknown.body, request_id: answer.body.request_id });
    }
    expect((await other.call("GET", `/link/${id}`)).body.title).toBe("");
  });

  it("nor is a redirect a link", async () => {
    const { id } = await site.createRedirect("/a-redirect");
    for (const [method, body] of [["GET"], ["PUT", {}], ["DELETE"]] as const) {
      expect((await site.call(method, `/link/${id}`, body)).status).toBe(404);
    }
    expect((await site.call("GET", `/redirect/${id}`)).status).toBe(200);
  });
});
