import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  connectHost,
  createSite,
  expectRefused,
  historyOf,
  requireOk,
  type Site,
} from "../../support/site.ts";
import { REDIRECT_MEMBERS } from "../../support/record-members.ts";
import { visit } from "../../support/workspace.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

afterEach(() => {
  vi.useRealTimers();
});

const DESTINATION = "https://example.com/new";

describe("POST /redirect", () => {
  it("[11.2, 12.5] answers a collection of redirect shapes, and needs a url only", async () => {
    const answer = await site.call("POST", "/redirect", { url: `${site.host}/shape` });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["data"]);
    const [redirect, ...others] = answer.body.data;
    expect(others).toEqual([]);
    expect(Object.keys(redirect).toSorted()).toEqual(REDIRECT_MEMBERS);
    expect(redirect).toMatchObject({
      host: site.host,
      tld: "example",
      url: `http://${site.host}/shape`,
      type: "301",
      status: "301",
      destination: null,
      destinations: [],
      tags: [],
      created_via: "api",
    });
    expect(requireOk(await site.call("GET", `/redirect/${redirect.id}`)).body).toEqual(redirect);
  });

  it("[11.4] shows the public suffix of the host as tld", async () => {
    for (const [host, tld] of [
      ["shop.old-brand.co.uk", "co.uk"],
      ["old-brand.com", "com"],
      ["*.old-brand.com", "com"],
    ]) {
      requireOk(await site.call("POST", "/host", { host }));
      const { body } = requireOk(await site.call("POST", "/redirect", { url: host }));
      expect(body.data[0]).toMatchObject({ host, tld });
    }
  });

  it("[12.5] also takes status, tags and destination_routing", async () => {
    const fields = {
      status: 308,
      tags: ["move"],
      destinations: [DESTINATION, "https://b.example"],
      destination_routing: "random",
    };
    expect(await site.createRedirect("/fields", fields)).toMatchObject({
      ...fields,
      status: "308",
      type: "308",
    });
  });

  it.each([
    ["alias", "other"],
    ["qr", { theme: "dots" }],
    ["path", "x"],
    ["tld", "com"],
    ["file", "menu"],
  ])("[11.16, 12.6] %s that repeats nothing has no place on it", async (field, value) => {
    expectRefused(await site.call("POST", "/redirect", { url: `${site.host}/x`, [field]: value }), field);
  });

  it("takes a host that repeats that of url, and no other", async () => {
    const other = await connectHost(site);
    requireOk(await site.call("POST", "/redirect", { url: `${site.host}/repeated`, host: site.host }));
    expectRefused(await site.call("POST", "/redirect", { url: `${site.host}/other`, host: other }), "host");
  });
});

describe("GET and PUT /redirect/{id}", () => {
  it.each([
    "",
    "/",
    "/back",
    "/back?x=1&y=%20",
    "/back/*",
    "/b%C3%A4ck?q=%C3%A4&r=a+b",
    "/back/%2A",
    "/a%25b",
  ])("[3.14] what GET returns of %j, sent back, changes nothing", async (suffix) => {
    const host = await connectHost(site);
    vi.setSystemTime(Date.now() - 3_600_000);
    const { id } = requireOk(
      await site.call("POST", "/redirect", { url: host + suffix, destination: DESTINATION }),
    ).body.data[0];
    vi.useRealTimers();
    const before = requireOk(await site.call("GET", `/redirect/${id}`)).body;
    expect(requireOk(await site.call("PUT", `/redirect/${id}`, before)).body).toEqual(before);
    expect(await historyOf(id)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["title", "Moved"],
    ["status", "paused"],
    ["forward_path", true],
    ["forward_query", false],
    ["utm", ["source=x"]],
    ["destination_routing", "random"],
    ["tags", ["b"]],
    ["plugins", ["sticky"]],
    ["expires", "2126-01-01T00:00:00Z"],
    ["password", "open sesame"],
    ["is_notify", true],
  ])("one field of what GET returned can be changed, and the whole sent back: %s", async (field, value) => {
    const host = await connectHost(site);
    const written = {
      url: `${host}/one`,
      destinations: [DESTINATION, "https://b.example"],
      tags: ["a"],
      title: "Old",
    };
    const { id } = requireOk(await site.call("POST", "/redirect", written)).body.data[0];
    const before = requireOk(await site.call("GET", `/redirect/${id}`)).body;
    const after = requireOk(await site.call("PUT", `/redirect/${id}`, { ...before, [field]: value })).body;
    const changed = Object.keys(before).filter(
      (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
    );
    const shownAs: Record<string, string> = {
      status: "paused_by",
      expires: "expired_at",
      password: "has_password",
    };
    expect(changed).toContain(shownAs[field] ?? field);
    expect(changed.filter((key) => !["updated_at", "monitor"].includes(key))).toHaveLength(1);
  });

  it("[12.7] url moves it, on its host and to another, and its old source is free", async () => {
    const other = await connectHost(site);
    const { id } = await site.createRedirect("/from", { destination: DESTINATION });
    for (const url of [`${site.host}/to/*`, `${other}/there?x=1`, other]) {
      const { body } = requireOk(await site.call("PUT", `/redirect/${id}`, { url }));
      expect(body.url).toBe(`http://${url}${url === other ? "/*" : ""}`);
    }
    expect((await visit(`http://${other}/anywhere`)).headers.get("Location")).toBe(DESTINATION);
    expect((await visit(`http://${site.host}/from`)).status).toBe(404);
    await site.createRedirect("/from");
  });

  it.each<[string, object, string]>([
    ["a taken url", { url: "HOST/standing" }, "url"],
    ["a url that is not connected", { url: "nobody.acme.example/x" }, "url"],
    ["several urls", { url: "HOST/one HOST/two" }, "url"],
    ["an alias", { alias: "x" }, "alias"],
    ["a QR style", { qr: { theme: "dots" } }, "qr"],
    ["a path", { path: "/x" }, "path"],
    ["another host", { host: "other.acme.example" }, "host"],
    ["a tld that is not the host's", { tld: "com" }, "tld"],
    ["a loop", { destination: "https://HOST/edited" }, "destination"],
  ])("%s is a 422", async (_, body, field) => {
    await site.call("POST", "/redirect", { url: `${site.host}/standing` });
    await site.call("POST", "/redirect", { url: `${site.host}/edited` });
    const row = await env.DB.prepare("SELECT id FROM records WHERE host = ?1 AND source = '/edited'")
      .bind(site.host)
      .first();
    const written = JSON.parse(JSON.stringify(body).replaceAll("HOST", site.host)) as object;
    expectRefused(await site.call("PUT", `/redirect/${row?.["id"]}`, written), field);
  });

  it("[12.7] sees redirects and migrations, and no short links", async () => {
    const { id } = await site.createRedirect("/migrated");
    await env.DB.prepare("UPDATE records SET handler = 'migration' WHERE id = ?1").bind(id).run();
    expect(requireOk(await site.call("PUT", `/redirect/${id}`, { title: "x" })).body.title).toBe("x");
    const link = await site.createLink();
    for (const [method, body] of [["GET"], ["PUT", {}], ["DELETE"]] as const) {
      expect((await site.call(method, `/redirect/${link.id}`, body)).status).toBe(404);
    }
  });

  it("a redirect of another workspace is a 404", async () => {
    const other = await createSite();
    const { id } = await other.createRedirect("/theirs");
    for (const [method, body] of [["GET"], ["PUT", { title: "x" }], ["DELETE"]] as const) {
      expect((await site.call(method, `/redirect/${id}`, body)).status).toBe(404);
    }
  });
});
