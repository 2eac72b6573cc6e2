import { describe, expect, test } from "vitest";
import { listHostCandidates, toVisitedHostname } from "../../src/domain/visited-host.ts";
import { hostname } from "../support/hostname.ts";

describe("toVisitedHostname", () => {
  test.each([
    ["the hostname", "https://go.example.com/abc", "go.example.com"],
    ["without the port", "http://go.localhost:8787/abc", "go.localhost"],
    ["without the trailing dot", "https://go.example.com./abc", "go.example.com"],
    ["without the trailing dot in front of a port", "http://go.example.com.:8787/", "go.example.com"],
    ["with colons in path and query", "https://go.example.com/a:80/b?c=d:1", "go.example.com"],
    ["with a URL in the path", "https://go.example.com/https://other.example:1/", "go.example.com"],
    ["of an IPv4 address", "http://127.0.0.1:8787/", "127.0.0.1"],
    ["of an IPv6 address", "http://[::1]/", "[::1]"],
    ["of an IPv6 address with a port", "http://[::1]:8787/", "[::1]"],
    ["without a path", "https://go.example.com", "go.example.com"],
    ["without a path, with a port", "https://go.example.com:8443", "go.example.com"],
  ])("is %s", (_, url, hostname) => {
    expect(toVisitedHostname(url)).toBe(hostname);
  });
});

const candidates = (visited: string) => listHostCandidates(hostname(visited)).map(({ host }) => host);

describe("listHostCandidates", () => {
  test.each([
    ["a connected hostname answers itself first", "example.com", ["example.com"]],
    [
      "[2.3] a wildcard answers for every direct subdomain",
      "a.example.com",
      ["a.example.com", "*.example.com"],
    ],
    [
      "[2.3] a wildcard answers for every deeper subdomain, the nearest first",
      "c.b.a.example.com",
      ["c.b.a.example.com", "*.b.a.example.com", "*.a.example.com", "*.example.com"],
    ],
    [
      "[2.4] www.x that is not connected answers with the records of x",
      "www.example.com",
      ["www.example.com", "example.com", "*.example.com"],
    ],
    [
      "only one www. is left out",
      "www.www.example.com",
      ["www.www.example.com", "www.example.com", "*.www.example.com", "*.example.com"],
    ],
    ["www is a prefix with its dot only", "wwwa.example.com", ["wwwa.example.com", "*.example.com"]],
    ["a single label has no wildcard above it", "localhost", ["localhost"]],
    ["a wildcard above a public suffix is never asked for", "go.localhost", ["go.localhost"]],
    ["an IPv6 address answers itself only", "[::1]", ["[::1]"]],
  ])("%s", (_, hostname, hosts) => {
    expect(candidates(hostname)).toEqual(hosts);
  });

  test("says how each came to answer", () => {
    expect(listHostCandidates(hostname("www.a.example.com")).map(({ relation }) => relation)).toEqual([
      "self",
      "www",
      "wildcard",
      "wildcard",
    ]);
  });

  test("leaves out names that are too long to be connected", () => {
    const long = `${"a".repeat(60)}.${"b".repeat(60)}.example.com`;
    expect(candidates(long)).toEqual([`*.${"b".repeat(60)}.example.com`, "*.example.com"]);
  });
});
