import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CheckResult } from "../../../src/domain/health.ts";
import type { Env } from "../../../src/env.ts";
import { guardAddresses } from "../../../src/services/monitor/internal/address-guard.ts";
import { checkDestination } from "../../../src/services/monitor/internal/check-destination.ts";
import { dnsJson, type DnsQuestion } from "../../support/dns.ts";
import { fakeWeb, publicAddress, redirectTo, type FakeWeb } from "../../support/web.ts";
import { createSite } from "../../support/site.ts";

/** What is never requested, at the first hop and behind a redirect (contract 7.6). */

const START = "https://start.example/";

let web: FakeWeb;

beforeEach(() => {
  web = fakeWeb();
});
afterEach(() => vi.restoreAllMocks());

function check(destination: string, overrides: Partial<Env> = {}): Promise<CheckResult> {
  const guard = guardAddresses({ ...env, ...overrides });
  return checkDestination(destination, { guard, clock: () => 0 });
}

/** Neither as a destination nor behind a redirect, and it is no verdict. */
async function expectNeverAsked(destination: string, overrides: Partial<Env> = {}): Promise<void> {
  web.requests.length = 0;
  expect(await check(destination, overrides), destination).toMatchObject({ kind: "unchecked" });
  expect(web.lines()).toEqual([]);
  web.site = ({ url }) => (url === START ? redirectTo(destination, 307) : new Response(""));
  expect(await check(START, overrides), `to ${destination}`).toMatchObject({ kind: "unchecked" });
  expect(web.lines()).toEqual([`GET ${START}`]);
}

function resolveTo(name: string, records: [type: string, data: string][]): void {
  web.resolver = (question: DnsQuestion) =>
    question.name === name
      ? dnsJson(question, {
          records: records.filter(([type]) => type === question.type || type === "CNAME"),
        })
      : publicAddress(question);
}

const IPV4 = [
  ["this host", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private, class A", "10.0.0.1"],
  ["private, class A, the last", "10.255.255.255"],
  ["private, class B", "172.16.0.1"],
  ["private, class B, the last", "172.31.255.255"],
  ["private, class C", "192.168.1.1"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["carrier-grade NAT, the last", "100.127.255.255"],
  ["loopback", "127.0.0.1"],
  ["loopback, another", "127.8.8.8"],
  ["link-local", "169.254.1.1"],
  ["metadata of clouds", "169.254.169.254"],
  ["protocol assignments", "192.0.0.8"],
  ["documentation 1", "192.0.2.77"],
  ["documentation 2", "198.51.100.1"],
  ["documentation 3", "203.0.113.1"],
  ["6to4 relay", "192.88.99.1"],
  ["benchmarks", "198.18.0.1"],
  ["benchmarks, the last", "198.19.255.255"],
  ["multicast", "224.0.0.1"],
  ["multicast, the last", "239.255.255.255"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
] as const;

const IPV6 = [
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["IPv4-compatible", "::a00:1"],
  ["IPv4-mapped, private", "::ffff:10.0.0.1"],
  ["IPv4-mapped, loopback", "::ffff:7f00:1"],
  ["IPv4-mapped, public", "::ffff:93.184.215.14"],
  ["IPv4-translated", "::ffff:0:10.0.0.1"],
  ["NAT64 of private", "64:ff9b::10.0.0.1"],
  ["NAT64 of loopback", "64:ff9b::7f00:1"],
  ["NAT64 for local use", "64:ff9b:1::a00:1"],
  ["discard", "100::1"],
  ["Teredo", "2001:0:a00:1::1"],
  ["benchmarks", "2001:2::1"],
  ["ORCHID", "2001:20::1"],
  ["documentation", "2001:db8::1"],
  ["documentation, new", "3fff::1"],
  ["6to4 of private", "2002:a00:1::1"],
  ["6to4 of loopback", "2002:7f00:1::1"],
  ["not given out", "4000::1"],
  ["segment routing", "5f00::1"],
  ["unique-local", "fc00::1"],
  ["unique-local, in use", "fd12:3456:789a::1"],
  ["link-local", "fe80::1"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
] as const;

describe("an address that is not public is never requested", () => {
  it.each(IPV4)("[7.6] %s: %s", async (_, address) => {
    await expectNeverAsked(`http://${address}/`);
  });

  it.each(IPV6)("[7.6] %s: [%s]", async (_, address) => {
    await expectNeverAsked(`https://[${address}]:8443/x`);
  });

  it.each([
    ["hexadecimal", "http://0x7f.0.0.1/"],
    ["octal", "http://0177.0.0.1/"],
    ["one number", "http://2130706433/"],
    ["two numbers", "http://10.1/"],
    ["percent-encoded", "http://%31%32%37.0.0.1/"],
    ["with a trailing dot", "http://127.0.0.1./"],
    ["with a port", "http://127.0.0.1:8787/"],
    ["with a user name", "http://93.184.215.14@127.0.0.1/"],
  ])("[7.6] written another way: %s", async (_, destination) => {
    await expectNeverAsked(destination);
  });

  it.each(IPV4)("[7.6] as the address of a name: %s, A %s", async (_, address) => {
    resolveTo("inside.example", [["A", address]]);
    await expectNeverAsked("https://inside.example/");
  });

  it.each(IPV6)("as the address of a name: %s, AAAA %s", async (_, address) => {
    resolveTo("inside.example", [["AAAA", address]]);
    await expectNeverAsked("https://inside.example/");
  });

  it.each<[string, [string, string][]]>([
    [
      "among public ones",
      [
        ["A", "93.184.215.14"],
        ["A", "10.0.0.1"],
      ],
    ],
    [
      "beside a public one of IPv4",
      [
        ["A", "93.184.215.14"],
        ["AAAA", "fd00::1"],
      ],
    ],
    [
      "behind an alias",
      [
        ["CNAME", "elsewhere.example."],
        ["A", "10.0.0.1"],
      ],
    ],
    ["that is none", [["A", "no address"]]],
  ])("[7.6] as an address of a name %s", async (_, records) => {
    resolveTo("inside.example", records);
    await expectNeverAsked("https://inside.example/");
    await check("https://INSIDE.example.:8080/");
    expect(web.lines()).toEqual([`GET ${START}`]);
  });

  it.each(["localhost", "go.localhost", "localhost."])(
    "as the name %s, which is not looked up",
    async (name) => {
      await expectNeverAsked(`http://${name}/`);
      expect(web.questions.map((question) => question.name)).not.toContain(name);
    },
  );
});

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

describe("what may be asked", () => {
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
