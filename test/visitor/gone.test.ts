import { beforeAll, describe, expect, it } from "vitest";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

const DESTINATION = "https://example.com/a";
let site: Site;

beforeAll(async () => {
  site = await createSite();
});

describe("[24.4] a record that is gone", () => {
  it.each(["GET", "HEAD", "POST", "PUT", "DELETE"])("answers %s with 410, never cached", async (method) => {
    const { url } = await site.createRedirect(`/gone-${method}`, { type: "gone" });
    const response = await visit(url, { method });
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([410, "no-store"]);
  });

  it("is set by type or by status, and loses its destinations, rules and page", async () => {
    const rules = [{ if: { country: ["DE"] }, destination: DESTINATION }];
    for (const change of [{ type: "gone" }, { status: 410 }]) {
      const { id, url } = await site.createLink({ destination: DESTINATION, rules });
      const { body } = requireOk(await site.call("PUT", `/link/${id}`, change));
      expect(body).toMatchObject({ type: "gone", status: "410", destination: null, rules: [] });
      expect((await visit(url)).status).toBe(410);
      const repeated = requireOk(await site.call("PUT", `/link/${id}`, body)).body;
      expect(repeated.updated_at).toBe(body.updated_at);
      const back = await site.call("PUT", `/link/${id}`, {
        ...body,
        destination: DESTINATION,
        destinations: undefined,
      });
      expect(requireOk(back).body).toMatchObject({ type: "302", status: "302", destination: DESTINATION });
      expect((await visit(url)).headers.get("Location")).toBe(DESTINATION);
    }
  });

  it("takes neither destination nor rules in the same write", async () => {
    const rules = [{ if: { country: ["DE"] }, destination: DESTINATION }];
    for (const more of [{ destination: DESTINATION }, { rules }]) {
      const refused = await site.call("POST", "/link", { host: site.host, type: "gone", ...more });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors)).toEqual(["type"]);
    }
    const { id } = await site.createLink({ type: "gone" });
    const refused = await site.call("PUT", `/link/${id}`, { rules });
    expect(Object.keys(refused.body.errors)).toEqual(["rules"]);
  });

  it("goes before the expiry and the gate", async () => {
    const { url } = await site.createLink({
      type: "gone",
      password: "open sesame",
      expires: "2026-01-01T00:00:00Z",
      expired_url: DESTINATION,
    });
    expect((await visit(url)).status).toBe(410);
  });
});

describe("[24.10] link previews", () => {
  const BOT = { headers: { "User-Agent": "facebookexternalhit/1.1" } };

  it("a record with preview shows preview bots its own texts and picture, and others the redirect", async () => {
    const preview = { title: "Own title", image: "https://example.com/p.png" };
    for (const type of ["302", "frame"]) {
      const { url } = await site.createLink({
        destination: DESTINATION,
        title: "Title",
        description: "Text",
        preview,
        type,
      });
      const html = await (await visit(url, BOT)).text();
      expect(html).toContain('property="og:title" content="Own title"');
      expect(html).toContain('property="og:description" content="Text"');
      expect(html).toContain('property="og:image" content="https://example.com/p.png"');
      expect(html).toContain(`property="og:site_name" content="${site.host}"`);
      expect(html).toContain('name="twitter:card" content="summary_large_image"');
      expect((await visit(url)).status).toBe(type === "frame" ? 200 : 302);
    }
  });

  it("the picture is an https URL, and null takes the preview off", async () => {
    const refused = await site.call("POST", "/link", {
      host: site.host,
      preview: { image: "http://example.com/p.png" },
    });
    expect(Object.keys(refused.body.errors)).toEqual(["preview.image"]);
    const { id, url } = await site.createLink({ destination: DESTINATION, preview: {} });
    expect((await visit(url, BOT)).status).toBe(200);
    expect(requireOk(await site.call("PUT", `/link/${id}`, { preview: null })).body.preview).toBeNull();
    expect((await visit(url, BOT)).status).toBe(302);
  });
});
