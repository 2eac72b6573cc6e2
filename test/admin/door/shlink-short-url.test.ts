import { beforeAll, describe, expect, it } from "vitest";
import { createShlinkSite, type ShlinkAnswer, type ShlinkSite } from "../../support/shlink.ts";
import { connectHost, createSite, historyOf, requireOk } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

let site: ShlinkSite;

beforeAll(async () => {
  site = await createShlinkSite();
});

async function create(fields: object = {}) {
  const answer = await site.rest("POST", "/short-urls", { longUrl: "https://example.org/", ...fields });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

function expectInvalid(answer: ShlinkAnswer, ...names: string[]): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(400);
  expect(answer.body.type).toBe("https://shlink.io/api/error/invalid-data");
  expect(answer.body.title).toBe("Invalid data");
  expect(answer.body.invalidElements).toEqual(names);
  for (const name of names) expect(answer.body.detail).toContain(`${name}: `);
}

describe("POST /short-urls", () => {
  it.each(["DEFAULT", "", null])("[35.11] takes the domain %j for the default one", async (domain) => {
    expect((await create({ domain })).domain).toBe(site.host);
  });

  it("[35.11] creates a short link with every field, which redirects", async () => {
    const made = await create({
      longUrl: "https://example.org/all?a=1",
      customSlug: "all",
      domain: site.host,
      title: "All",
      tags: ["one", "two"],
      validSince: "2020-01-01T10:00:00+02:00",
      validUntil: "2099-01-01T00:00:00Z",
      maxVisits: 5,
      forwardQuery: false,
      crawlable: true,
    });
    expect(made).toEqual({
      shortUrl: `http://${site.host}/all`,
      shortCode: "all",
      longUrl: "https://example.org/all?a=1",
      dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      visitsSummary: { total: 0, nonBots: 0, bots: 0 },
      tags: ["one", "two"],
      meta: {
        validSince: "2020-01-01T08:00:00+00:00",
        validUntil: "2099-01-01T00:00:00+00:00",
        maxVisits: 5,
      },
      domain: site.host,
      title: "All",
      crawlable: true,
      forwardQuery: false,
      hasRedirectRules: false,
    });
    const found = await site.call("GET", `/link?filter[path]=/all&filter[host]=${site.host}`);
    expect(found.body.data[0]).toMatchObject({
      alias: "all",
      created_via: "api",
      max_clicks: 5,
      title: "All",
    });
    expect((await visit(made.shortUrl)).headers.get("Location")).toBe("https://example.org/all?a=1");
  });

  it.each([
    ["a b c", "a-b-c"],
    [" d/e ", "d-e"],
  ])("[35.11] writes the slug %j as Shlink does: %s", async (customSlug, shortCode) => {
    expect(await create({ customSlug })).toMatchObject({ shortCode });
  });

  it("[35.11] is refused on a hostname that another workspace holds, and on a wildcard", async () => {
    const [other, passed, wild] = [await createSite(), await connectHost(site), `*.${site.host}`];
    const move = { token: other.token, empty: true };
    requireOk(await site.call("POST", `/host/${passed}/move`, move));
    requireOk(await site.call("POST", "/host", { host: wild }));
    expect((await site.call("GET", `/host/${passed}`)).body.held).toBe(false);
    for (const domain of [passed, wild]) {
      const fields = { longUrl: "https://example.org/", domain };
      expectInvalid(await site.rest("POST", "/short-urls", fields), "domain");
      expectInvalid(await site.rest("POST", "/short-urls", { ...fields, findIfExists: true }), "domain");
    }
    const { data } = (await site.rest("GET", "/domains")).body.domains;
    expect(data.map((one: { domain: string }) => one.domain)).toEqual([site.host]);
  });

  it("[35.11] has Shlink's defaults: the first hostname, a code of its own, the query forwarded", async () => {
    await connectHost(site);
    const made = await create();
    expect(made).toMatchObject({ domain: site.host, title: null, forwardQuery: true, crawlable: true });
    expect(made.shortCode).toHaveLength(6);
    expect((await create({ shortCodeLength: 15 })).shortCode).toHaveLength(15);
    expect((await create({ crawlable: false })).crawlable).toBe(false);
  });

  it("[35.11] finds an existing one by what is sent, and only on request", async () => {
    const url = "https://example.org/same";
    const first = await create({ longUrl: url, tags: ["kept"], maxVisits: 7 });
    await create({ longUrl: `${url}/longer` });
    const again = (fields: object) => create({ longUrl: url, findIfExists: true, ...fields });
    expect((await again({})).shortCode).toBe(first.shortCode);
    expect((await again({ tags: ["KEPT"], maxVisits: 7 })).shortCode).toBe(first.shortCode);
    expect((await again({ maxVisits: 8 })).shortCode).not.toBe(first.shortCode);
    expect((await again({ customSlug: "same-slug" })).shortCode).toBe("same-slug");
    expect((await create({ longUrl: url })).shortCode).not.toBe(first.shortCode);
  });

  it("[35.10] says which slug is in use", async () => {
    await create({ customSlug: "taken" });
    const answer = await site.rest("POST", "/short-urls", {
      longUrl: "https://example.org/",
      customSlug: "taken",
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      type: "https://shlink.io/api/error/non-unique-slug",

      customSlug: "taken",
      domain: site.host,
    });
  });

  it.each([
    [{ longUrl: undefined }, "longUrl"],
    [{ longUrl: "ftp://example.org/" }, "longUrl"],
    [{ longUrl: null }, "longUrl"],
    [{ customSlug: "a?b" }, "customSlug"],
    [{ domain: "nobody.example" }, "domain"],
    [{ domain: 3 }, "domain"],
    [{ maxVisits: 0 }, "maxVisits"],
    [{ maxVisits: 10_001 }, "maxVisits"],
    [{ validSince: "yesterday" }, "validSince"],
    [{ validUntil: 5 }, "validUntil"],
    [{ title: 5 }, "title"],
    [{ tags: "a" }, "tags"],
    [{ forwardQuery: "yes" }, "forwardQuery"],
    [{ shortCodeLength: 3 }, "shortCodeLength"],
    [{ shortCodeLength: "6" }, "shortCodeLength"],
    [{ pathPrefix: "a" }, "pathPrefix"],
    [{ findIfExists: true, tags: [5] }, "tags.0"],
  ])("[35.10] names the field of %j, and writes nothing", async (fields, name) => {
    const count = async () => (await site.rest("GET", "/short-urls")).body.shortUrls.pagination.totalItems;
    const before = await count();
    expectInvalid(
      await site.rest("POST", "/short-urls", { longUrl: "https://example.org/", ...fields }),
      name,
    );
    expect(await count()).toBe(before);
  });

  it("[35.10] names another field by Shlink's name in a reason", async () => {
    const moments = { validSince: "2099-02-01", validUntil: "2099-01-01" };
    const answer = await site.rest("POST", "/short-urls", { longUrl: "https://example.org/", ...moments });
    expectInvalid(answer, "validSince");
    expect(answer.body.detail).toContain("earlier than validUntil");
  });

  it("[35.11] takes an offset without a colon", async () => {
    const { meta } = await create({ validUntil: "2099-01-01T01:00:00+0100" });
    expect(meta.validUntil).toBe("2099-01-01T00:00:00+00:00");
  });

  it("[35.10] names every invalid field of one body", async () => {
    const answer = await site.rest("POST", "/short-urls", { longUrl: "x", maxVisits: -1, customSlug: "ok" });
    expectInvalid(answer, "maxVisits", "longUrl");
  });
});

describe("a short URL", () => {
  it("[35.11] is read, changed and deleted by its code, in its letter case", async () => {
    await create({ customSlug: "Edit", validUntil: "2099-01-01", maxVisits: 9, title: "Old", tags: ["x"] });
    const patched = await site.rest("PATCH", "/short-urls/Edit", {
      longUrl: "https://example.org/new",
      title: null,
      validUntil: null,
      maxVisits: null,
      tags: ["y"],
      crawlable: false,
      forwardQuery: false,
    });
    expect(patched.status).toBe(200);
    expect(patched.body).toMatchObject({
      longUrl: "https://example.org/new",
      title: null,
      meta: { validUntil: null, maxVisits: null },
      tags: ["y"],
      crawlable: false,
      forwardQuery: false,
    });
    expect((await site.rest("GET", `/short-urls/Edit?domain=${site.host}`)).body).toEqual(patched.body);
    expect((await site.rest("PATCH", "/short-urls/Edit", { crawlable: true })).body.crawlable).toBe(true);
    expect((await site.rest("GET", "/short-urls/edit")).status).toBe(404);
    const { body } = await site.call("GET", "/link?filter[path]=/Edit");
    const history = await historyOf(body.data[0].id);
    expect(history[0]).toMatchObject({ source: "api" });
    expect((await site.rest("DELETE", "/short-urls/Edit")).status).toBe(204);
    const gone = await site.rest("DELETE", "/short-urls/Edit");
    expect(gone.body).toMatchObject({
      type: "https://shlink.io/api/error/short-url-not-found",
      status: 404,
      shortCode: "Edit",
    });
  });

  it("[35.10] a change that is invalid changes nothing", async () => {
    const made = await create({ title: "Stays" });
    const path = `/short-urls/${made.shortCode}`;
    expectInvalid(await site.rest("PATCH", path, { title: "New", longUrl: "nothing" }), "longUrl");
    expect((await site.rest("GET", path)).body.title).toBe("Stays");
  });

  it("[35.11] is a short link or a QR code, and no redirect", async () => {
    await site.createRedirect("/path");
    await site.call("POST", "/links", {
      handler: "qr",
      host: site.host,
      alias: "qr1",
      destination: "https://example.org/",
    });
    expect((await site.rest("GET", "/short-urls/path")).status).toBe(404);
    expect((await site.rest("GET", "/short-urls/qr1")).body.longUrl).toBe("https://example.org/");
  });

  it("[35.11] is another one on another domain", async () => {
    const other = await connectHost(site);
    await create({ customSlug: "twice" });
    await create({ customSlug: "twice", domain: other, longUrl: "https://example.org/other" });
    expect((await site.rest("GET", "/short-urls/twice")).body.domain).toBe(site.host);
    expect((await site.rest("GET", "/short-urls/twice?domain=DEFAULT")).body.domain).toBe(site.host);
    expect((await site.rest("GET", `/short-urls/twice?domain=${other}`)).body.longUrl).toBe(
      "https://example.org/other",
    );
    requireOk(await site.call("GET", "/link?filter[path]=/twice"));
    expect((await site.rest("GET", "/short-urls/twice?domain=x.example")).status).toBe(404);
  });
});
