import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

describe("GET /shared/types", () => {
  it("[14.6] lists the keys of the redirect types, each with label and description", async () => {
    const { body } = requireOk(await site.call("GET", "/shared/types"));
    expect(Object.keys(body)).toEqual(["data"]);
    expect(body.data.map(({ key }: { key: string }) => key).toSorted()).toEqual([
      "301",
      "302",
      "303",
      "307",
      "308",
      "frame",
      "gone",
      "html",
    ]);
    for (const type of body.data) {
      expect(type).toEqual({
        key: type.key,
        label: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
      });
    }
  });

  it("[11.12] lists the values of a record's type", async () => {
    const { body } = requireOk(await site.call("GET", "/shared/types"));
    for (const { key } of body.data.filter(({ key }: { key: string }) => key !== "html")) {
      const destination = key === "gone" ? undefined : "https://example.com";
      expect((await site.createLink({ type: key, destination })).type).toBe(key);
    }
  });
});

describe("GET /shared/plugins", () => {
  it("[14.6, 15.7] lists plugins with the plan feature that each needs", async () => {
    const { body } = requireOk(await site.call("GET", "/shared/plugins"));
    expect(body.data.map(({ key }: { key: string }) => key)).toContain("sticky");
    for (const plugin of body.data) {
      expect(Object.keys(plugin).toSorted()).toEqual(["description", "feature", "key", "label"]);
      expect(plugin.feature === null || typeof plugin.feature === "string").toBe(true);
    }
  });

  it("[15.7] lists the values of plugins", async () => {
    const { body } = requireOk(await site.call("GET", "/shared/plugins"));
    for (const { key } of body.data) {
      expect((await site.createLink({ plugins: [key] })).plugins).toEqual([key]);
    }
    expectRefused(await site.call("POST", "/link", { host: site.host, plugins: ["nothing"] }), "plugins.0");
  });
});

describe("POST /recommendation/alias", () => {
  const recommend = (body: object, workspace: Pick<Site, "call"> = site) =>
    workspace.call("POST", "/recommendation/alias", body);

  it("[12.2] answers a free alias of 6 characters that cannot be confused", async () => {
    const { body } = requireOk(await recommend({ host: site.host }));
    expect(body).toEqual({ alias: expect.stringMatching(/^[23456789abcdefghjkmnpqrstuvwxyz]{6}$/) });
    expect((await site.createLink({ alias: body.alias })).alias).toBe(body.alias);
  });

  it("claims nothing", async () => {
    const before = (await site.call("GET", "/links?per_page=1000")).body.data.length;
    await recommend({ host: site.host });
    expect((await site.call("GET", "/links?per_page=1000")).body.data.length).toBe(before);
  });

  it("[12.2] for a missing hostname, or one that is not connected to the workspace, is a 422 on host", async () => {
    expectRefused(await recommend({}), "host");
    expectRefused(await recommend({ host: 5 }), "host");
    expectRefused(await recommend({ host: "nobody.acme.example" }), "host");
    expectRefused(await recommend({ host: site.host }, await createWorkspace()), "host");
  });

  it("needs an editor", async () => {
    const viewer = await createWorkspace("enterprise", "viewer");
    expect((await recommend({ host: site.host }, viewer)).status).toBe(484);
  });
});

describe("stored pages", () => {
  const html = "<!doctype html><p>Käse 🧀</p>";

  it("[14.7] GET /files lists them by name, with their size in bytes", async () => {
    const own = await createSite();
    requireOk(await own.call("PUT", "/files/b.html", html));
    requireOk(await own.call("PUT", "/files/a", "<p>"));
    const { body } = requireOk(await own.call("GET", "/files"));
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const rest = { type: "text/html", created_at: timestamp, updated_at: timestamp };
    expect(body.data).toEqual([
      { name: "a", size: 3, ...rest },
      { name: "b.html", size: new TextEncoder().encode(html).length, ...rest },
    ]);
  });

  it("[14.7] GET /files/{name} answers the page as it was stored, as text/html that no browser runs", async () => {
    requireOk(await site.call("PUT", "/files/page", html));
    const response = await exports.default.fetch(
      new Request("http://localhost:8787/v1/files/page", {
        headers: { Authorization: `Bearer ${site.token}` },
      }),
    );
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(html);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("Content-Security-Policy")).toContain("sandbox");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("of another workspace, or of none, are a 404", async () => {
    requireOk(await site.call("PUT", "/files/ours", html));
    const other = await createWorkspace();
    expect((await other.call("GET", "/files/ours")).status).toBe(404);
    expect((await site.call("GET", "/files/nothing")).status).toBe(404);
    expect(requireOk(await other.call("GET", "/files")).body.data).toEqual([]);
  });
});
