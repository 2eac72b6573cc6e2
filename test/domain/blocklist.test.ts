import { describe, expect, test } from "vitest";
import { findBlockedHost } from "../../src/domain/blocklist.ts";
import { hostname } from "../support/hostname.ts";

const BLOCKED = ["evil.example", "deep.evil.example", "xn--bcher-kva.example", "zip"].map(hostname);

describe("findBlockedHost", () => {
  test.each([
    ["the very hostname", "https://evil.example/x", "evil.example"],
    ["a subdomain", "https://a.b.evil.example/x", "evil.example"],
    ["the nearest of two entries", "https://a.deep.evil.example/", "deep.evil.example"],
    ["any letter case", "HTTPS://Evil.EXAMPLE/x", "evil.example"],
    ["a port", "http://evil.example:8080/x", "evil.example"],
    ["a trailing dot", "https://evil.example./x", "evil.example"],
    ["a trailing dot and a port", "https://evil.example.:443", "evil.example"],
    ["a bare host with a query", "https://evil.example?x=1", "evil.example"],
    ["a bare host with a fragment", "https://evil.example#/good.example/", "evil.example"],
    ["an A-label", "https://www.xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["a single label", "https://update.zip/", "zip"],
  ])("[17.1] finds %s", (_, location, entry) => {
    expect(findBlockedHost(BLOCKED, location)).toBe(entry);
  });

  test.each([
    ["a name that only ends alike", "https://notevil.example/"],
    ["a name above", "https://example/"],
    ["the entry in a path", "https://good.example/evil.example"],
    ["the entry in a query", "https://good.example?to=https://evil.example/"],
    ["the entry in a fragment", "https://good.example#evil.example"],
    ["the entry as a subdomain", "https://evil.example.good.example/"],
    ["an address", "http://192.0.2.1/"],
    ["an address of IPv6", "http://[2001:db8::1]:8080/"],
  ])("[17.1] finds nothing in %s", (_, location) => {
    expect(findBlockedHost(BLOCKED, location)).toBeNull();
    expect(findBlockedHost([], location)).toBeNull();
  });
});
