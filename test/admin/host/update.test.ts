import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createSite, expectRefused, requireOk } from "../../support/site.ts";
import { createWorkspace, visit } from "../../support/workspace.ts";

const EXPIRED = { expires: "2001-01-01T00:00:00Z", destination: "https://example.com" };

describe("GET /host/{host}", () => {
  it("[10.1] answers the hostname, not wrapped, with its records counted by handler", async () => {
    const site = await createSite();
    await site.createLink();
    await site.createLink();
    await site.createRedirect("/old");
    requireOk(await site.call("POST", "/links", { handler: "qr", host: site.host }));
    const { body } = requireOk(await site.call("GET", `/host/${site.host}`));
    expect(body.host).toBe(site.host);
    expect(body.counts.toSorted()).toEqual(["qr:1", "redirect:1", "short-url:2"]);
  });

  it.each([
    ["in capitals and with a trailing dot", (host: string) => `${host.toUpperCase()}.`],
    ["percent-encoded", (host: string) => host.replaceAll(".", "%2E")],
  ])("[10.1] knows a hostname %s", async (_, write) => {
    const site = await createSite();
    expect(requireOk(await site.call("GET", `/host/${write(site.host)}`)).body.host).toBe(site.host);
  });

  it("[10.1] knows an international hostname in either form, and a wildcard", async () => {
    const workspace = await createWorkspace();
    requireOk(await workspace.call("POST", "/host", { host: "go.straße.example" }));
    requireOk(await workspace.call("POST", "/host", { host: "*.get.example" }));
    for (const host of ["go.xn--strae-oqa.example", encodeURIComponent("go.straße.example")]) {
      const { body } = requireOk(await workspace.call("GET", `/host/${host}`));
      expect(body.host).toBe("go.xn--strae-oqa.example");
    }
    expect(requireOk(await workspace.call("GET", "/host/*.get.example")).body.host).toBe("*.get.example");
  });

  it("[9.10] of another workspace, or of none, is a 404 with the same answer", async () => {
    const [site, other] = [await createSite(), await createWorkspace()];
    for (const [method, body] of [["GET"], ["PUT", { short_links_enabled: false }], ["DELETE"]] as const) {
      const foreign = await other.call(method, `/host/${site.host}`, body);
      const unknown = await other.call(method, "/host/nobody.acme.example", body);
      expect([foreign.status, unknown.status]).toEqual([404, 404]);
      expect(foreign.body).toEqual({ ...unknown.body, request_id: foreign.body.request_id });
    }
    const { body } = requireOk(await site.call("GET", `/host/${site.host}`));
    expect(body.short_links_enabled).toBe(true);
  });
});

describe("PUT /host/{host}", () => {
  it("[10.24] refuses a write of another version, and changes nothing", async () => {
    const site = await createSite();
    const path = `/host/${site.host}`;
    const tag = (await site.call("GET", path)).headers.get("ETag") ?? "";
    expect(tag).toMatch(/^"\d{13}"$/);
    const first = await site.call("PUT", path, { misses: "off" }, { "If-Match": tag });
    expect([first.status, first.headers.get("ETag") === tag]).toEqual([200, false]);
    const late = await site.call("PUT", path, { misses: "all" }, { "If-Match": tag });
    expect(late.status).toBe(412);
    const now = first.headers.get("ETag") ?? "";
    // A check is no write of settings.
    requireOk(await site.call("POST", `${path}/refresh`));
    const read = await site.call("GET", path);
    expect([read.body.misses, read.headers.get("ETag")]).toEqual(["off", now]);
    expect((await site.call("PUT", path, { misses: "all" }, { "If-Match": now })).status).toBe(200);
  });

  it("[10.3] changes only the sent fields", async () => {
    const site = await createSite();
    const before = requireOk(await site.call("GET", `/host/${site.host}`)).body;
    const { body } = requireOk(await site.call("PUT", `/host/${site.host}`, { https_requested: false }));
    expect(body).toEqual({ ...before, https_requested: false, updated_at: body.updated_at });
    expect(requireOk(await site.call("PUT", `/host/${site.host}`, {})).body).toEqual(body);
  });

  it("accepts the answer of a GET, and changes nothing", async () => {
    const site = await createSite();
    const before = requireOk(await site.call("GET", `/host/${site.host}`)).body;
    const after = requireOk(await site.call("PUT", `/host/${site.host}`, before)).body;
    expect(after).toEqual({ ...before, updated_at: after.updated_at });
  });

  it("[9.13, 10.3] names every bad field at once, and changes nothing", async () => {
    const site = await createSite();
    const answer = await site.call("PUT", `/host/${site.host}`, {
      https_requested: "true",
      force_https: 1,
      short_links_enabled: 0,
      expired_url: "ftp://example.com",
      not_found_url: 5,
    });
    const fields = ["https_requested", "force_https", "short_links_enabled", "expired_url", "not_found_url"];
    expectRefused(answer, ...fields);
    const mixed = await site.call("PUT", `/host/${site.host}`, {
      short_links_enabled: false,
      force_https: "x",
    });
    expectRefused(mixed, "force_https");
    expect((await site.call("GET", `/host/${site.host}`)).body.short_links_enabled).toBe(true);
  });

  it.each(["free", "basic", "pro"] as const)(
    "[10.4] force_https on is a 422 on force_https in the plan %s, off is always allowed",
    async (plan) => {
      const site = await createSite(plan);
      expectRefused(await site.call("PUT", `/host/${site.host}`, { force_https: true }), "force_https");
      requireOk(await site.call("PUT", `/host/${site.host}`, { force_https: false }));
      await env.DB.prepare("UPDATE hosts SET force_https = 1 WHERE host = ?1").bind(site.host).run();
      const { body } = requireOk(await site.call("PUT", `/host/${site.host}`, { force_https: false }));
      expect(body.force_https).toBe(false);
    },
  );

  it("[10.4] force_https turns on and off in the plan enterprise", async () => {
    const site = await createSite("enterprise");
    for (const force_https of [true, false]) {
      const { body } = requireOk(await site.call("PUT", `/host/${site.host}`, { force_https }));
      expect(body.force_https).toBe(force_https);
    }
  });
});

describe("expired_url and not_found_url of a hostname", () => {
  it("[3.5, 10.3, 15.5] redirect visitors, until null clears them", async () => {
    const site = await createSite();
    const { url } = await site.createLink(EXPIRED);
    const lost = `http://${site.host}/nothing`;
    const statuses = async () => [(await visit(url)).status, (await visit(lost)).status];
    expect(await statuses()).toEqual([410, 404]);

    const urls = { expired_url: "https://example.com/over", not_found_url: "https://example.com/lost" };
    expect(requireOk(await site.call("PUT", `/host/${site.host}`, urls)).body).toMatchObject(urls);
    expect(await statuses()).toEqual([302, 302]);
    expect((await visit(url)).headers.get("Location")).toBe(urls.expired_url);
    expect((await visit(lost)).headers.get("Location")).toBe(urls.not_found_url);

    const cleared = { expired_url: null, not_found_url: null };
    expect(requireOk(await site.call("PUT", `/host/${site.host}`, cleared)).body).toMatchObject(cleared);
    expect(await statuses()).toEqual([410, 404]);
  });

  it("[3.3] are cleared by the empty text, too, and come before the workspace's", async () => {
    const site = await createSite();
    const lost = async () => (await visit(`http://${site.host}/nothing`)).headers.get("Location");
    requireOk(
      await site.call("POST", "/workspace/update/not_found_url", { value: "https://example.com/all" }),
    );
    requireOk(await site.call("PUT", `/host/${site.host}`, { not_found_url: "https://example.com/one" }));
    expect(await lost()).toBe("https://example.com/one");
    const { body } = requireOk(await site.call("PUT", `/host/${site.host}`, { not_found_url: "" }));
    expect(body.not_found_url).toBeNull();
    expect(await lost()).toBe("https://example.com/all");
  });

  it.each(["javascript:alert(1)", "ftp://example.com", "https://user:pass@example.com", "//", "https://a b"])(
    "%s is a 422",
    async (address) => {
      const site = await createSite();
      const answer = await site.call("PUT", `/host/${site.host}`, {
        expired_url: address,
        not_found_url: address,
      });
      expectRefused(answer, "expired_url", "not_found_url");
    },
  );
});

describe("short_links_enabled off", () => {
  it("[10.5] blocks new short links and QR codes with a 422 on host, and no redirects", async () => {
    const site = await createSite();
    requireOk(await site.call("PUT", `/host/${site.host}`, { short_links_enabled: false }));
    expectRefused(await site.call("POST", "/link", { host: site.host }), "host");
    for (const handler of ["short-url", "qr"]) {
      expectRefused(await site.call("POST", "/links", { handler, host: site.host }), "host");
    }
    await site.createRedirect("/still-possible");
  });

  it("[10.5] leaves existing links resolving and changeable", async () => {
    const site = await createSite();
    const { id, url } = await site.createLink({ destination: "https://example.com/a" });
    requireOk(await site.call("PUT", `/host/${site.host}`, { short_links_enabled: false }));
    expect((await visit(url)).headers.get("Location")).toBe("https://example.com/a");
    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://example.com/b" }));
    expect((await visit(url)).headers.get("Location")).toBe("https://example.com/b");
    requireOk(await site.call("PUT", `/host/${site.host}`, { short_links_enabled: true }));
    await site.createLink();
  });
});

describe("DELETE /host/{host}", () => {
  it("[10.8] is a 422 while records live on it; then visitors find nothing", async () => {
    const site = await createSite();
    const { id, url } = await site.createLink({ destination: "https://example.com" });
    const refused = await site.call("DELETE", `/host/${site.host}`);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toHaveLength(1);
    expect((await visit(url)).status).toBe(302);
    requireOk(await site.call("DELETE", `/link/${id}`));
    requireOk(await site.call("PUT", `/host/${site.host}`, { not_found_url: "https://example.com/lost" }));
    expect((await visit(url)).status).toBe(302);
    expect(requireOk(await site.call("DELETE", `/host/${site.host}`)).body).toEqual({ data: null });
    expect((await visit(url)).status).toBe(404);
    for (const method of ["GET", "DELETE"]) {
      expect((await site.call(method, `/host/${site.host}`)).status).toBe(404);
    }
    expectRefused(await site.call("POST", "/link", { host: site.host }), "host");
  });

  it("frees the plan's limit and the name, for this workspace and for others", async () => {
    const site = await createSite("free");
    const other = await createWorkspace("free");
    expect((await site.call("POST", "/host", { host: "second.acme.example" })).status).toBe(482);
    requireOk(await site.call("DELETE", `/host/${site.host}`));
    expect((await site.call("DELETE", `/host/${site.host}`)).status).toBe(404);
    const { body } = requireOk(await site.call("GET", "/workspace/current"));
    expect(body.summary).toContainEqual({ category: "hostnames", used: 0 });
    requireOk(await site.call("POST", "/host", { host: "second.acme.example" }));
    expect((await site.call("POST", "/host", { host: "third.acme.example" })).status).toBe(482);
    requireOk(await other.call("POST", "/host", { host: site.host }));
  });
});

describe("the platform's own names", () => {
  it.each(["*.signpost.example", "*.edge.signpost.example"])(
    "[10.7] %s, a wildcard on or above one of them, is a 422 on host",
    async (host) => {
      const workspace = await createWorkspace();
      expectRefused(await workspace.call("POST", "/host", { host }), "host");
    },
  );

  it("beside them a name is free", async () => {
    const workspace = await createWorkspace();
    requireOk(await workspace.call("POST", "/host", { host: "other.signpost.example" }));
  });
});
