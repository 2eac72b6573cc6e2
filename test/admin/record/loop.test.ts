import { beforeEach, describe, expect, it } from "vitest";
import { connectHost, createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import type { Answer } from "../../support/workspace.ts";

let site: Site;
let host: string;

beforeEach(async () => {
  site = await createSite();
  host = site.host;
});

function to(suffix: string, on = host): string {
  return `https://${on}${suffix}`;
}

/** A 422 that names the loop: every source on the way, in order. */
function expectLoop(answer: Answer, field: string, ...sources: string[]): void {
  expectRefused(answer, field);
  const [reason] = answer.body.errors[field];
  let at = 0;
  for (const source of sources) {
    expect(reason.slice(at)).toContain(source);
    at = reason.indexOf(source, at) + source.length;
  }
}

describe("[4.11] a destination that leads straight back is a 422 that names the loop", () => {
  it.each([
    ["the same spelling", "loop", "/loop"],
    ["http instead of https", "loop", "/loop"],
    ["a trailing slash", "loop", "/loop/"],
    ["a query", "loop", "/loop?x=1"],
    ["a fragment", "loop", "/loop#top"],
    ["another letter case", "loop", "/LOOP"],
    ["an escape for a plain character", "loop", "/l%6Fop"],
    ["a non-ASCII alias, literal", "café", "/café"],
    ["a non-ASCII alias, escaped", "café", "/caf%C3%A9"],
    ["a non-ASCII alias, decomposed", "café", "/cafe%CC%81"],
    ["dots that a browser resolves", "loop", "/a/../loop"],
    ["dots that are escaped", "loop", "/a/%2e%2e/loop"],
  ])("of a short link, with %s", async (_, alias, suffix) => {
    const body = { host, alias, destination: to(suffix) };
    expectLoop(await site.call("POST", "/link", body), "destination", `${host}/`, `${host}/`);
    const { id } = await site.createLink({ alias });
    expectRefused(await site.call("PUT", `/link/${id}`, { destination: to(suffix) }), "destination");
  });

  it.each([
    ["the hostname in capitals", () => `https://${host.toUpperCase()}/loop`],
    ["a trailing dot on the hostname", () => `https://${host}./loop`],
    ["a port", () => `https://${host}:443/loop`],
    ["no scheme", () => `${host}/loop`],
    ["plain http", () => `http://${host}/loop`],
  ])("of a short link, with %s", async (_, destination) => {
    const body = { host, alias: "loop", destination: destination() };
    expectRefused(await site.call("POST", "/link", body), "destination");
  });

  it.each([
    ["its own path", "/a/b", "/a/b"],
    ["below its own star", "/blog/*", "/blog/archive/2026"],
    ["the root of its own star", "/blog/*", "/blog"],
    ["every other path, by any path", "", "/anything"],
    ["every other path, by the bare host", "", ""],
    ["the root, by the bare host", "/", ""],
    ["its own query", "/a?x=1", "/a?x=1"],
    ["its own query with a campaign behind it", "/a?x=1", "/a?x=1&utm_source=mail"],
  ])("of a redirect, with %s", async (_, suffix, destination) => {
    const body = { url: host + suffix, destination: to(destination) };
    expectRefused(await site.call("POST", "/redirect", body), "destination");
    const { id } = await site.createRedirect(suffix);
    expectRefused(await site.call("PUT", `/redirect/${id}`, { destination: to(destination) }), "destination");
  });

  it("of an alias that forwards paths, below the alias", async () => {
    const body = { host, alias: "docs", destination: to("/docs/intro"), forward_path: true };
    expectRefused(await site.call("POST", "/link", body), "destination");
    const { id } = await site.createLink({ alias: "docs", destination: to("/docs/intro") });
    expectRefused(await site.call("PUT", `/link/${id}`, { forward_path: true }), "destination");
  });

  it("named by its place in destinations", async () => {
    const destinations = ["https://example.com", to("/loop"), "https://example.org", to("/LOOP")];
    const answer = await site.call("POST", "/link", { host, alias: "loop", destinations });
    expectRefused(answer, "destinations.1", "destinations.3");
  });

  it("when the link moves to its own destination", async () => {
    const { id } = await site.createLink({ alias: "away", destination: to("/home") });
    expectRefused(await site.call("PUT", `/link/${id}`, { alias: "home" }), "destination");
  });
});

describe("a destination that leads back through other records is a 422 that names the loop", () => {
  /** Short links a → b → c … of so many, the last without a destination. */
  async function createChain(length: number) {
    const links = [];
    for (let i = 0; i < length; i++) {
      const destination = i === length - 1 ? null : to(`/s${i + 1}`);
      links.push(await site.createLink({ alias: `s${i}`, destination }));
    }
    return links;
  }

  it.each([2, 3, 4, 5])("[4.11] of %i hops", async (hops) => {
    const last = (await createChain(hops)).at(-1);
    const answer = await site.call("PUT", `/link/${last.id}`, { destination: to("/s0") });
    expectLoop(answer, "destination", `${host}/s${hops - 1}`, `${host}/s0`, `${host}/s${hops - 1}`);
    expect(requireOk(await site.call("GET", `/link/${last.id}`)).body.destination).toBeNull();
  });

  it("closed by a new record", async () => {
    await site.createLink({ alias: "a", destination: to("/b") });
    expectLoop(
      await site.call("POST", "/link", { host, alias: "b", destination: to("/a") }),
      "destination",
      `${host}/b`,
      `${host}/a`,
      `${host}/b`,
    );
  });

  it("[4.11] over another hostname of the workspace, and over a redirect", async () => {
    const other = await connectHost(site);
    requireOk(await site.call("POST", "/redirect", { url: `${other}/old`, destination: to("/new") }));
    const body = { host, alias: "new", destination: `https://${other}/old` };
    expectLoop(
      await site.call("POST", "/link", body),
      "destination",
      `${host}/new`,
      `${other}/old`,
      `${host}/new`,
    );
  });

  it("over a second destination of the record between", async () => {
    await site.createLink({
      alias: "a",
      destinations: ["https://example.com", to("/b")],
      destination_routing: "random",
    });
    expectRefused(
      await site.call("POST", "/link", { host, alias: "b", destination: to("/a") }),
      "destination",
    );
  });

  it("over the `*` of a host", async () => {
    const other = await connectHost(site);
    requireOk(await site.call("POST", "/redirect", { url: other, destination: to("/a") }));
    const body = { host, alias: "a", destination: `https://${other}/whatever` };
    expectRefused(await site.call("POST", "/link", body), "destination");
  });

  it("over the `*` of a host that forwards the path", async () => {
    const other = await connectHost(site);
    requireOk(await site.call("POST", "/redirect", { url: other, destination: to(""), forward_path: true }));
    const body = { url: `${host}/about`, destination: `https://${other}/about` };
    expectLoop(
      await site.call("POST", "/redirect", body),
      "destination",
      `${host}/about`,
      `${other}/*`,
      `${host}/about`,
    );
    expect(
      (await site.call("POST", "/redirect", { url: `${host}/about`, destination: `https://${other}/team` }))
        .status,
    ).toBe(200);
  });

  it("over a `/…/*` that forwards the path", async () => {
    await site.createRedirect("/old/*", { destination: to("/new"), forward_path: true });
    const body = { url: `${host}/new/page`, destination: to("/old/page") };
    expectRefused(await site.call("POST", "/redirect", body), "destination");
  });

  it("over a record that forwards the query to a source with that query", async () => {
    await site.createRedirect("/forward", { destination: to("/shop"), forward_query: true });
    const body = { url: `${host}/shop?id=1`, destination: to("/forward?id=1") };
    expectRefused(await site.call("POST", "/redirect", body), "destination");
    expect((await site.call("POST", "/redirect", { ...body, destination: to("/forward?id=2") })).status).toBe(
      200,
    );
  });

  it("[4.5, 4.11] over a source with a query, which it does not pass on", async () => {
    await site.createRedirect("/b?x=1", { destination: to("/c"), forward_query: true });
    await site.createRedirect("/c?x=1", { destination: "https://other.example/" });
    const body = { url: `${host}/c`, destination: to("/b?x=1"), forward_query: true };
    expectLoop(
      await site.call("POST", "/redirect", body),
      "destination",
      `${host}/c`,
      `${host}/b?x=1`,
      `${host}/c`,
    );
  });

  it("over a wildcard hostname", async () => {
    requireOk(await site.call("POST", "/host", { host: `*.${host}` }));
    requireOk(await site.call("POST", "/redirect", { url: `*.${host}`, destination: to("/a") }));
    const body = { host, alias: "a", destination: `https://any.${host}/x` };
    expectRefused(await site.call("POST", "/link", body), "destination");
  });

  it("with both halves in one call", async () => {
    const body = { url: `${host}/a ${host}/b`, destinations: [to("/a"), to("/b")] };
    expectRefused(await site.call("POST", "/redirect", body), "destinations.0", "destinations.1");
  });
});

describe("destinations without a loop are accepted", () => {
  it.each([
    ["another path of the host", "a", "/b"],
    ["below an alias that forwards nothing", "a", "/a/below"],
    ["a path that only starts alike", "a", "/ab"],
    ["an escaped slash", "a", "/%2Fa"],
  ])("%s", async (_, alias, suffix) => {
    expect((await site.createLink({ alias, destination: to(suffix) })).destination).toBe(to(suffix));
  });

  it("the same path of another workspace's hostname", async () => {
    const other = await createSite();
    await other.createLink({ alias: "a", destination: to("/a") });
    expect((await site.createLink({ alias: "a", destination: to("/a", other.host) })).id).toBeDefined();
  });

  it("a source with a query that points at its path without", async () => {
    const redirect = await site.createRedirect("/a?x=1", { destination: to("/a") });
    expect(redirect.destination).toBe(to("/a"));
  });

  it("[4.5, 4.11] a source with a query that the record between does not pass on", async () => {
    await site.createRedirect("/b?x=1", { destination: to("/c"), forward_query: true });
    const redirect = await site.createRedirect("/c?x=1", { destination: to("/b?x=1") });
    expect(redirect.destination).toBe(to("/b?x=1"));
  });

  it("the `*` of a host that points at a path which another record answers", async () => {
    await site.createLink({ alias: "home", destination: "https://example.com" });
    expect((await site.createRedirect("", { destination: to("/home") })).destination).toBe(to("/home"));
  });

  it("the other spelling of an alias that has a record of its own", async () => {
    await site.createLink({ alias: "Case", destination: "https://example.com" });
    expect((await site.createLink({ alias: "case", destination: to("/Case") })).destination).toBe(
      to("/Case"),
    );
  });

  it("a record that ran in circles once its neighbour has changed", async () => {
    const a = await site.createLink({ alias: "a", destination: to("/b") });
    requireOk(await site.call("PUT", `/link/${a.id}`, { destination: "https://example.com" }));
    expect((await site.createLink({ alias: "b", destination: to("/a") })).destination).toBe(to("/a"));
  });
});
