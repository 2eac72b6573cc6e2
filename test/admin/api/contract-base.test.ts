import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createSite, requireOk, send, type Site } from "../../support/site.ts";
import { createWorkspace, visit } from "../../support/workspace.ts";

/** Which runtime answers, the version in the address, and what no answer tells. */

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function read(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return exports.default.fetch(
    new Request(url, { headers: { Authorization: `Bearer ${site.token}`, ...headers } }),
  );
}

describe("the admin side answers", () => {
  it.each([
    "http://localhost:8787/v1/test",
    "http://127.0.0.1:8787/v1/test",
    "http://LOCALHOST/v1/test",
    "http://localhost./v1/test",
    "https://localhost:443/v1/test",
  ])("[1.3] %s", async (url) => {
    const response = await read(url);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ live: true });
  });

  it("[1.3] never on a hostname of records, whatever the path and the token", async () => {
    await site.createRedirect("/v1/test", { destination: "https://example.com/record" });
    const response = await visit(`http://${site.host}/v1/test`, {
      headers: { Authorization: `Bearer ${site.token}` },
    });
    expect(response.headers.get("Location")).toBe("https://example.com/record");
    expect((await read("http://sub.localhost:8787/v1/test")).status).toBe(404);
  });

  it("[9.1] a request that asks for application/json", async () => {
    const response = await read("http://localhost:8787/v1/test", { Accept: "application/json" });
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  });
});

describe("[1.5] the version is the first segment of the path", () => {
  it.each(["/test", "/v2/test", "/V1/test", "/v1test", "/v1/v1/test"])("%s is a 404", async (path) => {
    expect((await read(`http://localhost:8787${path}`)).status).toBe(404);
  });
});

describe("a rejected secret is not in the answer", () => {
  it.each(["POST", "GET"])("[9.5] of a token: %s", async (method) => {
    const token = `sp_${"Q".repeat(40)}`;
    const answer = await send("/links", { method, headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    expect(JSON.stringify([answer.body, ...answer.headers])).not.toContain("QQQQ");
  });
});

describe("limits of a plan", () => {
  it("[9.16] the free plan's 51st record is a 482 on POST /links as well, of any handler", async () => {
    const free = await createSite("free");
    const url = Array.from({ length: 50 }, (_, index) => `${free.host}/${index}`).join(" ");
    requireOk(await free.call("POST", "/redirect", { url }));
    for (const handler of ["short-url", "qr", "redirect", "migration"]) {
      const body = { handler, host: free.host, url: `${free.host}/more` };
      const answer = await free.call("POST", "/links", body);
      expect([handler, answer.status]).toEqual([handler, 482]);
      expect(answer.body).toMatchObject({ limit: "records", used: 50, allowed: 50 });
    }
  });

  it("[9.16] lets a full workspace change records by PUT /link, /links and /redirect without a 482", async () => {
    const free = await createSite("free");
    const link = await free.createLink();
    const url = Array.from({ length: 49 }, (_, index) => `${free.host}/${index}`).join(" ");
    const { data } = requireOk(await free.call("POST", "/redirect", { url })).body;
    requireOk(await free.call("PUT", `/link/${link.id}`, { title: "x" }));
    requireOk(await free.call("PUT", `/links/${link.id}`, { title: "y" }));
    requireOk(await free.call("PUT", `/redirect/${data[0].id}`, { title: "z" }));
  });
});

describe("a token's workspace", () => {
  it("[1.2] is the one that every call works in: a workspace named in a request changes nothing", async () => {
    const other = await createWorkspace();
    const named = { workspace_id: other.id, workspace: other.id };
    expect((await site.call("POST", "/link", { host: site.host, ...named })).status).toBe(422);
    const link = await site.createLink();
    const query = `?workspace_id=${other.id}&workspace=${other.id}`;
    expect((await site.call("GET", `/link/${link.id}${query}`)).status).toBe(422);
    expect((await other.call("GET", `/links${query}`)).status).toBe(422);
    expect((await other.call("GET", "/links")).body.data).toEqual([]);
  });
});
