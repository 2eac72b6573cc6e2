import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { addToken, connectHost, createSite, recordCounts, requireOk, type Site } from "../../support/site.ts";
import { openYourls, type YourlsKey } from "../../support/yourls.ts";

const DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const URL = "https://example.com/a?b=1&c=2#d";

let site: Site;
let key: YourlsKey;

beforeEach(async () => {
  site = await createSite();
  key = await openYourls(site);
});

const shorten = (parameters: Record<string, string>, method?: "GET" | "POST") =>
  key.call({ action: "shorturl", ...parameters }, method);

describe("shorturl", () => {
  it.each(["GET", "POST"] as const)("[35.6] makes a link, by %s, and answers it", async (method) => {
    const { status, body, headers } = await shorten(
      { url: URL, keyword: "spring", title: "Fish  &\nChips" },
      method,
    );
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(body).toEqual({
      status: "success",
      code: "",
      message: `${URL} added to database`,
      errorCode: "",
      statusCode: "200",
      url: {
        keyword: "spring",
        url: URL,
        title: "Fish & Chips",
        date: expect.stringMatching(DATE),
        ip: "",
        clicks: 0,
      },
      title: "Fish & Chips",
      shorturl: `http://${site.host}/spring`,
    });
    const { data } = requireOk(await site.call("GET", "/links")).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      host: site.host,
      alias: "spring",
      destination: URL,
      title: "Fish & Chips",
      handler: "short-url",
      created_via: "yourls",
    });
  });

  it.each([
    ["adds parameters", { utm: { source: "n" } }],
    ["shows a page first", { plugins: ["preview"] }],
    ["keeps bots out", { plugins: ["bot-block"] }],
    ["is a frame", { type: "frame" }],
  ])("[35.6] a link to the URL that %s is none for it", async (_, fields) => {
    await site.createLink({ alias: "other", destination: URL, ...fields });
    expect((await shorten({ url: URL })).body).toMatchObject({ status: "success", code: "" });
    expect((await shorten({ url: URL })).body).toMatchObject({ status: "fail", code: "error:url" });
  });

  it("[35.6] draws a keyword, and takes the URL for a title, where none is sent", async () => {
    const { body } = await shorten({ url: URL, keyword: "", title: " " });
    expect(body.url.keyword).toMatch(/^[0-9a-z]{6}$/);
    expect(body.title).toBe(URL);
    expect(body.shorturl).toBe(`http://${site.host}/${body.url.keyword}`);
    const { data } = requireOk(await site.call("GET", "/links")).body;
    expect(data[0].title).toBe("");
  });

  it("[35.6] answers a link that leads to the URL already as a failure with the status 200", async () => {
    const made = (await shorten({ url: URL, keyword: "spring", title: "Spring" })).body;
    const { status, body } = await shorten({ url: URL, keyword: "another" });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "fail",
      code: "error:url",
      message: `${URL} already exists in database`,
      errorCode: "",
      statusCode: "200",
      url: made.url,
      title: "Spring",
      shorturl: made.shorturl,
    });
    expect((await shorten({ url: URL, format: "simple" })).text).toBe(made.shorturl);
    expect(await recordCounts(site.id)).toEqual({ kept: 1, counted: 1 });
  });

  it.each<[string, object]>([
    ["is paused", { status: "paused" }],
    ["has expired", { expires: "2020-01-01T00:00:00Z" }],
    ["has not begun", { starts: "2126-01-01T00:00:00Z" }],
    ["asks for a password", { password: "sesame" }],
    ["is limited", { max_clicks: 5 }],
    ["leads elsewhere as well", { destination: undefined, destinations: [URL, "https://example.org/"] }],
    ["leads to a longer URL", { destination: `${URL}e` }],
    ["leads to it in another case", { destination: URL.replace("/a", "/A") }],
  ])("[35.6] makes another link if the one that is there %s", async (_, fields) => {
    await site.createLink({ alias: "old", destination: URL, ...fields });
    expect((await shorten({ url: URL, keyword: "spring" })).body.code).toBe("");
  });

  it("[35.6] makes links on the first hostname of its key, whatever another one has", async () => {
    const other = await connectHost(site);
    await site.createLink({ host: other, alias: "spring", destination: URL });
    const wide = await openYourls(site, [site.host, other]);
    const { body } = await wide.call({ action: "shorturl", url: URL });
    expect(body).toMatchObject({ status: "success", shorturl: expect.stringContaining(`//${site.host}/`) });
  });

  it.each<[string, Record<string, string>, string, RegExp]>([
    ["no URL", { keyword: "spring" }, "error:nourl", /^url: \S/],
    ["an empty URL", { url: "" }, "error:nourl", /^url: \S/],
    ["no URL of the web", { url: "mailto:a@b.example" }, "error:nourl", /^url: \S/],
    ["a bad keyword", { url: URL, keyword: "a/b" }, "error:keyword", /keyword: \S/],
    ["a reserved keyword", { url: URL, keyword: "robots.txt" }, "error:keyword", /^keyword: \S/],
    ["a title that is too long", { url: URL, title: "t".repeat(251) }, "error:title", /title: .*250/],
    ["a bad URL and keyword", { url: "x", keyword: "a/b" }, "error:nourl", /url: .*keyword: /],
  ])("[35.6] refuses %s, and writes nothing", async (_, parameters, code, message) => {
    const { status, body } = await shorten(parameters);
    expect(status).toBe(400);
    expect(body).toEqual({
      status: "fail",
      code,
      message: expect.stringMatching(message),
      errorCode: "400",
      statusCode: "400",
    });
    expect((await shorten({ ...parameters, format: "simple" })).text).toBe("");
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
  });

  it("[35.6] refuses a keyword that is taken, and a URL that is one of its short URLs", async () => {
    await site.createLink({ alias: "spring", destination: URL });
    const taken = await shorten({ url: "https://example.org/", keyword: "spring" });
    expect([taken.status, taken.body.code]).toEqual([400, "error:keyword"]);
    for (const rest of ["", "?utm_source=mail", "#top"])
      for (const scheme of ["http://", ""]) {
        const url = `${scheme}${site.host}/spring${rest}`;
        const { status, body } = await shorten({ url });
        expect([status, body.code, body.message]).toEqual([400, "error:noloop", "URL is a short URL"]);
      }
    const own = await shorten({ url: `https://${site.host}/self`, keyword: "self" });
    expect([own.status, own.body.code]).toEqual([400, "error:noloop"]);
    expect(await recordCounts(site.id)).toEqual({ kept: 1, counted: 1 });
  });

  it("[35.1] obeys the blocklist, the plan, and the suspension of its workspace", async () => {
    requireOk(await site.call("PUT", "/blocklist", { hosts: ["evil.example"] }));
    const blocked = await shorten({ url: "https://evil.example/" });
    expect([blocked.status, blocked.body.code]).toEqual([400, "error:nourl"]);
    await env.DB.prepare("UPDATE workspaces SET suspended_at = 1 WHERE id = ?1").bind(site.id).run();
    const suspended = await shorten({ url: URL });
    expect([suspended.status, suspended.body.errorCode]).toEqual([403, "403"]);
    expect((await key.call({ action: "db-stats" })).status).toBe(200);
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
  });

  it("[35.1] is refused once the member who made the key may no longer write", async () => {
    await addToken(site.id);
    await env.DB.prepare("UPDATE memberships SET role = 'viewer' WHERE workspace_id = ?1 AND user_id = ?2")
      .bind(site.id, site.userId)
      .run();
    const { status, body } = await shorten({ url: URL });
    expect([status, body.errorCode, body.status]).toEqual([484, "484", "fail"]);
    expect((await key.call({ action: "version" })).status).toBe(200);
  });

  it("[35.6] is refused where the first hostname is no longer connected", async () => {
    requireOk(await site.call("DELETE", `/host/${site.host}`));
    const { status, body } = await shorten({ url: URL });
    expect([status, body.code]).toEqual([400, "error:host"]);
  });
});
