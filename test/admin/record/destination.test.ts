import { beforeAll, describe, expect, it } from "vitest";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

const [A, B, C] = ["https://a.example/1", "https://b.example/2", "https://c.example/3"];

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

async function change(id: string, body: object) {
  return requireOk(await site.call("PUT", `/link/${id}`, body)).body;
}

describe("a destination", () => {
  it.each([
    ["https", "https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["http", "http://example.com", "http://example.com"],
    ["a scheme in capitals", "HTTPS://example.com/", "HTTPS://example.com/"],
    ["white space around it", "  https://example.com/x \n", "https://example.com/x"],
    ["no scheme", "example.com/x", "https://example.com/x"],
    ["no scheme, but a port", "example.com:8080", "https://example.com:8080"],
    ["a port", "https://example.com:8443/x", "https://example.com:8443/x"],
    ["an IPv4 address", "http://192.0.2.1/x", "http://192.0.2.1/x"],
    ["an IPv6 address", "http://[2001:db8::1]/x", "http://[2001:db8::1]/x"],
    ["a non-ASCII host", "https://bücher.example/x", "https://bücher.example/x"],
    [
      "its own spelling of path and query",
      "https://example.com/a//b/%7e?b&a=1&&a",
      "https://example.com/a//b/%7e?b&a=1&&a",
    ],
    [
      "2,048 characters",
      `https://example.com/${"x".repeat(2028)}`,
      `https://example.com/${"x".repeat(2028)}`,
    ],
  ])("[4.10] with %s is kept as written", async (_, destination, kept) => {
    expect(await site.createLink({ destination })).toMatchObject({ destination: kept, destinations: [kept] });
  });

  it.each([
    ["empty", ""],
    ["white space", "   "],
    ["a word", "example"],
    ["a path", "/x"],
    ["without a scheme's host", "https://"],
    ["without a host, but a path", "https:///x"],
    ["ftp", "ftp://example.com"],
    ["javascript", "javascript:alert(1)"],
    ["data", "data:text/html,x"],
    ["mailto", "mailto:a@example.com"],
    ["protocol-relative", "//example.com/x"],
    ["with a user name", "https://user@example.com/"],
    ["with a password", "https://user:secret@example.com/"],
    ["with a space inside", "https://example.com/a b"],
    ["with a line break inside", "https://example.com/a\r\nSet-Cookie: x=y"],
    ["with a NUL", "https://example.com/\u0000"],
    ["with a backslash", "https://example.com\\@evil.example"],
    ["with a bad port", "https://example.com:99999/"],
    ["with an empty label", "https://a..example/"],
    ["of 2,049 characters", `https://example.com/${"x".repeat(2029)}`],
  ])("[4.10] that is %s is a 422, alone and in a list", async (_, destination) => {
    expectRefused(await site.call("POST", "/link", { host: site.host, destination }), "destination");
    expectRefused(
      await site.call("POST", "/link", { host: site.host, destinations: [A, destination] }),
      "destinations.1",
    );
  });
});

describe("destination and destinations", () => {
  it.each<[object, string[]]>([
    [{ destination: A }, [A]],
    [{ destinations: [A, B] }, [A, B]],
    [{ destination: A, destinations: [A, B] }, [A, B]],
    [{ destination: "a.example/1", destinations: [A] }, [A]],
    [{ destination: null, destinations: [] }, []],
    [{ destination: null }, []],
    [{ destinations: null }, []],
  ])("[6.1] %j makes %j", async (body, destinations) => {
    const link = await site.createLink(body);
    expect(link).toMatchObject({ destination: destinations[0] ?? null, destinations });
  });

  it.each<[string, object, string[]]>([
    ["[6.1] destination alone replaces the primary", { destination: C }, [C, B]],
    ["[6.1] destinations replaces all", { destinations: [C] }, [C]],
    ["[6.1] destination: null clears all", { destination: null }, []],
    ["[6.1] destinations: [] clears all", { destinations: [] }, []],
    ["[6.1] destinations: null clears all", { destinations: null }, []],
    ["an order is kept", { destinations: [B, A] }, [B, A]],
    ["the same destination may stand twice", { destinations: [A, A] }, [A, A]],
    ["what is left out stays", { title: "x" }, [A, B]],
  ])("%s", async (_, body, destinations) => {
    const { id, url } = await site.createLink({ destinations: [A, B] });
    expect(await change(id, body)).toMatchObject({ destination: destinations[0] ?? null, destinations });
    const answer = await visit(url);
    expect(answer.status).toBe(destinations.length === 0 ? 404 : 302);
    expect(answer.headers.get("Location")).toBe(destinations[0] ?? null);
  });

  it.each([
    { destination: A, destinations: [B] },
    { destination: B, destinations: [A, B] },
    { destination: A, destinations: [] },
    { destination: null, destinations: [A] },
  ])("[6.2] that disagree on the primary are a 422: %j", async (body) => {
    expectRefused(await site.call("POST", "/link", { host: site.host, ...body }), "destination");
    const { id } = await site.createLink({ destination: C });
    expectRefused(await site.call("PUT", `/link/${id}`, body), "destination");
    expectRefused(await site.call("POST", "/redirect", { url: `${site.host}/x`, ...body }), "destination");
  });
});

describe("destination_routing", () => {
  it.each([
    "primary",
    "random",
    "sequential",
    "fastest",
    "weighted:70,30",
    "weighted:0,1",
    "weighted:0.5,0.25",
  ])("[6.3] %s is kept and shown", async (destination_routing) => {
    const link = await site.createLink({ destinations: [A, B], destination_routing });
    expect(link.destination_routing).toBe(destination_routing);
    expect(await change(link.id, { destination_routing: "primary" })).toMatchObject({
      destination_routing: "primary",
    });
    expect(await change(link.id, { destination_routing })).toMatchObject({ destination_routing });
  });

  it.each([
    "",
    "Primary",
    "weighted",
    "weighted:",
    "weighted:0,0",
    "weighted:-1,2",
    "weighted:a,b",
    "weighted:1,,2",
    "weighted:1;2",
    "weighted:Infinity,1",
    "weighted:1e3,1",
  ])("%j is a 422", async (destination_routing) => {
    const body = { host: site.host, destinations: [A, B], destination_routing };
    expectRefused(await site.call("POST", "/link", body), "destination_routing");
  });

  it.each<[string, object, object]>([
    ["[6.4] one weight too few", { destinations: [A, B, C] }, { destination_routing: "weighted:1,2" }],
    ["one weight too many", { destinations: [A, B] }, { destination_routing: "weighted:1,2,3" }],
    [
      "a destination more than weights",
      { destinations: [A, B], destination_routing: "weighted:1,2" },
      { destinations: [A, B, C] },
    ],
    [
      "a destination less than weights",
      { destinations: [A, B], destination_routing: "weighted:1,2" },
      { destinations: [A] },
    ],
  ])("%s is a 422", async (_, created, changed) => {
    const { id } = await site.createLink(created);
    expectRefused(await site.call("PUT", `/link/${id}`, changed), "destination_routing");
  });

  it("weights and destinations can change together", async () => {
    const { id } = await site.createLink({ destinations: [A, B], destination_routing: "weighted:1,2" });
    const body = { destinations: [A, B, C], destination_routing: "weighted:1,2,3" };
    expect(await change(id, body)).toMatchObject(body);
  });

  it("replacing the primary leaves the weights as they are", async () => {
    const { id } = await site.createLink({ destinations: [A, B], destination_routing: "weighted:1,2" });
    expect(await change(id, { destination: C })).toMatchObject({
      destinations: [C, B],
      destination_routing: "weighted:1,2",
    });
  });

  it("redirects have it as well", async () => {
    const redirect = await site.createRedirect("/weighted", {
      destinations: [A, B],
      destination_routing: "weighted:1,2",
    });
    expect(redirect.destination_routing).toBe("weighted:1,2");
  });
});
