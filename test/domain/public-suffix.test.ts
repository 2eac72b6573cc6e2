import { describe, expect, test } from "vitest";
import { listRules } from "../../scripts/support/suffix-list.ts";
import { splitDomain } from "../../src/domain/public-suffix.ts";
import { hostname } from "../support/hostname.ts";

const RULES = new Set(listRules());

describe("splitDomain", () => {
  test.each([
    ["example.com", "example.com", "com"],
    ["go.example.com", "example.com", "com"],
    ["a.b.example.co.uk", "example.co.uk", "co.uk"],
    ["*.example.com", "example.com", "com"],
    ["*.go.example.co.uk", "example.co.uk", "co.uk"],
    ["www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn", "xn--55qx5d.cn"],
    ["go.city.kawasaki.jp", "city.kawasaki.jp", "kawasaki.jp"],
    ["go.localhost", "go.localhost", "localhost"],
    ["a.go.localhost", "go.localhost", "localhost"],
    ["*.go.localhost", "go.localhost", "localhost"],
  ])("[11.4] %s has the registrable domain %s and the public suffix %s", (host, domain, tld) => {
    expect(splitDomain(hostname(host), RULES)).toEqual({ domain, tld });
  });

  test.each(["com", "co.uk", "*.com", "*.co.uk", "localhost", "*.localhost"])(
    "%s is a public suffix, or a wildcard on one",
    (host) => {
      expect(splitDomain(hostname(host), RULES)).toBeNull();
    },
  );
});
