import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";
import { visitOn, watchEnv } from "../support/watched-env.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

describe("alias+", () => {
  it("[15.6] shows where a link leads before anyone goes there", async () => {
    const { url } = await site.createLink({
      destination: "https://example.com/deep/path",
      title: "A <title>",
      description: "What it is about",
    });
    const response = await visit(`${url}+`);
    expect(response.status).toBe(200);
    expect(response.headers.has("Location")).toBe(false);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const html = await response.text();
    const shown = "https://<b>example.com</b>/<wbr>deep/<wbr>path";
    for (const text of ["A &lt;title&gt;", "What it is about", shown, `href="${url}"`]) {
      expect(html).toContain(text);
    }
  });

  it("[33.9] shows every destination that a visit may be sent to, with its share, and those of rules", async () => {
    const { url } = await site.createLink({
      destinations: ["https://a.example/x", "https://b.example/y", "https://c.example/z"],
      destination_routing: "weighted:70,30,0",
      rules: [{ if: { country: ["DE"] }, destination: "https://d.example/de" }],
    });
    const html = await (await visit(`${url}+`)).text();
    const text = html.replaceAll(/<[^>]*>/g, "");
    expect(text).toMatch(
      /70% https:\/\/a\.example\/x\s+30% https:\/\/b\.example\/y\s+Some visitors are sent to\s+https:\/\/d\.example\/de/,
    );
    expect(html).not.toContain("c.example");
  });

  it("[33.10] keeps the visitor's query for the way on, and draws a code only where .qr has one", async () => {
    const { url } = await site.createLink({ destination: "https://example.com/", forward_query: true });
    const html = await (await visit(`${url}+?a=1&b=%22`)).text();
    expect(html).toContain(`href="${url}?a=1&amp;b=%22"`);
    expect(html).not.toContain("<figure");
    const drawn = await site.createLink({ destination: "https://example.com/", qr: { theme: "dots" } });
    expect(await (await visit(`${drawn.url}+`)).text()).toContain("<figure");
  });

  it("[33.11] is a 404 like an unknown path if the record or the hostname has none", async () => {
    const { id, url } = await site.createLink({ destination: "https://example.com/", is_preview_off: true });
    expect((await visit(`${url}+`)).status).toBe(404);
    expect((await visit(url)).status).toBe(302);
    requireOk(await site.call("PUT", `/link/${id}`, { is_preview_off: false }));
    expect((await visit(`${url}+`)).status).toBe(200);
    const answer = await site.call("PUT", `/host/${site.host}`, { is_preview_off: true });
    expect(requireOk(answer).body.is_preview_off).toBe(true);
    expect((await visit(`${url}+`)).status).toBe(404);
    requireOk(await site.call("PUT", `/host/${site.host}`, { is_preview_off: false }));
    expect((await visit(`${url}+`)).status).toBe(200);
  });

  it("[2.15, 15.6, 16.2] is an older record's in the spelling that it was stored with, as is the picture", async () => {
    const fields = { alias: "❤", destination: "https://old.example", qr: { theme: "dots" } };
    const { id } = await site.createLink(fields);
    const asStored = "UPDATE records SET source = ?2, slot = 'p' || ?2 WHERE id = ?1";
    await env.DB.prepare(asStored).bind(id, "/❤\ufe0f").run();
    requireOk(await site.call("PUT", `/link/${id}`, { title: "Older" }));
    await site.createLink({ alias: "❤", destination: "https://new.example" });
    const show = (path: string) => visit(`http://${site.host}/${path}`);
    expect(await (await show("❤\ufe0f+")).text()).toContain("<b>old.example</b>");
    expect(await (await show("❤+")).text()).toContain("<b>new.example</b>");
    expect((await show("❤\ufe0f.qr")).status).toBe(200);
    expect((await show("❤.qr")).status).toBe(404);
    // A selector within the suffix makes no difference.
    expect((await show("❤+\ufe0f")).status).toBe(200);
    const explain = await site.call("POST", "/explain", { url: `http://${site.host}/❤\ufe0f+` });
    expect(requireOk(explain).body).toMatchObject({ outcome: "preview", record: { id } });
  });

  it("is found with the plus escaped, and in any case of letters", async () => {
    await site.createLink({ alias: "MixedCase", destination: "https://example.com" });
    for (const path of ["MixedCase%2B", "mixedcase+", "MixedCase+?x=1"]) {
      expect((await visit(`http://${site.host}/${path}`)).status).toBe(200);
    }
  });

  it("is a 405 for POST", async () => {
    const { url } = await site.createLink({ destination: "https://example.com" });
    const response = await visit(`${url}+`, { method: "POST" });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it("[5.1, 15.6] of a protected record is its gate", async () => {
    const { url } = await site.createLink({ destination: "https://secret.example", password: "open sesame" });
    const html = await (await visit(`${url}+`)).text();
    expect(html).toContain('name="password"');
    expect(html).not.toContain("secret.example");
    const body = new URLSearchParams({ password: "open sesame" });
    const opened = await visit(`${url}+?x=1`, { method: "POST", body });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, `${url}+?x=1`]);
    const [cookie = ""] = (opened.headers.get("Set-Cookie") ?? "").split(";");
    const shown = await visit(`${url}+`, { headers: { Cookie: cookie } });
    expect([shown.status, shown.headers.get("Location")]).toEqual([200, null]);
    expect(await shown.text()).toContain("<b>secret.example</b>");
  });

  it("of a protected frame leads back to the preview, in ASCII whatever its letters", async () => {
    const fields = { destination: "https://secret.example", password: "open sesame", type: "frame" };
    const { url } = await site.createLink({ ...fields, alias: "été" });
    const body = new URLSearchParams({ password: "open sesame" });
    const opened = await visit(`${url}+`, { method: "POST", body });
    expect([opened.status, opened.headers.get("Location")]).toEqual([
      303,
      `http://${site.host}/%C3%A9t%C3%A9+`,
    ]);
  });

  it.each([
    ["a paused one", { paused: true }, 404],
    ["an expired one", { expires: "2020-01-01T00:00:00Z" }, 410],
    ["one that leads nowhere", { destination: null }, 404],
  ])(
    "[15.6] of %s is what the link itself answers",
    async (_, { paused, ...fields }: Record<string, unknown>, status) => {
      const { id, url } = await site.createLink({ destination: "https://example.com", ...fields });
      if (paused === true) requireOk(await site.call("POST", `/links/${id}/pause`));
      expect((await visit(`${url}+`)).status).toBe(status);
    },
  );

  it("[15.6] is no loop if the link sends visitors who come too late to its own preview", async () => {
    const late = { destination: "https://example.com", expires: "2020-01-01T00:00:00Z" };
    const { id, url } = await site.createLink(late);
    await site.call("PUT", `/link/${id}`, { expired_url: `${url}+` });
    expect((await visit(`${url}+`)).status).toBe(410);
  });

  it("[15.6] gives way to a record of this very path", async () => {
    await site.createLink({ alias: "given", destination: "https://example.com" });
    await site.createRedirect("/given+", { destination: "https://example.org" });
    expect((await visit(`http://${site.host}/given+`)).headers.get("Location")).toBe("https://example.org");
  });

  it("is a path like any other behind redirects", async () => {
    const other = await createSite();
    await other.createRedirect("/*", { destination: "https://new.example", forward_path: true });
    await other.createRedirect("/page", { destination: "https://new.example/page" });
    const response = await visit(`http://${other.host}/page+`);
    expect(response.headers.get("Location")).toBe("https://new.example/page+");
  });

  it("goes before the record of every other path where it stands behind an alias", async () => {
    const other = await createSite();
    await other.createRedirect("/*", { destination: "https://new.example" });
    const { url } = await other.createLink({ destination: "https://example.com" });
    expect((await visit(`${url}+`)).status).toBe(200);
  });

  it("is not found behind nothing", async () => {
    expect((await visit(`http://${site.host}/nothing-here+`)).status).toBe(404);
    expect((await visit(`http://${site.host}/+`)).status).toBe(404);
  });

  it("goes without title and description while the database is down", async () => {
    const { url } = await site.createLink({ destination: "https://example.com", title: "Told" });
    await visit(`${url}+`);
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const watched = watchEnv();
    const DB = new Proxy(watched.env.DB, {
      get: () => () => {
        throw new Error("D1_ERROR: Network connection lost.");
      },
    });
    const html = await (await visitOn({ ...watched.env, DB }, `${url}+`)).text();
    expect(html).toContain("example.com");
    expect(html).not.toContain("Told");
    warn.mockRestore();
  });
});

describe("alias.qr", () => {
  it("[16.2] is the picture of a QR code", async () => {
    const { data } = requireOk(
      await site.call("POST", "/links", {
        handler: "qr",
        host: site.host,
        destination: "https://example.com",
      }),
    ).body;
    const svg = await visit(`${data[0].url}.qr`);
    expect(svg.status).toBe(200);
    expect(svg.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(svg.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(svg.headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(await svg.text()).toMatch(/^<svg/);
    const png = await visit(`${data[0].url}.qr?format=png&width=256`);
    expect(png.headers.get("Content-Type")).toBe("image/png");
    const bytes = new Uint8Array(await png.arrayBuffer());
    expect(Array.from(bytes.slice(1, 4))).toEqual([0x50, 0x4e, 0x47]);
    expect(new DataView(bytes.buffer).getUint32(16)).toBe(256);
  });

  it.each([
    ["format=gif", "format must be one of svg, png, pdf"],
    ["format=PNG", "format must be one of svg, png, pdf"],
    ["width=1025", "width must be a whole number from 64 to 1024"],
    ["width=63", "width must be a whole number from 64 to 1024"],
    ["width=64.5", "width must be a whole number from 64 to 1024"],
    ["width=1e2", "width must be a whole number from 64 to 1024"],
    ["width=%2064", "width must be a whole number from 64 to 1024"],
    ["width=64&width=64", "width is given more than once"],
    ["format=png&width=64", "width must be at least 74 for this code"],
    ["format=x&width=y", "format must be one of svg, png, pdf; width must be a whole number from 64 to 1024"],
  ])("[16.2] is refused with 400 for %s, and the refusal is not stored", async (query, message) => {
    const { url } = await site.createLink({ destination: "https://example.com", qr: { theme: "dots" } });
    const response = await visit(`${url}.qr?${query}`);
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([400, "no-store"]);
    expect(await response.json()).toEqual({ message });
  });

  it.each([
    ["width=1024", 1024],
    ["width=64", 64],
    ["width=&format=", 512],
    ["v=7&utm_source=x", 512],
  ])("of %s is %i pixels wide", async (query, width) => {
    const { url } = await site.createLink({ destination: "https://example.com", qr: { theme: "dots" } });
    const response = await visit(`${url}.qr?${query}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`width="${width}"`);
  });

  it("is read alone: any other method is a 405", async () => {
    const { url } = await site.createLink({ destination: "https://example.com", qr: { theme: "dots" } });
    const response = await visit(`${url}.qr`, { method: "POST" });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it("[16.2] is there for short links with a style, and for no others", async () => {
    const styled = await site.createLink({ destination: "https://example.com", qr: { theme: "dots" } });
    expect((await visit(`${styled.url}.qr`)).status).toBe(200);
    const plain = await site.createLink({ destination: "https://example.com" });
    expect((await visit(`${plain.url}.qr`)).status).toBe(404);
  });
});
