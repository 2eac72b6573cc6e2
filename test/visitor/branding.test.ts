import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { memory } from "../../src/storage/snapshot/memory.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  send,
  type Site,
} from "../support/site.ts";
import { heldMs } from "../support/held-ms.ts";
import { visit } from "../support/workspace.ts";
import { PNG_LOGO, SVG_LOGO } from "../support/logo.ts";
import { watchEnv, visitOn } from "../support/watched-env.ts";

let site: Site;
let token: string;

beforeAll(async () => {
  site = await createSite();
  token = await addToken(site.id);
});

async function put(name: string, type: string, body: BodyInit) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": type };
  return send(`/files/${name}`, { method: "PUT", headers, body });
}

const brand = (branding: unknown) => site.call("PUT", `/host/${site.host}`, { branding });
const textOf = async (path: string, init?: RequestInit) =>
  (await visit(`https://${site.host}${path}`, init)).text();

describe("branding", () => {
  it("[33.1, 33.2] of the workspace holds on all hostnames, and members of a hostname go before it", async () => {
    const other = await connectHost(site);
    requireOk(await put("logo.svg", "image/svg+xml", SVG_LOGO));
    const general = {
      name: "Acme & Söhne",
      color: "#0B57D0",
      link: "example.com",
      contact: "mailto:a@b.example",
    };
    const { body } = requireOk(
      await site.call("PUT", "/workspace", { branding: { ...general, logo: "logo.svg" } }),
    );
    expect(body.branding).toEqual({
      name: "Acme & Söhne",
      logo: "logo.svg",
      color: "#0b57d0",
      link: "https://example.com",
      contact: "mailto:a@b.example",
      hide_mark: null,
      gate_title: null,
    });
    requireOk(await brand({ name: "Other", hide_mark: true }));
    const [own, theirs] = [await textOf("/nowhere"), await (await visit(`https://${other}/nowhere`)).text()];
    expect(theirs).toContain("<title>Link not found · Acme &amp; Söhne</title>");
    expect(theirs).toMatch(
      /<img src="\/\.well-known\/signpost\/logo-\d+" alt="" height="40"><bdi>Acme &amp; Söhne<\/bdi>/,
    );
    expect(theirs).toContain(
      '<a href="https://example.com"><bdi dir="ltr">example.com</bdi></a><a href="mailto:a@b.example">Contact</a>',
    );
    expect(theirs).toContain(".button{background:#0b57d0");
    expect(theirs).toContain('class="mark"');
    expect(own).toContain("<bdi>Other</bdi>");
    expect(own).not.toContain('class="mark"');
    // An answer can be sent back, and what one member clears leaves the others.
    const shown = requireOk(await site.call("GET", `/host/${site.host}`)).body;
    expect(requireOk(await site.call("PUT", `/host/${site.host}`, shown)).body.branding).toEqual(
      shown.branding,
    );
    expect(requireOk(await brand({ hide_mark: null })).body.branding.name).toBe("Other");
    expect(await textOf("/nowhere")).toContain('class="mark"');
    expect(requireOk(await brand(null)).body.branding).toBeNull();
    expect(await textOf("/nowhere")).toContain("<bdi>Acme &amp; Söhne</bdi>");
  });

  it("[33.3] names every bad member, and is for managers", async () => {
    const bad = {
      name: "x".repeat(61),
      color: "#ffff00",
      link: "ftp://x",
      contact: "mailto:a",
      hide_mark: "yes",
      more: 1,
    };
    const refused = await brand(bad);
    expectRefused(refused, ...Object.keys(bad).map((member) => `branding.${member}`));
    // Each reason is in words of its own, not in those of the library that found it.
    expect(JSON.stringify(refused.body.errors)).not.toMatch(/Invalid|Expected/);
    expectRefused(await brand({ logo: "none.png" }), "branding.logo");
    const pages = { "404": "logo.svg", "410": "none" };
    expectRefused(await site.call("PUT", "/workspace", { pages }), "pages.404", "pages.410");
    expectRefused(await site.call("PUT", "/workspace", { pages: { other: "x" } }), "pages.other");
    const editor = await addToken(site.id, { role: "editor" });
    const headers = { Authorization: `Bearer ${editor}`, "Content-Type": "application/json" };
    for (const [path, body] of [
      [`/host/${site.host}`, { pages: { "404": "a" } }],
      ["/workspace", { branding: null }],
    ] as const) {
      expect((await send(path, { method: "PUT", headers, body: JSON.stringify(body) })).status).toBe(484);
    }
  });

  it("[33.6] serves the logo of a hostname and nothing else, so that it cannot run", async () => {
    const path = /\/\.well-known\/signpost\/logo-\d+/.exec(await textOf("/nowhere"))?.[0] ?? "";
    const logo = await visit(`https://${site.host}${path}`);
    expect(await logo.text()).toBe(SVG_LOGO);
    expect(Object.fromEntries(logo.headers)).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      "cache-control": "public, max-age=86400",
    });
    expect((await visit(`https://${site.host}${path}1`)).status).toBe(404);
    requireOk(await put("logo.svg", "image/png", PNG_LOGO));
    const renewed = /\/\.well-known\/signpost\/logo-\d+/.exec(await textOf("/nowhere"))?.[0] ?? "";
    expect(renewed).not.toBe(path);
    const png = await visit(`https://${site.host}${renewed}`);
    expect(png.headers.get("Content-Type")).toBe("image/png");
    expect(new Uint8Array(await png.arrayBuffer())).toEqual(PNG_LOGO);
    expect((await visit(`https://${site.host}${path}`)).status).toBe(404);
    expectRefused(await put("logo.svg", "text/html", "<p>"), "name");
    expectRefused(await site.call("DELETE", "/files/logo.svg"), "name");
  });

  it("[33.7] leaves the gate the project's own, which says whose it is, and shows the title where that is wanted", async () => {
    const fields = { destination: "https://secret.example", password: "open sesame", title: "The <plan>" };
    const { url } = await site.createLink(fields);
    const gate = async () => (await visit(url)).text();
    expect(await gate()).toContain(`<bdi dir="ltr">${site.host}</bdi>`);
    expect(await gate()).not.toContain("plan");
    requireOk(await brand({ gate_title: true }));
    expect(await gate()).toContain('<p class="what"><bdi>The &lt;plan&gt;</bdi></p>');
    const wrong = await visit(url, { method: "POST", body: new URLSearchParams({ password: "wrong" }) });
    expect([wrong.status, (await wrong.text()).includes("The &lt;plan&gt;")]).toEqual([403, true]);
    expect(wrong.headers.get("Content-Security-Policy")).toMatch(
      /style-src 'sha256-[^']+' 'sha256-[^']+'; img-src 'self' data:/,
    );
  });
});

describe("pages of the owner's", () => {
  it("[33.8] are served with the right status, and stand in for the project's", async () => {
    const named = { "404": "lost.html", "410": "over.html", paused: "paused.html" };
    for (const name of Object.values(named)) requireOk(await put(name, "text/html", `<p>${name} 1`));
    requireOk(await site.call("PUT", "/workspace", { pages: named }));
    const over = await site.createLink({ destination: "https://a.example", expires: "2020-01-01T00:00:00Z" });
    const gone = await site.createLink({ type: "gone" });
    const paused = await site.createLink({ destination: "https://a.example", status: "paused" });
    for (const [url, status, text] of [
      [`https://${site.host}/nowhere`, 404, "lost.html"],
      [over.url, 410, "over.html"],
      [gone.url, 410, "over.html"],
      [paused.url, 404, "paused.html"],
    ] as const) {
      const page = await visit(url);
      expect([page.status, await page.text()]).toEqual([status, `<p>${text} 1`]);
      expect(page.headers.get("Cache-Control")).toBe("no-store");
    }
    requireOk(await put("lost.html", "text/html", "<p>new"));
    expect(await textOf("/nowhere")).toBe("<p>new");
    expect(await textOf("/nowhere", { method: "HEAD" })).toBe("");
    expectRefused(await put("lost.html", "image/png", PNG_LOGO), "name");
    expectRefused(await site.call("DELETE", "/files/lost.html"), "name");
    requireOk(await site.call("PUT", "/workspace", { pages: { "404": null } }));
    expect(await textOf("/nowhere")).toContain("Link not found");
    requireOk(await site.call("DELETE", "/files/lost.html"));
  });

  it("[33.5] are read from KV by keys of their own, only when they are shown, and from D1 where KV has none", async () => {
    requireOk(await put("kv.html", "text/html", "<p>in KV"));
    requireOk(await site.call("PUT", `/host/${site.host}`, { pages: { "404": "kv.html" } }));
    await site.createLink({ alias: "plain", destination: "https://a.example" });
    const watched = watchEnv();
    memory.clear();
    expect((await visitOn(watched.env, `https://${site.host}/plain`)).status).toBe(302);
    expect(watched.operations.keys.some((key) => key.startsWith("f:"))).toBe(false);
    const page = await visitOn(watched.env, `https://${site.host}/nowhere-1`);
    expect(await page.text()).toBe("<p>in KV");
    const keys = watched.operations.keys.filter((key) => key.startsWith("f:"));
    expect(keys).toHaveLength(1);
    requireOk(await put("kv.html", "text/html", "<p>in D1"));
    const { keys: stored } = await env.SNAPSHOTS.list({ prefix: `f:${site.id}/` });
    for (const { name } of stored) if (name.endsWith("kv.html")) await env.SNAPSHOTS.delete(name);
    expect(await textOf("/nowhere-2")).toBe("<p>in D1");
  });

  it("[19.10] do not ask a store again for which the lookup has waited", async () => {
    requireOk(await put("wait.html", "text/html", "<p>wait"));
    requireOk(await site.call("PUT", `/host/${site.host}`, { pages: { paused: "wait.html" } }));
    requireOk(await brand({ gate_title: true }));
    vi.spyOn(console, "warn").mockImplementation(() => {});
    for (const [fields, status] of [
      [{ status: "paused" }, 404],
      [{ password: "open sesame" }, 200],
    ] as const) {
      const { url } = await site.createLink({ destination: "https://a.example", ...fields });
      const watched = watchEnv({ MEMORY_SECONDS: "0" });
      memory.clear();
      // Memory gets the record, and not yet the page or the title.
      await visitOn(watched.env, url, { method: "OPTIONS" });
      watched.faults = { store: "hangs", database: "hangs" };
      expect(await heldMs(() => visitOn(watched.env, url))).toEqual({ ms: 1_900, status });
    }
  });

  it("[33.4] no record serves a picture, and other types are a 415", async () => {
    requireOk(await put("a.png", "image/png", PNG_LOGO));
    const { body } = requireOk(await site.call("GET", "/files"));
    expect(body.data.find(({ name }: { name: string }) => name === "a.png")).toMatchObject({
      type: "image/png",
      size: PNG_LOGO.length,
    });
    const { id } = await site.createLink({ destination: "https://a.example" });
    expectRefused(await site.call("PUT", `/link/${id}`, { file: "a.png" }), "file");
    expectRefused(await put("b.png", "image/png", PNG_LOGO.slice(0, 40)), "body");
    expectRefused(await put("b.svg", "image/svg+xml", SVG_LOGO.replace("<path", "<script/><path")), "body");
    expect((await put("b.gif", "image/gif", "GIF89a")).status).toBe(415);
  });
});
