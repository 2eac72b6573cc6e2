import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import type { ClickMessage } from "../../src/queue-messages.ts";
import { suspendWorkspace } from "../../src/services/operator/suspend-workspace.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { serveVisit } from "../../src/visitor/pipeline.ts";
import { emptyClickBuffer } from "../support/empty-click-buffer.ts";
import { iconBytes } from "../support/icon.ts";
import { PNG_LOGO, SVG_LOGO } from "../support/logo.ts";
import { createSite, requireOk, send, type Site } from "../support/site.ts";
import { visitOn, watchEnv } from "../support/watched-env.ts";
import { visit } from "../support/workspace.ts";

/** What visitors get of the files of a hostname (contract 35.14 and 35.16). */

const ROBOTS = "User-agent: *\nDisallow: /private/\n";
const APP_LINKS = JSON.stringify({ applinks: { details: [{ appIDs: ["A.b"], components: [] }] } });
const AT = "/.well-known/apple-app-site-association";

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

async function put(name: string, type: string, body: BodyInit) {
  const headers = { Authorization: `Bearer ${site.token}`, "Content-Type": type };
  return requireOk(await send(`/host/${site.host}/files/${name}`, { method: "PUT", headers, body }));
}

const get = (path: string, init?: RequestInit) => visit(`https://${site.host}${path}`, init);
const textOf = async (path: string, init?: RequestInit) => (await get(path, init)).text();
describe("[35.16] a file of a hostname", () => {
  it("answers its path, with its type, nosniff and a sandbox", async () => {
    const link = JSON.stringify([{ relation: ["r"], target: { namespace: "web" } }]);
    const security = "Contact: mailto:a@b.example\nExpires: 2999-01-01T00:00:00Z";
    await put("apple-app-site-association", "application/json", APP_LINKS);
    await put("assetlinks.json", "application/json", link);
    await put("security.txt", "text/plain", security);
    await put("robots.txt", "text/plain", ROBOTS);
    for (const [path, type, text] of [
      [AT, "application/json", APP_LINKS],
      ["/.well-known/assetlinks.json", "application/json", link],
      ["/.well-known/security.txt", "text/plain; charset=utf-8", security],
      ["/robots.txt", "text/plain; charset=utf-8", ROBOTS],
      ["/robots.txt?x=1", "text/plain; charset=utf-8", ROBOTS],
    ] as const) {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([200, text]);
      expect(answer.headers.get("Content-Type")).toBe(type);
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(answer.headers.get("Content-Security-Policy")).toMatch(/^sandbox; default-src 'none'/);
      expect(answer.headers.get("Cache-Control")).toBe("public, max-age=300");
    }
    expect(await textOf(AT, { method: "HEAD" })).toBe("");
    expect((await get(AT, { method: "POST" })).status).toBe(405);
    expect((await get(AT, { method: "OPTIONS" })).headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
  });

  it.each([
    ["image/png", PNG_LOGO],
    ["image/svg+xml", SVG_LOGO],
    ["image/x-icon", iconBytes()],
  ])("may be an icon of the type %s", async (type, body) => {
    expect((await get("/favicon.ico")).status).toBe(204);
    await put("favicon.ico", type, body);
    const icon = await get("/favicon.ico");
    expect(icon.headers.get("Content-Type")).toContain(type);
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    expect(new Uint8Array(await icon.arrayBuffer())).toEqual(bytes);
  });

  it("is exempt from force_https, and from what answers all other paths", async () => {
    await env.DB.prepare("UPDATE hosts SET force_https = 1, ssl_issued_at = 1 WHERE host = ?1")
      .bind(site.host)
      .run();
    await site.createRedirect("/*", { destination: "https://other.example", password: "open sesame" });
    await put("apple-app-site-association", "application/json", APP_LINKS);
    await put("robots.txt", "text/plain", ROBOTS);
    for (const path of [AT, "/robots.txt"]) {
      expect((await visit(`http://${site.host}${path}`)).status).toBe(200);
    }
    expect((await visit(`http://${site.host}/.well-known/assetlinks.json`)).status).toBe(301);
    expect((await get("/other")).status).toBe(200);
    expect(await textOf("/other")).toContain("<form");
  });

  it("comes after a record with exactly its path, and after it has ended or before it starts answers again", async () => {
    await put("robots.txt", "text/plain", ROBOTS);
    const record = await site.createRedirect("/robots.txt", {
      destination: "https://other.example/robots.txt",
    });
    expect((await get("/robots.txt")).headers.get("Location")).toBe("https://other.example/robots.txt");
    await put("robots.txt", "text/plain", `${ROBOTS}# 2`);
    expect((await get("/robots.txt")).status).toBe(301);
    requireOk(await site.call("PUT", `/redirect/${record.id}`, { starts: "2999-01-01T00:00:00Z" }));
    expect(await textOf("/robots.txt")).toBe(`${ROBOTS}# 2`);
    requireOk(await site.call("DELETE", `/redirect/${record.id}`));
    expect(await textOf("/robots.txt")).toBe(`${ROBOTS}# 2`);
  });

  it("is counted neither as a click nor as a miss", async () => {
    await put("apple-app-site-association", "application/json", APP_LINKS);
    await put("robots.txt", "text/plain", ROBOTS);
    await site.createRedirect("/plain", { destination: "https://other.example" });
    const sent: unknown[] = [];
    const CLICKS = { send: async (message: ClickMessage) => void sent.push(...message.clicks) };
    const context = createExecutionContext();
    await emptyClickBuffer();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      for (const path of [AT, "/robots.txt", "/plain"]) {
        const bindings = { ...env, CLICKS } as unknown as Env;
        await serveVisit(new Request(`https://${site.host}${path}`), bindings, context);
      }
      await vi.dynamicImportSettled();
      await vi.runAllTimersAsync();
      await waitOnExecutionContext(context);
    } finally {
      vi.useRealTimers();
    }
    expect(sent).toHaveLength(1);
  });

  it("of the hostname that answers is shown below a wildcard and on www", async () => {
    const apex = site.host;
    await put("robots.txt", "text/plain", ROBOTS);
    expect(await (await visit(`https://www.${apex}/robots.txt`)).text()).toBe(ROBOTS);
    requireOk(await site.call("POST", "/host", { host: `www.${apex}` }));
    expect(await (await visit(`https://www.${apex}/robots.txt`)).text()).toBe("User-agent: *\nAllow: /\n");
    requireOk(await site.call("POST", "/host", { host: `*.${apex}` }));
    const headers = { "Content-Type": "text/plain" };
    requireOk(await site.call("PUT", `/host/*.${apex}/files/robots.txt`, `${ROBOTS}#`, headers));
    expect(await (await visit(`https://below.${apex}/robots.txt`)).text()).toBe(`${ROBOTS}#`);
  });

  it("is read from KV by keys that only its path reads, and from D1 where KV has none or is behind", async () => {
    await put("apple-app-site-association", "application/json", APP_LINKS);
    await site.createLink({ alias: "plain", destination: "https://a.example" });
    const before = await env.SNAPSHOTS.get(`h:${site.host}`);
    expect(before).not.toContain("apple");
    const watched = watchEnv();
    memory.clear();
    expect((await visitOn(watched.env, `https://${site.host}/plain`)).status).toBe(302);
    expect(watched.operations.keys.some((key) => key.includes("well-known") || key.startsWith("f:"))).toBe(
      false,
    );
    watched.reset();
    expect((await visitOn(watched.env, `https://${site.host}${AT}`)).status).toBe(200);
    expect(watched.operations.database).toBe(0);
    expect(watched.operations.keys.filter((key) => key.startsWith("f:"))).toHaveLength(1);
    // The content alone is gone, then the snapshot too, then everything.
    const { keys } = await env.SNAPSHOTS.list({ prefix: `f:${site.id}/` });
    for (const { name } of keys) await env.SNAPSHOTS.delete(name);
    for (const gone of [[], [`p:${site.host}${AT}`], [`h:${site.host}`]]) {
      for (const name of gone) await env.SNAPSHOTS.delete(name);
      memory.clear();
      expect(await textOf(`${AT}?${gone.length}${gone[0]?.charAt(0)}`)).toBe(APP_LINKS);
    }
  });

  it("shows its new content at once, and the platform's answer after it was deleted", async () => {
    await put("robots.txt", "text/plain", ROBOTS);
    expect(await textOf("/robots.txt")).toBe(ROBOTS);
    await put("robots.txt", "text/plain", `${ROBOTS}# 2`);
    expect(await textOf("/robots.txt")).toBe(`${ROBOTS}# 2`);
    requireOk(await site.call("DELETE", `/host/${site.host}/files/robots.txt`));
    expect(await textOf("/robots.txt")).toBe("User-agent: *\nAllow: /\n");
    await put("apple-app-site-association", "application/json", APP_LINKS);
    requireOk(await site.call("DELETE", `/host/${site.host}/files/apple-app-site-association`));
    expect((await get(AT)).status).toBe(404);
  });

  it("of a suspended workspace is not shown", async () => {
    await put("robots.txt", "text/plain", ROBOTS);
    await put("apple-app-site-association", "application/json", APP_LINKS);
    await suspendWorkspace(env.DB, site.id, true, Date.now());
    memory.clear();
    await env.SNAPSHOTS.delete(`h:${site.host}`);
    await env.SNAPSHOTS.delete(`p:${site.host}${AT}`);
    expect(await textOf("/robots.txt")).toBe("User-agent: *\nAllow: /\n");
    expect((await get(AT)).status).toBe(404);
    const { results } = await env.DB.prepare("SELECT slot FROM pending WHERE host = ?1 ORDER BY slot")
      .bind(site.host)
      .all<{ slot: string }>();
    expect(results.map(({ slot }) => slot)).toEqual(["h", `p${AT}`, "p/robots.txt"]);
  });
});
