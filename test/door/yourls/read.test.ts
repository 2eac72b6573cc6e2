import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { connectHost, createSite, type Site } from "../../support/site.ts";
import { openYourls, type YourlsKey } from "../../support/yourls.ts";

const NO_SIMPLE_FORM = "Need either XML or JSON format for stats";

let site: Site;
let other: string;
let key: YourlsKey;

beforeEach(async () => {
  site = await createSite();
  other = await connectHost(site);
  await site.createLink({ alias: "spring", destination: "https://example.com/s", title: "Spring" });
  await site.createLink({ alias: "autumn", destination: "https://example.com/a" });
  await site.createLink({ host: other, alias: "spring", destination: "https://example.org/" });
  key = await openYourls(site);
  for (const [alias, clicks] of [
    ["spring", 3],
    ["autumn", 7],
  ] as const) {
    await env.DB.prepare("UPDATE records SET total_clicks = ?1 WHERE source = ?2 AND workspace_id = ?3")
      .bind(clicks, `/${alias}`, site.id)
      .run();
  }
});

const url = (alias: string) => `http://${site.host}/${alias}`;
const SHOWN = () => ({
  shorturl: url("spring"),
  url: "https://example.com/s",
  title: "Spring",
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  ip: "",
  clicks: 3,
});

describe("expand", () => {
  it.each(["spring", "http://HOST/spring", "https://HOST/spring", "HOST/spring", "http://HOST:8787/spring"])(
    "[35.7] takes %s",
    async (shorturl) => {
      const { status, body } = await key.call({
        action: "expand",
        shorturl: shorturl.replace("HOST", site.host),
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        keyword: "spring",
        shorturl: url("spring"),
        longurl: "https://example.com/s",
        title: "Spring",
        message: "success",
        statusCode: "200",
      });
    },
  );

  it.each(["", "none", "a/b", "http://OTHER/spring", "https://example.com/s", "%", "http://HOST/none"])(
    "[35.7] finds nothing for %j",
    async (text) => {
      const shorturl = text.replace("HOST", site.host).replace("OTHER", other);
      const { status, body } = await key.call({ action: "expand", shorturl });
      expect(status).toBe(404);
      expect(body).toEqual({ keyword: shorturl, message: "Error: short URL not found", errorCode: "404" });
      expect((await key.call({ action: "expand", shorturl, format: "simple" })).text).toBe("not found");
    },
  );

  it("[35.7] has the long URL as its simple form, and reads every hostname of its key", async () => {
    const simple = await key.call({ action: "expand", shorturl: "spring", format: "simple" });
    expect(simple.text).toBe("https://example.com/s");
    const wide = await openYourls(site, [other, site.host]);
    const expand = async (shorturl: string) => (await wide.call({ action: "expand", shorturl })).body.longurl;
    expect(await expand("spring")).toBe("https://example.org/");
    expect(await expand(url("spring"))).toBe("https://example.com/s");
  });
});

describe("url-stats", () => {
  it("[35.7] answers a link with its clicks", async () => {
    const { status, body } = await key.call({ action: "url-stats", shorturl: url("spring") });
    expect(status).toBe(200);
    expect(body).toEqual({ message: "success", statusCode: "200", link: SHOWN() });
  });

  it("[35.7] is a 404 for a link that the key does not reach", async () => {
    const { status, body } = await key.call({ action: "url-stats", shorturl: `http://${other}/spring` });
    expect(status).toBe(404);
    expect(body).toEqual({ statusCode: "404", message: "Error: short URL not found" });
  });
});

describe("stats and db-stats", () => {
  const STATS = { total_links: 2, total_clicks: 10 };

  it.each<[string, string[]]>([
    ["top", ["autumn", "spring"]],
    ["bottom", ["spring", "autumn"]],
    ["last", ["autumn", "spring"]],
    ["", ["autumn", "spring"]],
    ["toString", ["autumn", "spring"]],
  ])("[35.7] filter %j lists %j", async (filter, aliases) => {
    const { status, body } = await key.call({ action: "stats", filter, limit: "10" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ stats: STATS, statusCode: "200", message: "success" });
    expect(Object.keys(body.links)).toEqual(["link_1", "link_2"]);
    expect(Object.values<{ shorturl: string }>(body.links).map(({ shorturl }) => shorturl)).toEqual(
      aliases.map(url),
    );
    if (filter === "bottom") expect(body.links.link_1).toEqual(SHOWN());
  });

  it("[35.7] rand lists each link once, in any order", async () => {
    const { body } = await key.call({ action: "stats", filter: "rand", limit: "5" });
    expect(
      Object.values<{ shorturl: string }>(body.links)
        .map(({ shorturl }) => shorturl)
        .toSorted(),
    ).toEqual([url("autumn"), url("spring")]);
  });

  it("[35.7] start and limit choose a part, and without a limit there are no links", async () => {
    const list = async (parameters: object) =>
      (await key.call({ action: "stats", filter: "top", ...parameters })).body.links;
    expect(await list({ limit: "1", start: "1" })).toEqual({ link_1: SHOWN() });
    expect(await list({ limit: "5", start: "2" })).toEqual({});
    for (const limit of ["0", "-1", "x"]) expect(await list({ limit })).toBeUndefined();
    expect(await list({})).toBeUndefined();
  });

  it("[35.7] start and limit beyond 1,000 are refused", async () => {
    const { status, body } = await key.call({ action: "stats", limit: "1000", start: "1" });
    expect([status, body.errorCode]).toEqual([400, "400"]);
    expect(body.message).toContain("1000");
    expect((await key.call({ action: "stats", limit: "1000" })).status).toBe(200);
  });

  it("[35.7] count the links and clicks of the key's hostnames", async () => {
    const { status, body } = await key.call({ action: "db-stats" });
    expect(status).toBe(200);
    expect(body).toEqual({ "db-stats": STATS, message: "success", statusCode: "200" });
    const xml = await key.call({ action: "db-stats", format: "xml" });
    expect(xml.text).toContain(
      "<db-stats><total_links>2</total_links><total_clicks>10</total_clicks></db-stats>",
    );
    expect((await key.call({ action: "db-stats", format: "simple" })).text).toBe(NO_SIMPLE_FORM);
  });

  it("[35.7] count no redirects", async () => {
    await site.createRedirect("/old");
    await env.DB.prepare("DELETE FROM count_cache WHERE workspace_id = ?1").bind(site.id).run();
    expect((await key.call({ action: "db-stats" })).body["db-stats"]).toEqual(STATS);
  });
});

describe("version", () => {
  it("[35.7] is that of the API that is answered", async () => {
    expect((await key.call({ action: "version" })).body).toEqual({ version: "1.10.4" });
    expect((await key.call({ action: "version", db: "1" })).body).toEqual({
      version: "1.10.4",
      db_version: "507",
    });
    expect((await key.call({ action: "version", format: "simple" })).text).toBe("1.10.4");
  });
});
