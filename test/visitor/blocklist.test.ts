import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { connectHost, createSite, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";
import { visitOn, watchEnv } from "../support/watched-env.ts";

const EVIL = "https://login.evil.example/account?a=1";
const PASSWORD = "open sesame";

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

const block = async (...hosts: string[]) => requireOk(await site.call("PUT", "/blocklist", { hosts }));

/** The page, and no trace of where the record leads, in headers and body. */
async function expectWarning(response: Response): Promise<void> {
  expect(response.status).toBe(403);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  for (const name of ["Location", "Link", "Refresh", "Set-Cookie"]) {
    expect(response.headers.has(name), name).toBe(false);
  }
  const html = await response.text();
  expect(html).toContain("This link is blocked");
  expect(html + JSON.stringify([...response.headers])).not.toMatch(/evil\.example|account/);
}

describe("a record that leads to a listed host warns its visitors", () => {
  it.each<[string, object]>([
    ["a redirect", {}],
    ["a permanent redirect, which may be remembered", { status: 301 }],
    ["a frame", { type: "frame" }],
    ["one that forwards path and query", { forward_path: true, forward_query: true }],
    ["one of several destinations", { destinations: [EVIL, EVIL.replace("login", "www")] }],
    ["[17.3] one with a link preview for bots", { plugins: ["preview"], title: "Title" }],
    ["one with UTM parameters", { utm: { source: "x" } }],
  ])("%s", async (_, fields) => {
    const { url } = await site.createLink({ destination: EVIL, ...fields });
    expect((await visit(url)).status).toBeLessThan(400);
    await block("evil.example");
    await expectWarning(await visit(url));
    await expectWarning(await visit(url, { headers: { "User-Agent": "Twitterbot/1.0" } }));
    await expectWarning(await visit(`${url}+`));
  });

  it("a redirect of a whole hostname, of a path and of a query", async () => {
    const paths = ["/", "/a/b", "/blog/*", "/x?y=1", "/*"];
    for (const path of paths) await site.createRedirect(path, { destination: EVIL, forward_path: true });
    await block("evil.example");
    for (const path of ["/", "/a/b", "/blog/x/y", "/x?y=1", "/anything"]) {
      await expectWarning(await visit(`http://${site.host}${path}`));
    }
  });

  it.each(["POST", "PUT", "DELETE"])("[17.3] also by %s", async (method) => {
    const { url } = await site.createLink({ destination: EVIL, status: 307 });
    await block("evil.example");
    await expectWarning(await visit(url, { method }));
  });

  it("without a body to HEAD, and OPTIONS is answered as ever", async () => {
    const { url } = await site.createLink({ destination: EVIL });
    await block("evil.example");
    const head = await visit(url, { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("Location")]).toEqual([403, "", null]);
    expect((await visit(url, { method: "OPTIONS" })).status).toBe(204);
  });

  it("in their language", async () => {
    const { url } = await site.createLink({ destination: EVIL });
    await block("evil.example");
    const response = await visit(url, { headers: { "Accept-Language": "de" } });
    const html = await response.text();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain("Dieser Link ist gesperrt");
  });
});

describe("a gate in front of it", () => {
  async function createBlocked(fields: object = {}): Promise<string> {
    const { url } = await site.createLink({ destination: EVIL, password: PASSWORD, ...fields });
    await block("evil.example");
    return url;
  }

  it("[17.3] still asks for the password, and opens on the warning", async () => {
    const url = await createBlocked();
    const gate = await visit(url);
    expect([gate.status, await gate.text()]).toEqual([200, expect.not.stringContaining("evil.example")]);
    const body = new URLSearchParams({ password: PASSWORD });
    const opened = await visit(url, { method: "POST", body });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, url]);
    const Cookie = opened.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    await expectWarning(await visit(url, { headers: { Cookie } }));
  });

  it("[17.3] sends a program with the right password no location", async () => {
    const url = await createBlocked();
    const headers = { "X-Link-Password": PASSWORD };
    const response = await visit(url, { headers });
    expect(response.status).toBe(403);
    expect(response.headers.has("Set-Cookie")).toBe(false);
    expect(await response.json()).toEqual({ message: "The destination is listed as dangerous." });
  });
});

describe("what stands beside it", () => {
  it("[17.3] a picture of its QR code leads to the warning alone", async () => {
    const { url } = await site.createLink({ destination: EVIL, qr: { show_url: true } });
    await block("evil.example");
    const picture = await visit(`${url}.qr`);
    expect(picture.status).toBe(200);
    expect(await picture.text()).not.toContain("evil.example");
  });

  it("[17.3] a preview names the other destinations only", async () => {
    const { url } = await site.createLink({
      destinations: ["https://good.example", EVIL],
      destination_routing: "weighted:1,0",
    });
    await block("evil.example");
    const html = await (await visit(`${url}+`)).text();
    expect(html).toContain("good.example");
    expect(html).not.toContain("evil.example");
  });

  it("[17.3] a visit that is sent to another destination is let through", async () => {
    const { url } = await site.createLink({
      destinations: ["https://good.example", EVIL],
      destination_routing: "sequential",
    });
    await block("evil.example");
    const statuses = [(await visit(url)).status, (await visit(url)).status];
    expect(statuses.toSorted()).toEqual([302, 403]);
  });

  it("[17.4] pages in the place of a record lead there no more, either", async () => {
    const { url } = await site.createLink({ expires: "2001-01-01T00:00:00Z", destination: EVIL });
    for (const key of ["not_found_url", "expired_url"]) {
      requireOk(await site.call("POST", `/workspace/update/${key}`, { value: EVIL }));
    }
    expect((await visit(url)).headers.get("Location")).toBe(EVIL);
    await block("evil.example");
    expect((await visit(url)).status).toBe(410);
    const missing = await visit(`http://${site.host}/nothing`);
    expect([missing.status, missing.headers.get("Location")]).toEqual([404, null]);
  });

  it("an HTML page is served", async () => {
    requireOk(await site.call("PUT", "/files/page", "<p>hello"));
    const { id, url } = await site.createLink();
    requireOk(await site.call("PUT", `/link/${id}`, { file: "page" }));
    await block("evil.example", site.host);
    expect((await visit(url)).status).toBe(200);
  });

  it("a paused record and one that has expired say so", async () => {
    const { id, url } = await site.createLink({ destination: EVIL });
    await block("evil.example");
    requireOk(await site.call("POST", `/links/${id}/pause`));
    expect((await visit(url)).status).toBe(404);
  });
});

describe("a change of the list", () => {
  it("[17.5] takes effect, and is undone, on all hostnames of the workspace at once, without a write to any record", async () => {
    const other = await connectHost(site);
    const urls = [
      (await site.createLink({ destination: EVIL })).url,
      (await site.createLink({ destination: EVIL, host: other, status: 301 })).url,
    ];
    const read = () => env.DB.prepare("SELECT id, version, updated_at FROM records").all();
    const { results: before } = await read();
    for (const url of urls) expect((await visit(url)).headers.get("Location")).toBe(EVIL);
    await block("evil.example");
    for (const url of urls) await expectWarning(await visit(url));
    await block();
    for (const url of urls) expect((await visit(url)).headers.get("Location")).toBe(EVIL);
    expect((await read()).results).toEqual(before);
  });

  it("[17.5] is no other workspace's business", async () => {
    const stranger = await createSite();
    const { url } = await stranger.createLink({ destination: EVIL });
    await block("evil.example");
    expect((await visit(url)).headers.get("Location")).toBe(EVIL);
  });

  it.each<[string, object]>([
    ["the store", { database: "throws" }],
    ["the database", { store: "throws" }],
  ])("is told by %s alone", async (_, faults) => {
    const { url } = await site.createLink({ destination: EVIL });
    await block("evil.example");
    memory.clear();
    const watched = watchEnv();
    Object.assign(watched.faults, faults);
    await expectWarning(await visitOn(watched.env, url));
    await expectWarning(await visitOn(watched.env, url));
  });

  it("is in no snapshot of a workspace that lists nothing", async () => {
    await block("evil.example");
    await block();
    expect(await env.SNAPSHOTS.get(`h:${site.host}`)).not.toContain("blocked");
  });
});
