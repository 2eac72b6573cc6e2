import { describe, expect, it } from "vitest";
import { check, expectNeverAsked, resolveTo, START, useFakeWeb, web } from "../../support/guarded-check.ts";

/** Addresses that are never requested, at the first hop and behind a redirect (contract 7.6). */

useFakeWeb();

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
