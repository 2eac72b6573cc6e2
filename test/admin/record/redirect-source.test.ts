import { beforeAll, describe, expect, it } from "vitest";
import {
  connectHost,
  createSite,
  expectRefused,
  recordCounts,
  requireOk,
  type Site,
} from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

const DESTINATION = "https://example.com/new";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

describe("a source", () => {
  it.each([
    ["the bare host", "", "/*", "/anything/at/all"],
    ["the host with /*", "/*", "/*", "/"],
    ["the root", "/", "/", "/"],
    ["a path", "/a/b", "/a/b", "/a/b"],
    ["[2.1] a path with a trailing slash", "/a/b/", "/a/b", "/a/b"],
    ["a path with a query", "/a/b?x=1", "/a/b?x=1", "/a/b?x=1"],
    ["a query at the root", "?p=7", "/?p=7", "/?p=7"],
    ["everything below a path", "/blog/*", "/blog/*", "/blog/2026/01"],
    ["everything below a path, with a trailing slash", "/blog/*/", "/blog/*", "/blog"],
    ["16 segments and a star", `${"/s".repeat(16)}/*`, `${"/s".repeat(16)}/*`, `${"/s".repeat(16)}/t`],
    ["17 segments without one", "/s".repeat(17), "/s".repeat(17), "/s".repeat(17)],
    ["a literal non-ASCII path", "/café", "/caf%C3%A9", "/café"],
    ["an escaped non-ASCII path", "/caf%C3%A9", "/caf%C3%A9", "/café"],
    ["an escaped slash", "/a%2fb", "/a%2Fb", "/a%2Fb"],
    ["an escaped star", "/a/%2A", "/a/%2A", "/a/%2A"],
    ["a file", "/robots.txt", "/robots.txt", "/robots.txt"],
  ])("%s", async (_, suffix, shown, visited) => {
    const host = await connectHost(site);
    const { body } = requireOk(
      await site.call("POST", "/redirect", { url: host + suffix, destination: DESTINATION }),
    );
    expect(body.data[0]).toMatchObject({ host, url: `http://${host}${shown}` });
    expect((await visit(`http://${host}${visited}`)).headers.get("Location")).toBe(DESTINATION);
    expectRefused(await site.call("POST", "/redirect", { url: host + suffix }), "url");
    expectRefused(await site.call("POST", "/redirect", { url: body.data[0].url }), "url");
  });

  it.each([
    ["a scheme", (host: string) => `https://${host}/x`],
    ["a port", (host: string) => `${host}:8080/x`],
    ["capitals in the host", (host: string) => `${host.toUpperCase()}/x`],
    ["white space around", (host: string) => `  ${host}/x\n`],
  ])("may be written with %s", async (_, write) => {
    const host = await connectHost(site);
    const { body } = requireOk(await site.call("POST", "/redirect", { url: write(host) }));
    expect(body.data[0].url).toBe(`http://${host}/x`);
  });

  it.each([
    ["nothing", ""],
    ["white space", " "],
    ["a path alone", "/x"],
    ["[12.6] a host that is not connected", "nobody.acme.example/x"],
    ["a single label", "acme/x"],
    ["an address", "192.0.2.1/x"],
    ["a fragment", "HOST/x#y"],
    ["a backslash", "HOST/a\\b"],
    ["a control character", "HOST/a\u0001b"],
    ["half a surrogate pair", "HOST/\ud800"],
    ["a star in the middle", "HOST/a/*/b"],
    ["a star with a query", "HOST/a/*?x=1"],
    ["17 segments and a star", `HOST${"/s".repeat(17)}/*`],
    ["[2.8] a path of 2,049 characters", `HOST/${"x".repeat(2_048)}`],
    ["a user name", "user@HOST/x"],
    ["another scheme", "ftp://HOST/x"],
    ["a number", 5],
    ["a list", ["HOST/x"]],
    ["null", null],
    ["missing", undefined],
  ])("[12.5] %s is a 422 on url", async (_, url) => {
    const before = await recordCounts(site.id);
    const written = typeof url === "string" ? url.replaceAll("HOST", site.host) : url;
    expectRefused(await site.call("POST", "/redirect", { url: written, destination: DESTINATION }), "url");
    expect(await recordCounts(site.id)).toEqual(before);
  });

  it("[2.8] of 2,048 characters is taken", async () => {
    await site.createRedirect(`/${"x".repeat(2_047)}`);
  });

  it("on a hostname of another workspace is a 422, in the words for one that nobody has", async () => {
    const other = await createSite();
    const foreign = await site.call("POST", "/redirect", { url: `${other.host}/x` });
    expectRefused(foreign, "url");
    const unknown = await site.call("POST", "/redirect", { url: "nobody.acme.example/x" });
    const { request_id } = foreign.body;
    expect(JSON.stringify(foreign.body).replaceAll(other.host, "nobody.acme.example")).toBe(
      JSON.stringify({ ...unknown.body, request_id }),
    );
  });
});

describe("[12.5] several sources in one url", () => {
  it.each([
    ["white space", " "],
    ["a line break", "\n"],
    ["a tab and more", "\t \r\n "],
    ["a comma and white space", ", "],
    ["a comma and a line break", ",\n"],
    ["white space on both sides of the comma", " , "],
  ])("[12.5] separated by %s", async (_, separator) => {
    const host = await connectHost(site);
    const other = await connectHost(site);
    const url = [`${host}/a`, `https://${other}/b/*`, `${host}/c?x=1`].join(separator);
    const { body } = requireOk(
      await site.call("POST", "/redirect", { url, destination: DESTINATION, title: "all" }),
    );
    expect(body.data.map((redirect: { url: string }) => redirect.url)).toEqual([
      `http://${host}/a`,
      `http://${other}/b/*`,
      `http://${host}/c?x=1`,
    ]);
    for (const redirect of body.data)
      expect(redirect).toMatchObject({ destination: DESTINATION, title: "all" });
    expect((await visit(`http://${other}/b/below`)).headers.get("Location")).toBe(DESTINATION);
  });

  it("a comma without white space is part of a path", async () => {
    const redirect = await site.createRedirect("/a,b");
    expect(redirect.url).toBe(`http://${site.host}/a,b`);
  });

  it.each([
    ["is taken", "HOST/standing"],
    ["is named twice", "HOST/fine-2 HOST/fine-2/"],
    ["is on a hostname that is not connected", "nobody.acme.example/x"],
    ["can't be read", "HOST/a/*/b"],
  ])("[12.5] one that %s fails the whole call, and nothing is created", async (_, bad) => {
    await site.call("POST", "/redirect", { url: `${site.host}/standing` });
    const before = await recordCounts(site.id);
    const url = `HOST/fine ${bad} HOST/also-fine`.replaceAll("HOST", site.host);
    expectRefused(await site.call("POST", "/redirect", { url, destination: DESTINATION }), "url");
    expect(await recordCounts(site.id)).toEqual(before);
    expect((await visit(`http://${site.host}/fine`)).status).toBe(404);
  });
});
