import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createShlinkSite, type ShlinkSite } from "../../support/shlink.ts";
import { connectHost } from "../../support/site.ts";

let site: ShlinkSite;
let other: string;

interface Row {
  shortCode: string;
}

async function list(query = "") {
  const answer = await site.rest("GET", `/short-urls${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { data, pagination } = answer.body.shortUrls;
  return { codes: (data as Row[]).map(({ shortCode }) => shortCode), pagination };
}

beforeAll(async () => {
  site = await createShlinkSite();
  other = await connectHost(site);
  const create = (customSlug: string, fields: object = {}) =>
    site.rest("POST", "/short-urls", { longUrl: `https://example.org/${customSlug}`, customSlug, ...fields });
  await create("a", { tags: ["red", "blue"], title: "Needle" });
  await create("b", { tags: ["red"] });
  await create("c", { validUntil: "2020-01-01T00:00:00Z" });
  await create("d", { maxVisits: 3, domain: other });
  await site.createRedirect("/redirect");
  // Created on days of their own, and visited.
  await env.DB.batch(
    ["a", "b", "c", "d"].map((code, index) =>
      env.DB.prepare(
        "UPDATE records SET created_at = ?1, total_clicks = ?2 WHERE source = ?3 AND workspace_id = ?4",
      ).bind(Date.UTC(2026, 0, index + 1, 12), [1, 4, 2, 3][index], `/${code}`, site.id),
    ),
  );
});

describe("GET /short-urls", () => {
  it("[35.11] lists short links of all domains, the newest first, with a pagination", async () => {
    expect(await list()).toEqual({
      codes: ["d", "c", "b", "a"],
      pagination: { currentPage: 1, pagesCount: 1, itemsPerPage: 10, itemsInCurrentPage: 4, totalItems: 4 },
    });
  });

  it("[35.11] has pages by number", async () => {
    expect(await list("?itemsPerPage=3&page=1")).toEqual({
      codes: ["d", "c", "b"],
      pagination: { currentPage: 1, pagesCount: 2, itemsPerPage: 3, itemsInCurrentPage: 3, totalItems: 4 },
    });
    expect((await list("?itemsPerPage=3&page=2")).codes).toEqual(["a"]);
    expect((await list("?itemsPerPage=3&page=3")).codes).toEqual([]);
    expect((await list("?itemsPerPage=-1")).codes).toHaveLength(4);
  });

  it.each([
    ["?tags[]=red", ["b", "a"]],
    ["?tags[]=red&tags[]=BLUE&tagsMode=all", ["a"]],
    ["?tags[]=red&tags[]=blue&tagsMode=any", ["b", "a"]],
    ["?searchTerm=needle", ["a"]],
    ["?searchTerm=example.org/c", ["c"]],
    ["?domain=DEFAULT", ["c", "b", "a"]],
    ["?domain=nobody.example", []],
    ["?startDate=2026-01-02T12:00:00%2B00:00&endDate=2026-01-03T11:59:59%2B00:00", ["b"]],
    ["?startDate=2026-01-02&endDate=2026-01-03T12:00:00", ["c", "b"]],
    ["?excludePastValidUntil=true", ["d", "b", "a"]],
    ["?orderBy=dateCreated-ASC", ["a", "b", "c", "d"]],
    ["?orderBy=visits-DESC", ["b", "d", "c", "a"]],
    ["?orderBy=nonBotVisits-ASC", ["a", "c", "d", "b"]],
  ])("[35.11] %s filters and sorts", async (query, codes) => {
    const found = await list(query);
    expect(found.codes).toEqual(codes);
    expect(found.pagination.totalItems).toBe(codes.length);
  });

  it("[35.11] leaves out short URLs whose limit is reached, as far as their counter has said", async () => {
    const set = (left: string | null) =>
      env.DB.prepare("UPDATE records SET places_left = ?1 WHERE source = '/d' AND workspace_id = ?2")
        .bind(left, site.id)
        .run();
    const open = async () => (await list("?excludeMaxVisitsReached=true")).codes;
    expect(await open()).toContain("d");
    await set('{"left":0,"version":1}');
    expect(await open()).toEqual(["c", "b", "a"]);
    // A counter of an earlier limit says nothing of this one.
    await set('{"left":0,"version":0}');
    expect(await open()).toContain("d");
    await set('{"left":1,"version":1}');
    expect(await open()).toContain("d");
    await set(null);
  });

  it.each([
    ["?page=0", "page"],
    ["?page=-1", "page"],
    ["?page=x", "page"],
    ["?page=501", "page"],
    ["?itemsPerPage=0", "itemsPerPage"],
    ["?itemsPerPage=5001", "itemsPerPage"],
    ["?orderBy=title-ASC", "orderBy"],
    ["?orderBy=constructor-ASC", "orderBy"],
    ["?startDate=soon", "startDate"],
    ["?endDate=soon", "endDate"],
    ["?excludeTags[]=red", "excludeTags"],
    ["?excludeTags[0]=red", "excludeTags"],
    ["?apiKeyName=x", "apiKeyName"],
  ])("[35.10, 35.11] %s names the parameter", async (query, name) => {
    const answer = await site.rest("GET", `/short-urls${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.type).toBe("https://shlink.io/api/error/invalid-data");
    expect(answer.body.invalidElements).toEqual([name]);
  });
});
