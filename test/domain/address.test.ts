import { expect, test } from "vitest";
import { toAddressGroup } from "../../src/domain/address.ts";

test.each([
  ["an IPv4 address counts by itself", "192.0.2.1", "192.0.2.2", false],
  ["two spellings of an IPv6 address count as one", "2001:db8:0:0:0:0:0:1", "2001:DB8::1", true],
  ["leading zeros make no difference", "2001:0db8:0000:0001::1", "2001:db8:0:1::1", true],
  ["a /64 counts as one", "2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
  ["neighbouring /64s count apart", "2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["zeros in front of the end of the /64 are its own", "2001:db8::2:0:0:0:1", "2001:db8:0:2::1", true],
  ["a compressed end is zeros", "2001:db8:1:2::", "2001:db8:1:2:0:0:0:0", true],
  ["a compressed end inside the /64 is zeros", "2001:db8::", "2001:db8:0:0::1", true],
  ["a compressed start is zeros", "::1", "0:0:0:0:0:0:0:2", true],
  ["IPv4 and IPv6 count apart", "192.0.2.1", "2001:db8::192.0.2.1", false],
])("%s", (_, one, other, isSame) => {
  expect(toAddressGroup(one) === toAddressGroup(other)).toBe(isSame);
});

test("an address that is missing is a group of its own", () => {
  expect(toAddressGroup("")).toBe("");
});
