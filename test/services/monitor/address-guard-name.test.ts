import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { guardAddresses } from "../../../src/services/monitor/address-guard.ts";
import { dnsJson, type DnsQuestion } from "../../support/dns.ts";
import { check, expectNeverAsked, resolveTo, START, useFakeWeb, web } from "../../support/guarded-check.ts";
import { createSite } from "../../support/site.ts";
import { publicAddress, type FakeWeb } from "../../support/web.ts";

/** Names of the platform and names in DNS: what is requested, and what is not (contract 7.4 and 7.6). */

useFakeWeb();

describe("[7.6] the platform itself is never requested", () => {
  const own = {
    ADMIN_HOSTS: "admin.example, 93.184.215.20",
    CNAME_TARGET: "edge.example",
    A_TARGETS: "93.184.215.30,93.184.215.31",
  };

  it.each([
    ["an admin host", "https://admin.example/v1"],
    ["an admin host in capitals with a trailing dot and a port", "https://ADMIN.example.:8443/"],
    ["an admin host that is an address", "https://93.184.215.20/"],
    ["what subdomains point at", "https://edge.example/"],
    ["what bare domains point at", "https://93.184.215.30/"],
    ["what bare domains point at, the second", "https://93.184.215.31/"],
  ])("by %s", async (_, destination) => {
    await expectNeverAsked(destination, own);
  });

  it("by a name that leads to its addresses", async () => {
    resolveTo("alias.example", [["A", "93.184.215.31"]]);
    await expectNeverAsked("https://alias.example/", own);
  });

  it("by a name that is an alias of its own", async () => {
    resolveTo("alias.example", [
      ["CNAME", "Edge.Example."],
      ["A", "93.184.215.14"],
    ]);
    await expectNeverAsked("https://alias.example/", own);
  });

  it("by a hostname that is connected to it", async () => {
    const { host } = await createSite();
    await expectNeverAsked(`https://${host}/a`);
    await expectNeverAsked(`https://${host.toUpperCase()}./a`);
  });

  it("by an alias of a hostname that is connected to it", async () => {
    const { host } = await createSite();
    resolveTo("alias.example", [
      ["CNAME", `${host}.`],
      ["A", "93.184.215.14"],
    ]);
    await expectNeverAsked("https://alias.example/");
  });

  it("by a name below a wildcard that is connected to it", async () => {
    const { call } = await createSite();
    await call("POST", "/host", { host: "*.wild.example" });
    await expectNeverAsked("https://deeply.below.wild.example/");
  });
});

describe("names that may be requested", () => {
  it.each([
    ["a public IPv4 address", "http://93.184.215.14/"],
    ["a public IPv6 address", "http://[2606:2800:21f:cb07::1]/"],
    ["a neighbour of a private range", "http://172.32.0.1/"],
    ["another neighbour", "http://172.15.255.255/"],
    ["a neighbour of carrier-grade NAT", "http://100.128.0.1/"],
    ["a name with public addresses", "https://public.example/a?b"],
  ])("is %s", async (_, destination) => {
    expect(await check(destination)).toMatchObject({ kind: "success" });
    expect(web.lines()).toEqual([`GET ${destination}`]);
  });

  it("is a name with an address of IPv6 alone", async () => {
    resolveTo("six.example", [["AAAA", "2606:2800:21f:cb07::1"]]);
    expect(await check("https://six.example/")).toMatchObject({ kind: "success" });
  });

  it("is the www of a connected domain, which is a website of its own", async () => {
    const { host } = await createSite();
    expect(await check(`https://www.${host}/`)).toMatchObject({ kind: "success" });
  });

  it.each([
    ["an address", "10.0.0.1", "http://10.0.0.1:99/"],
    ["an address of IPv6", "::1", "http://[::1]/"],
    ["an address of IPv6 in brackets", "[::1]", "http://[::1]/"],
    ["an address of IPv6 with its port", "[::1]:99", "http://[::1]:99/"],
    ["an address with its port", "127.0.0.1:99", "http://127.0.0.1:99/"],
    ["an address with the port of its scheme", "127.0.0.1:443", "https://127.0.0.1/"],
    ["a name", "inside.example", "http://inside.example/"],
    ["one of several", "10.9.9.9, 127.0.0.1", "http://127.0.0.1/"],
    ["an admin host", "localhost", "http://localhost/"],
  ])("[7.6] is what MONITOR_ALLOW exempts: %s, %s", async (_, MONITOR_ALLOW, destination) => {
    expect(await check(destination, { MONITOR_ALLOW })).toMatchObject({ kind: "success" });
    expect(web.questions).toEqual([]);
  });

  it.each(["localhost,admin.example.com", "admin.example.com"])(
    "[25.13] is nothing by MONITOR_ALLOW while ADMIN_HOSTS is %s",
    async (ADMIN_HOSTS) => {
      await expectNeverAsked("http://10.0.0.1/", { ADMIN_HOSTS, MONITOR_ALLOW: "10.0.0.1" });
    },
  );

  it.each([
    ["another port", "127.0.0.1:99", "http://127.0.0.1:98/"],
    ["another address", "127.0.0.1", "http://127.0.0.2/"],
    ["a name below it", "localhost", "http://a.localhost/"],
    ["what only begins with it", "10.0.0.1", "http://10.0.0.10/"],
  ])("is not %s than MONITOR_ALLOW exempts: %s", async (_, MONITOR_ALLOW, destination) => {
    expect(await check(destination, { MONITOR_ALLOW })).toMatchObject({ kind: "unchecked" });
    expect(web.lines()).toEqual([]);
  });
});

describe("DNS", () => {
  it.each([
    ["NXDOMAIN", (question: DnsQuestion) => dnsJson(question, { status: 3 }), "DNS says NXDOMAIN"],
    ["SERVFAIL", (question: DnsQuestion) => dnsJson(question, { status: 2 }), "DNS says SERVFAIL"],
    ["no address", (question: DnsQuestion) => dnsJson(question), "DNS has no address"],
    [
      "an alias without an address",
      (question: DnsQuestion) => dnsJson(question, { records: [["CNAME", "elsewhere.example."]] }),
      "DNS has no address",
    ],
  ])("[7.4] that tells of %s is the destination's failure", async (_, resolver, reason) => {
    web.resolver = resolver;
    expect(await check(START)).toEqual({ kind: "failure", reason: `start.example: ${reason}` });
    expect(web.lines()).toEqual([]);
  });

  it.each<[string, FakeWeb["resolver"]]>([
    ["refuses", (question) => dnsJson(question, { status: 5 })],
    ["answers with a 500", () => new Response("{}", { status: 500 })],
    ["answers with text", () => new Response("<p>")],
    ["answers with JSON of another kind", () => Response.json(null)],
    ["answers without a status", () => Response.json({ Answer: [] })],
    [
      "does not answer",
      () => {
        throw new TypeError("connection reset");
      },
    ],
    [
      "tells of IPv4 alone",
      (question) => (question.type === "A" ? publicAddress(question) : new Response("", { status: 503 })),
    ],
  ])("[7.4] that %s is nobody's failure, and nothing is requested", async (_, resolver) => {
    web.resolver = resolver;
    expect(await check(START)).toMatchObject({ kind: "unchecked" });
    expect(web.lines()).toEqual([]);
  });

  it("is asked once in a run for a name, for both kinds of address", async () => {
    const guard = guardAddresses(env);
    await guard(new URL(START));
    await guard(new URL(`${START}again`));
    await Promise.all([guard(new URL("https://other.example/")), guard(new URL("https://other.example/"))]);
    expect(web.questions).toEqual([
      { name: "start.example", type: "A" },
      { name: "start.example", type: "AAAA" },
      { name: "other.example", type: "A" },
      { name: "other.example", type: "AAAA" },
    ]);
  });
});
