import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveZone, type FakeDns } from "../../support/dns.ts";
import { createSite, expectRefused, requireOk } from "../../support/site.ts";
import { createWorkspace, visit } from "../../support/workspace.ts";
import { homeOf } from "../../support/home.ts";

let dns: FakeDns;
// Who connects what is taken is asked for a proof in DNS.
beforeEach(() => {
  dns = serveZone({});
});
afterEach(() => dns.restore());

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("POST /host", () => {
  it("[10.1, 10.6, 10.10] connects a hostname and answers it, not wrapped, with https requested, not forced, and short links on", async () => {
    const workspace = await createWorkspace();
    const { body } = requireOk(await workspace.call("POST", "/host", { host: "go.shape.example" }));
    const user = await env.DB.prepare(
      "SELECT u.id, u.name FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = ?1",
    )
      .bind(workspace.id)
      .first();
    expect(body).toMatchObject({
      host: "go.shape.example",
      domain: "shape.example",
      correct: false,
      default_require: "cname",
      require: [`CNAME go.shape.example ${env.CNAME_TARGET}`],
      current: [],
      errors: [],
      counts: [],
      https_requested: true,
      force_https: false,
      short_links_enabled: true,
      connected_via: "api",
      created_by: user,
      connected_at: expect.stringMatching(TIMESTAMP),
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    const names = ["ssl_renews_at", "ssl_issued_at", "dns_verified_at", "public", "notice", "checked_at"];
    expect(Object.keys(body)).toEqual(expect.arrayContaining(names));
  });

  it("[10.10] asks for A records on a registrable domain", async () => {
    const workspace = await createWorkspace();
    const { body } = requireOk(await workspace.call("POST", "/host", { host: "bare.co.uk" }));
    expect(body).toMatchObject({ domain: "bare.co.uk", default_require: "a" });
    expect(body.require).toEqual(env.A_TARGETS.split(",").map((address) => `A bare.co.uk ${address.trim()}`));
  });

  it("[10.6] a connected hostname resolves at once", async () => {
    const site = await createSite();
    expect((await visit("http://new.acme.example/x")).status).toBe(404);
    requireOk(await site.call("POST", "/host", { host: "new.acme.example" }));
    requireOk(
      await site.call("POST", "/redirect", { url: "new.acme.example", destination: "https://example.com" }),
    );
    expect((await visit("http://new.acme.example/x")).headers.get("Location")).toBe("https://example.com");
  });

  it.each([
    ["lower case", "GO.Lower.Example", "go.lower.example"],
    ["without a trailing dot", "go.dot.example.", "go.dot.example"],
    ["as its A-label", "go.bücher.example", "go.xn--bcher-kva.example"],
    ["with an A-label as it is", "go.xn--strae-oqa.example", "go.xn--strae-oqa.example"],
    ["without white space around", " go.trim.example ", "go.trim.example"],
    ["as a wildcard", "*.wild.example", "*.wild.example"],
    ["as a deeper wildcard", "*.deep.wild.example", "*.deep.wild.example"],
    ["below .localhost, in local development", "my-links.localhost", "my-links.localhost"],
    [
      "of 100 characters",
      `${"a".repeat(46)}.${"b".repeat(45)}.example`,
      `${"a".repeat(46)}.${"b".repeat(45)}.example`,
    ],
  ])("[10.6, 10.7] keeps a hostname %s", async (_, written, host) => {
    const workspace = await createWorkspace();
    expect(requireOk(await workspace.call("POST", "/host", { host: written })).body.host).toBe(host);
    expectRefused(await workspace.call("POST", "/host", { host }), "host");
  });

  it.each([
    ["missing", undefined],
    ["null", null],
    ["a number", 5],
    ["empty", ""],
    ["[10.7] an admin host", "localhost"],
    ["an admin host with a trailing dot", "localhost."],
    ["an admin host that is an address", "127.0.0.1"],
    ["[10.7] a wildcard over an admin host", "*.localhost"],
    ["[10.7] the platform's own target", "edge.signpost.example"],
    ["the platform's own target in capitals", "EDGE.Signpost.Example"],
    ["[10.7] an IPv4 address", "192.0.2.1"],
    ["an IPv4 address in disguise", "0xC0.0.2.1"],
    ["an IPv4 address as a number", "3221225985"],
    ["an IPv6 address", "[2001:db8::1]"],
    ["[10.7] a single label", "intranet"],
    ["[10.7] a public suffix", "com"],
    ["a public suffix of two labels", "co.uk"],
    ["[10.7] a wildcard on a public suffix", "*.co.uk"],
    ["a wildcard on a top-level domain", "*.com"],
    ["a star alone", "*"],
    ["a star inside", "go.*.example"],
    ["a star in a label", "g*.acme.example"],
    ["two stars", "*.*.acme.example"],
    ["a URL", "https://go.acme.example"],
    ["a host with a path", "go.acme.example/x"],
    ["a host with a port", "go.acme.example:443"],
    ["an empty label", "go..example"],
    ["a leading dot", ".acme.example"],
    ["a label with a leading hyphen", "-go.acme.example"],
    ["a label with a trailing hyphen", "go-.acme.example"],
    ["a label of 64 characters", `${"a".repeat(64)}.example`],
    ["a broken A-label", "xn--a.example"],
    ["[10.7] 101 characters", `${"a".repeat(47)}.${"b".repeat(45)}.example`],
    ["white space inside", "go acme.example"],
    ["an at sign", "a@acme.example"],
    ["a percent sign", "go%2eacme.example"],
  ])("%s is a 422 on host", async (_, host) => {
    const workspace = await createWorkspace();
    expectRefused(await workspace.call("POST", "/host", { host }), "host");
    const { results } = await env.DB.prepare("SELECT host FROM hosts WHERE workspace_id = ?1")
      .bind(workspace.id)
      .all();
    expect(results).toEqual([]);
  });

  it("[10.14] a hostname answers from one workspace in the whole system", async () => {
    const [first, second] = [await createWorkspace(), await createWorkspace()];
    requireOk(await first.call("POST", "/host", { host: "go.single.example" }));
    const { body } = requireOk(await second.call("POST", "/host", { host: "GO.Single.Example." }));
    expect(body).toMatchObject({ host: "go.single.example", held: false });
    const row = await homeOf(first.id)
      .prepare("SELECT workspace_id FROM hosts WHERE host = 'go.single.example'")
      .first();
    expect(row?.["workspace_id"]).toBe(first.id);
    const counts = await homeOf(second.id)
      .prepare("SELECT host_count FROM workspaces WHERE id = ?1")
      .bind(second.id)
      .first();
    expect(counts?.["host_count"]).toBe(1);
  });
});
