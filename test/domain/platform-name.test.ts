import { describe, expect, it } from "vitest";
import { isPlatformName } from "../../src/domain/platform-name.ts";
import { hostname } from "../support/hostname.ts";

const NAMES = {
  admin: ["admin.links.example", "localhost", "127.0.0.1"],
  target: "edge.signpost.example",
  domain: "signpost.example",
};

describe("a hostname", () => {
  it.each([
    "admin.links.example",
    "x.admin.links.example",
    "a.b.admin.links.example",
    "*.admin.links.example",
    "*.links.example",
    "edge.signpost.example",
    "x.edge.signpost.example",
    "*.edge.signpost.example",
    "*.signpost.example",
    "signpost.example",
    "localhost",
  ])("belongs to the platform: %s", (host) => expect(isPlatformName(hostname(host), NAMES)).toBe(true));

  it.each([
    "links.example",
    "go.links.example",
    "other.signpost.example",
    "notedge.signpost.example",
    "notsignpost.example",
    "xadmin.links.example",
    "go.localhost",
    "*.go.localhost",
    "example",
  ])("belongs to nobody: %s", (host) => expect(isPlatformName(hostname(host), NAMES)).toBe(false));
});
