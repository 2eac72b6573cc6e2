import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { callRest, createShlinkSite, type ShlinkSite } from "../../support/shlink.ts";
import { BOT, clicksOn, deliver, IPHONE, messageOf } from "../../support/click.ts";
import { missTwice } from "../../support/miss.ts";
import { addToken, connectHost } from "../../support/site.ts";

const NONE = { currentPage: 1, pagesCount: 0, itemsInCurrentPage: 0, totalItems: 0 };
const REDIRECTS = ["baseUrlRedirect", "regular404Redirect", "invalidShortUrlRedirect"];
const allTo = (url: string | null) => Object.fromEntries(REDIRECTS.map((name) => [name, url]));

let site: ShlinkSite;

beforeEach(async () => {
  site = await createShlinkSite();
  for (const [customSlug, tags] of Object.entries({ a: ["Red", "blue"], b: ["red"], c: [] })) {
    await site.rest("POST", "/short-urls", { longUrl: "https://example.org/", customSlug, tags });
  }
});

async function tags(path = "/tags") {
  return (await site.rest("GET", path)).body.tags;
}

describe("tags", () => {
  it("[35.12] are listed with their numbers", async () => {
    const summary = { total: 0, nonBots: 0, bots: 0 };
    expect(await tags()).toMatchObject({
      data: ["blue", "Red"],
      pagination: { totalItems: 2, pagesCount: 1 },
    });
    expect((await tags("/tags/stats")).data).toEqual([
      { tag: "blue", shortUrlsCount: 1, visitsSummary: summary },
      { tag: "Red", shortUrlsCount: 2, visitsSummary: summary },
    ]);
    expect((await tags("/tags?itemsPerPage=1&page=2")).data).toEqual(["Red"]);
    expect((await tags("/tags?searchTerm=LU")).data).toEqual(["blue"]);
  });

  it("[35.12] are renamed, but not into each other", async () => {
    const rename = (oldName: unknown, newName: unknown) => site.rest("PUT", "/tags", { oldName, newName });
    expect((await rename("red", "green")).status).toBe(204);
    expect((await tags()).data).toEqual(["blue", "green"]);
    expect((await rename("green", "GREEN")).status).toBe(204);
    expect((await rename("GREEN", "blue")).body).toMatchObject({
      type: "https://shlink.io/api/error/tag-conflict",
      status: 409,
      oldName: "GREEN",
      newName: "blue",
    });
    expect((await rename("nothing", "x")).body).toMatchObject({
      type: "https://shlink.io/api/error/tag-not-found",
      status: 404,
    });
    expect((await rename("blue", "")).body.invalidElements).toEqual(["newName"]);
    expect((await rename(5, "x")).body.invalidElements).toEqual(["oldName"]);
  });

  it("[35.12] are deleted in one change; one that is gone stays gone", async () => {
    expect((await site.rest("DELETE", "/tags?tags[]=red&tags[]=blue&tags[]=none")).status).toBe(204);
    expect((await tags()).data).toEqual([]);
    expect((await site.rest("DELETE", "/tags?tags[]=red")).status).toBe(204);
    expect((await site.rest("DELETE", "/tags")).body.invalidElements).toEqual(["tags"]);
    const changes = await site.call("GET", "/changes");
    expect(changes.body.data).toHaveLength(1);
  });
});

describe("domains", () => {
  it("[35.12] are the hostnames that take short links, the default first", async () => {
    const second = await connectHost(site);
    const { domains } = (await site.rest("GET", "/domains")).body;
    expect(domains).toEqual({
      data: [
        { domain: site.host, isDefault: true, redirects: allTo(null) },
        { domain: second, isDefault: false, redirects: allTo(null) },
      ],
      defaultRedirects: allTo(null),
    });
    await site.call("PUT", `/host/${site.host}`, { short_links_enabled: false });
    const { data } = (await site.rest("GET", "/domains")).body.domains;
    expect(data).toMatchObject([{ domain: second, isDefault: true }]);
    const made = await site.rest("POST", "/short-urls", { longUrl: "https://example.org/" });
    expect(made.body.domain).toBe(second);
  });

  it("[35.12] have one URL for all three redirects", async () => {
    const patch = (written: object) =>
      site.rest("PATCH", "/domains/redirects", { domain: site.host, ...written });
    const url = "https://example.org/missed";
    expect((await patch(allTo(url))).body).toEqual(allTo(url));
    expect((await site.call("GET", `/host/${site.host}`)).body.not_found_url).toBe(url);
    const refused = await patch({ regular404Redirect: "https://example.org/other" });
    expect(refused.status).toBe(400);
    expect(refused.body.invalidElements).toEqual(REDIRECTS);
    expect((await patch(allTo("nothing"))).body.invalidElements).toEqual(["regular404Redirect"]);
    expect((await site.call("GET", `/host/${site.host}`)).body.not_found_url).toBe(url);
    expect((await patch(allTo(null))).body).toEqual(allTo(null));
    expect((await patch({ domain: "x.example" })).body).toMatchObject({
      type: "https://shlink.io/api/error/domain-not-found",
      authority: "x.example",
    });
    expect((await patch({ domain: 5 })).body.invalidElements).toEqual(["domain"]);
  });
});

describe("visits", () => {
  it("[35.12] are numbers, and lists of single visits are empty", async () => {
    const { visits } = (await site.rest("GET", "/visits")).body;
    const summary = { total: 0, nonBots: 0, bots: 0 };
    expect(visits).toEqual({ nonOrphanVisits: summary, orphanVisits: summary });
    for (const path of [
      "/visits/orphan?type=base_url",
      "/visits/non-orphan?page=1&itemsPerPage=100",
      "/short-urls/a/visits?excludeBots=true",
      "/tags/RED/visits",
      `/domains/${site.host}/visits`,
      "/domains/DEFAULT/visits",
    ]) {
      const answer = await site.rest("GET", path);
      expect(answer.status, path).toBe(200);
      expect(answer.body.visits.data).toEqual([]);
      expect(answer.body.visits.pagination).toMatchObject(NONE);
    }
    for (const [path, type] of [
      ["/short-urls/none/visits", "short-url-not-found"],
      ["/tags/none/visits", "tag-not-found"],
      ["/domains/none.example/visits", "domain-not-found"],
    ]) {
      expect((await site.rest("GET", path as string)).body).toMatchObject({
        type: `https://shlink.io/api/error/${type}`,
        status: 404,
      });
    }
  });

  it("[35.12] count people and bots, on the overview, for tags, and for each short URL", async () => {
    const { body } = await site.call("GET", "/link?filter[path]=/a");
    const id = body.data[0].id as string;
    await deliver([messageOf(...clicksOn(id, 4, { agent: IPHONE }), ...clicksOn(id, 2, { agent: BOT }))]);
    await missTwice(site.host, "/nothing");
    expect((await site.rest("GET", "/visits")).body.visits).toEqual({
      nonOrphanVisits: { total: 6, nonBots: 4, bots: 2 },
      orphanVisits: { total: 2, nonBots: 2, bots: 0 },
    });
    const people = { total: 4, nonBots: 4, bots: 0 };
    expect((await tags("/tags/stats")).data).toMatchObject([
      { tag: "blue", visitsSummary: people },
      { tag: "Red", visitsSummary: people },
    ]);
    expect((await site.rest("GET", "/short-urls/a")).body.visitsSummary).toEqual(people);
  });

  it("[35.12] of a short URL are deleted by a manager", async () => {
    await env.DB.prepare("UPDATE records SET total_clicks = 7 WHERE source = '/a' AND workspace_id = ?1")
      .bind(site.id)
      .run();
    expect((await site.rest("GET", "/short-urls/a")).body.visitsSummary).toEqual({
      total: 7,
      nonBots: 7,
      bots: 0,
    });
    const editor = await addToken(site.id, { role: "editor" });
    expect((await callRest(editor, "DELETE", "/v3/short-urls/a/visits")).status).toBe(403);
    expect((await site.rest("DELETE", "/short-urls/a/visits")).body).toEqual({ deletedVisits: 7 });
    expect((await site.rest("GET", "/short-urls/a")).body.visitsSummary.total).toBe(0);
  });

  it("[35.12] that are orphan stay, and there is no hub for events", async () => {
    const orphan = await site.rest("DELETE", "/visits/orphan");
    expect(orphan.body).toMatchObject({ type: "https://shlink.io/api/error/not-supported", status: 501 });
    const hub = await site.rest("GET", "/mercure-info");
    expect(hub.body).toMatchObject({
      type: "https://shlink.io/api/error/mercure-not-configured",
      status: 501,
    });
  });
});
