import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { isPublicAddress, toAddress } from "../../src/domain/public-address.ts";

describe("an address in a hostname", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["[2001:DB8:0:0::1]", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["::ffff:192.0.2.1", "::ffff:c000:201"],
    ["127.1", "127.0.0.1"],
    ["0177.0.0.1", "127.0.0.1"],
    ["0x7f000001", "127.0.0.1"],
  ])("%s is %s", (hostname, address) => {
    expect(toAddress(hostname)).toBe(address);
  });

  it.each(["", "a.example", "face.ad", "cafe", "1.2.3.4.example", "256.0.0.1", "1:2", "::1]/x", "1.1.1.1/8"])(
    "is not found in %j",
    (hostname) => {
      expect(toAddress(hostname)).toBeNull();
    },
  );
});

/** Blocks that begin as those do that are not public, so that their edges are met. */
const ipv4 = fc
  .tuple(
    fc.oneof(fc.constantFrom(10, 100, 127, 169, 172, 192, 198, 203, 223, 224), fc.nat(255)),
    fc.oneof(fc.constantFrom(0, 16, 18, 31, 32, 51, 52, 63, 64, 88, 127, 128, 168, 175, 254), fc.nat(255)),
    fc.oneof(fc.constantFrom(0, 2, 48, 99, 100, 113, 193, 196), fc.nat(255)),
    fc.nat(255),
  )
  .map((parts) => parts.join("."));
const group = fc.oneof(fc.constant(0), fc.nat(0xffff));
const ipv6 = fc
  .tuple(
    fc.oneof(fc.constantFrom(0x2000, 0x2001, 0x2002, 0x2620, 0x3fff, 0x4000, 0xfe80), fc.nat(0xffff)),
    fc.oneof(fc.constantFrom(0x4f, 0xdb8, 0x1ff, 0x200, 0xfff, 0x1000), group),
    fc.oneof(fc.constantFrom(0x8000, 0x112), group),
    ...Array.from({ length: 5 }, () => group),
  )
  .map((parts) => parts.map((part) => part.toString(16)).join(":"));

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

describe("what the library ipaddr.js calls unicast is public", () => {
  it.each([
    ["IPv4", ipv4],
    ["IPv6", ipv6],
  ])("of %s, in the blocks that are allocated", (_, addresses) => {
    fc.assert(
      fc.property(addresses, (text) => {
        const address = ipaddr.parse(text);
        const isAllocated = address.kind() === "ipv4" || address.match(GLOBAL_UNICAST);
        expect(isPublicAddress(text)).toBe(isAllocated && address.range() === "unicast");
      }),
      { numRuns: 5_000 },
    );
  });
});
