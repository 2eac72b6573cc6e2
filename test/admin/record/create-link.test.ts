import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { LINK_MEMBERS } from "../../support/record-members.ts";
import { connectHost, createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

describe("POST /link", () => {
  it("[11.1, 12.1] answers a collection with one short-link shape, and nothing beside it", async () => {
    const answer = await site.call("POST", "/link", { host: site.host, alias: "shape" });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["data"]);
    expect(answer.body.data).toHaveLength(1);
    expect(Object.keys(answer.body.data[0]).toSorted()).toEqual(LINK_MEMBERS);
  });

  it("[4.2, 6.3, 12.1] needs a host only: everything else has a default", async () => {
    const link = await site.createLink({ alias: "defaults" });
    const user = await env.DB.prepare("SELECT user_id FROM memberships WHERE workspace_id = ?1")
      .bind(site.id)
      .first();
    expect(link).toEqual({
      id: expect.stringMatching(UUID_V7),
      host: site.host,
      alias: "defaults",
      url: `http://${site.host}/defaults`,
      https: false,
      file: null,
      destination: null,
      destinations: [],
      destination_routing: "primary",
      plugins: [],
      has_password: false,
      type: "302",
      title: "",
      description: "",
      status: "302",
      paused_by: null,
      forward_path: false,
      forward_query: false,
      utm: { source: "", medium: "", campaign: "", term: "", content: "" },
      qr: null,
      monitor: "off",
      is_notify: false,
      is_switch_unbroken_destination: false,
      tags: [],
      created_by: user?.["user_id"],
      created_via: "api",
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: link.created_at,
      expired_at: null,
      rules: [],
      starts: null,
      max_clicks: null,
      clicks_before: 0,
      clicks_left: null,
      is_preview_off: false,
      managed_by: null,
      expired_url: null,
      routing_ends: null,
      click_id_param: null,
      preview: null,
      warnings: [],
      warning_codes: [],
    });
  });

  it("[12.4] GET answers the same shape, not wrapped", async () => {
    const link = await site.createLink({ alias: "same", destination: "https://example.com", tags: ["a"] });
    const answer = await site.call("GET", `/link/${link.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(link);
  });

  it("[12.1] takes every write-side field at once", async () => {
    const link = await site.createLink({
      alias: "everything",
      title: "Spring sale",
      description: "The poster in the hall",
      type: "307",
      forward_path: true,
      forward_query: true,
      utm: { source: "poster", medium: "print" },
      destinations: ["https://a.example/1", "https://b.example/2"],
      destination_routing: "weighted:70,30",
      plugins: ["sticky"],
      is_notify: true,
      is_switch_unbroken_destination: true,
      expires: "2126-01-31T09:30:00Z",
      password: "open sesame",
      tags: ["print", "hall"],
      qr: { theme: "dots", color: "#1A2B3C", logo: true, show_url: true, margin: "2" },
    });
    expect(link).toMatchObject({
      alias: "everything",
      title: "Spring sale",
      description: "The poster in the hall",
      type: "307",
      status: "307",
      forward_path: true,
      forward_query: true,
      utm: { source: "poster", medium: "print", campaign: "", term: "", content: "" },
      destination: "https://a.example/1",
      destinations: ["https://a.example/1", "https://b.example/2"],
      destination_routing: "weighted:70,30",
      plugins: ["sticky"],
      is_notify: true,
      is_switch_unbroken_destination: true,
      monitor: "pending",
      expired_at: "2126-01-31T09:30:00.000Z",
      has_password: true,
      tags: ["print", "hall"],
      qr: { theme: "dots", logo: true, show_url: true, margin: "2" },
    });
    expect(link.qr.color).toMatch(/^#1a2b3c$/i);
    expect((await site.call("GET", `/link/${link.id}`)).body).toEqual(link);
  });

  it("[4.2] null says nothing where a field takes it", async () => {
    const link = await site.createLink({
      alias: "nothing",
      forward_path: null,
      forward_query: null,
      utm: null,
      destination: null,
      destinations: null,
      plugins: null,
      expires: null,
      password: null,
      qr: null,
    });
    expect(link).toMatchObject({
      forward_path: false,
      destinations: [],
      plugins: [],
      has_password: false,
      qr: null,
    });
  });

  it("[19.2] a new link answers its very first visit", async () => {
    await site.createLink({ alias: "first", destination: "https://example.com/landing" });
    const response = await visit(`http://${site.host}/first`);
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe("https://example.com/landing");
  });

  it("[9.20] fields that only answers have change nothing", async () => {
    const link = await site.createLink({
      alias: "shown",
      id: "0198c0de-0000-7000-8000-000000000001",
      handler: "short-url",
      https: true,
      has_password: false,
      monitor: "broken",
      paused_by: null,
      total_clicks: 99,
      created_by: "somebody",
      creator: { id: "x" },
      created_via: "import",
      created_at: "2000-01-01T00:00:00.000Z",
      updated_at: "2000-01-01T00:00:00.000Z",
      expired_at: null,
    });
    expect(link.id).not.toBe("0198c0de-0000-7000-8000-000000000001");
    expect(link).toMatchObject({ https: false, has_password: false, monitor: "off", created_via: "api" });
    expect(Date.parse(link.created_at)).toBeGreaterThan(Date.UTC(2020, 0, 1));
    expect((await site.call("GET", `/link/${link.id}`)).status).toBe(200);
  });

  it.each([
    [{ handler: "redirect" }, "handler"],
    [{ paused_by: "user" }, "paused_by"],
    [{ expired_at: "2126-01-01T00:00:00.000Z" }, "expired_at"],
    [{ has_password: true }, "has_password"],
  ])("[9.20] %j, which a new link does not have, is a 422", async (body, field) => {
    expectRefused(await site.call("POST", "/link", { host: site.host, ...body }), field);
  });

  it("[9.13] every unknown field is named", async () => {
    const body = { host: site.host, workspace_id: "another", nonsense: { deep: [1] } };
    const refused = await site.call("POST", "/link", body);
    expectRefused(refused, "workspace_id", "nonsense");
    expect(refused.body.errors.nonsense).toEqual(["is not a field of this endpoint"]);
  });

  it("[12.16] what GET answers makes a new link, with another alias in alias and url", async () => {
    const fields = {
      destinations: ["https://a.example", "https://b.example"],
      destination_routing: "weighted:2,1",
      tags: ["x"],
      utm: { source: "s" },
      qr: { theme: "dots" },
      title: "T",
    };
    const { id } = await site.createLink({ alias: "origin", ...fields });
    for (const path of ["/link", "/links"]) {
      const { url, ...read } = requireOk(await site.call("GET", `${path}/${id}`)).body;
      const alias = `clone-of${path.slice(1)}`;
      const copied = { ...read, alias, url: url.replace("origin", alias) };
      const clone = requireOk(await site.call("POST", path, copied)).body.data[0];
      expect(clone).toMatchObject({ ...fields, alias, utm: { source: "s" } });
      expectRefused(await site.call("POST", path, { ...read, alias: "other", url }), "url");
    }
  });

  it("[13.1] the moment in a new id is its created_at, and ids grow", async () => {
    const links = [await site.createLink(), await site.createLink(), await site.createLink()];
    const ids = links.map(({ id }) => id as string);
    expect(ids.toSorted()).toEqual(ids);
    for (const { id, created_at } of links) {
      expect(Number.parseInt((id as string).replaceAll("-", "").slice(0, 12), 16)).toBe(
        Date.parse(created_at),
      );
    }
  });
});

describe("the host of a new link", () => {
  it("is read as its A-label, lower case, without trailing dot", async () => {
    const workspace = site;
    await workspace.call("POST", "/host", { host: "bücher.acme.example" });
    for (const host of [
      "bücher.acme.example",
      "BÜCHER.Acme.Example.",
      "xn--bcher-kva.acme.example",
      " bücher.acme.example ",
    ]) {
      const answer = await workspace.call("POST", "/link", { host });
      expect(answer.body.data[0].host).toBe("xn--bcher-kva.acme.example");
    }
  });

  it.each([
    ["missing", {}],
    ["null", { host: null }],
    ["a number", { host: 5 }],
    ["empty", { host: "" }],
    ["not connected", { host: "nobody.acme.example" }],
    ["longer than 100 characters", { host: `${"a".repeat(60)}.${"b".repeat(30)}.example` }],
    ["a URL", { host: "https://go.acme.example/" }],
    ["with a port", { host: "go.acme.example:8080" }],
    ["a broken A-label", { host: "xn--.example" }],
    ["a list", { host: ["go.acme.example"] }],
  ])("[11.10] is a 422 when it is %s", async (_, body) => {
    expectRefused(await site.call("POST", "/link", { alias: "x", ...body }), "host");
  });

  it("[11.10] of another workspace is a 422, with the same words as one that nobody has", async () => {
    const other = await createSite();
    const foreign = await site.call("POST", "/link", { host: other.host, alias: "theirs" });
    const unknown = await site.call("POST", "/link", { host: "nobody.acme.example", alias: "theirs" });
    expectRefused(foreign, "host");
    expect(foreign.body).toEqual({ ...unknown.body, request_id: foreign.body.request_id });
    await other.createLink({ alias: "theirs" });
    const taken = await site.call("POST", "/link", { host: other.host, alias: "theirs" });
    expect(taken.body).toEqual({ ...unknown.body, request_id: taken.body.request_id });
  });

  it("that takes no new short links is a 422, while existing ones keep resolving", async () => {
    const host = await connectHost(site);
    await site.call("POST", "/link", { host, alias: "before", destination: "https://example.com" });
    await env.DB.prepare("UPDATE hosts SET short_links_enabled = 0 WHERE host = ?1").bind(host).run();
    expectRefused(await site.call("POST", "/link", { host, alias: "after" }), "host");
    expect((await site.call("POST", "/redirect", { url: `${host}/old` })).status).toBe(200);
    expect((await visit(`http://${host}/before`)).status).toBe(302);
  });

  it.each([
    ["path", "x"],
    ["tld", "example"],
    ["file", "page"],
  ])("[11.16] %s has no place on POST /link", async (field, value) => {
    expectRefused(await site.call("POST", "/link", { host: site.host, [field]: value }), field);
  });

  it("[11.5] https with an issued certificate, and the port of the worker below .localhost", async () => {
    const { host, url, https } = await site.createLink({ alias: "secure" });
    expect({ url, https }).toEqual({ url: `http://${host}/secure`, https: false });
    const secure = await connectHost(site);
    await env.DB.prepare("UPDATE hosts SET ssl_issued_at = 1 WHERE host = ?1").bind(secure).run();
    const issued = await site.call("POST", "/link", { host: secure, alias: "secure" });
    expect(issued.body.data[0]).toMatchObject({ url: `https://${secure}/secure`, https: true });
    await site.call("POST", "/host", { host: "go.localhost" });
    const local = await site.call("POST", "/link", { host: "go.localhost", alias: "here" });
    expect(local.body.data[0].url).toBe("http://go.localhost:8787/here");
  });
});
