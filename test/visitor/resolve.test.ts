import { describe, expect, it } from "vitest";
import type { RedirectStatus } from "../../src/domain/redirect-status.ts";
import type { HostConfig, RecordSnapshot } from "../../src/domain/snapshot.ts";
import type { HostRelation } from "../../src/domain/visited-host.ts";
import type { Outcome } from "../../src/visitor/outcome.ts";
import type { Finding } from "../../src/visitor/finding.ts";
import { resolve } from "../../src/visitor/resolve.ts";
import { hostConfig, NOW_MS, recordSnapshot, target, visitOf } from "../support/snapshot.ts";
import { hostname } from "../support/hostname.ts";

const never = () => {
  throw new Error("chance is not needed here");
};

interface Case {
  record?: Partial<RecordSnapshot> | null;
  config?: Partial<HostConfig>;
  url?: string;
  method?: string;
  relation?: HostRelation;
  remainder?: string;
  isConfirmed?: boolean;
  isMomentary?: boolean;
}

function outcome({
  record = {},
  config,
  url = "http://go.example/a",
  method = "GET",
  relation,
  remainder = "",
  isConfirmed = true,
  isMomentary = false,
}: Case): Outcome {
  const match = record === null ? null : { record: recordSnapshot(record), remainder, isBroad: false };
  const relations = { config: hostConfig(config), relation: relation ?? "self" };
  const finding: Finding = { kind: "host", ...relations, match, alias: null, isConfirmed, isMomentary };
  return resolve(finding, visitOf(url, { method }), () => 0);
}

const paused = { paused: true } as const;
const expired = { expiresAtMs: NOW_MS } as const;
const locked = { passwordVersion: 1 } as const;
const html = { answer: { kind: "html", html: "<p>hi</p>" } } as const;
const none = { answer: { kind: "none" } } as const;

function redirectTo(location: string, status: RedirectStatus = 302): Partial<RecordSnapshot> {
  return { answer: { kind: "redirect", status, target: target([location]) } };
}

describe("the order of outcomes", () => {
  it.each<[string, Case, string]>([
    [
      "[3.2] sends to https before anything else, a missing record included",
      { record: null, config: { forceHttps: true } },
      "upgrade",
    ],
    [
      "answers robots.txt after the upgrade to https",
      { url: "http://go.example/robots.txt", config: { forceHttps: true } },
      "upgrade",
    ],
    ["[3.3] says not found where there is no record", { record: null }, "not-found"],
    ["[3.4] says paused before expired", { record: { ...paused, ...expired } }, "paused"],
    ["[3.5] says expired before asking for a password", { record: { ...expired, ...locked } }, "expired"],
    ["[3.6] protects an HTML page, too", { record: { ...locked, ...html } }, "protected"],
    ["[3.7] serves a page", { record: html }, "html"],
    ["[3.3] treats a record without destination and page as not found", { record: none }, "not-found"],
    ["[3.8] redirects", {}, "redirect"],
    ["warns of a blocked destination", { config: { blocked: [hostname("example.com")] } }, "warning"],
    [
      "asks for the password before it warns",
      { record: locked, config: { blocked: [hostname("example.com")] } },
      "protected",
    ],
    [
      "redirects where something else is blocked",
      { config: { blocked: [hostname("example.org")] } },
      "redirect",
    ],
  ])("%s", (_, given, kind) => {
    expect(outcome(given).kind).toBe(kind);
  });

  it("[3.1] answers 404 for a hostname that nothing covers, whatever the path", () => {
    const finding: Finding = { kind: "unknown-host" };
    expect(resolve(finding, visitOf("http://x.example/robots.txt"), never).kind).toBe("unknown-host");
  });
});

describe("force_https", () => {
  it.each([
    ["GET", 301],
    ["HEAD", 301],
    ["POST", 308],
    ["DELETE", 308],
  ])("[3.2] answers %s with %i to the same host, path and query", (method, status) => {
    const url = "http://go.example/a%20b//c?x=1&y";
    expect(outcome({ url, method, config: { forceHttps: true } })).toEqual({
      kind: "upgrade",
      status,
      location: "https://go.example/a%20b//c?x=1&y",
      isCacheable: true,
    });
  });

  it("[3.2] leaves requests alone that came by https", () => {
    expect(outcome({ url: "https://go.example/a", config: { forceHttps: true } }).kind).toBe("redirect");
  });
});

describe("expiry", () => {
  it.each([
    ["answers up to the last millisecond", NOW_MS + 1, "redirect"],
    ["[3.5] is over from the very millisecond of expires", NOW_MS, "expired"],
    ["stays over", NOW_MS - 1, "expired"],
  ])("%s", (_, expiresAtMs, kind) => {
    expect(outcome({ record: { expiresAtMs } }).kind).toBe(kind);
  });

  it("goes to the expired_url", () => {
    expect(outcome({ record: expired, config: { expiredUrl: "https://example.com/over" } })).toEqual({
      kind: "fallback",
      location: "https://example.com/over",
    });
  });
});

describe("not_found_url", () => {
  const config = { notFoundUrl: "https://example.com/lost" };

  it.each<[string, Case, string]>([
    ["[3.3] takes visitors of paths without a record", { record: null, config }, "fallback"],
    ["takes visitors of records that lead nowhere", { record: none, config }, "fallback"],
    ["is not for paused records", { record: paused, config }, "paused"],
    [
      "never sends in circles",
      {
        record: null,
        url: "http://go.example/lost",
        config: { notFoundUrl: "https://go.example/lost?from=404" },
      },
      "not-found",
    ],
  ])("%s", (_, given, kind) => {
    expect(outcome(given).kind).toBe(kind);
  });
});

describe("platform paths", () => {
  it.each<[string, Case, string]>([
    [
      "answers robots.txt by itself though a record takes every path",
      { url: "http://go.example/robots.txt" },
      "robots",
    ],
    ["answers the favicon by itself", { url: "http://go.example/favicon.ico" }, "favicon"],
    [
      "leaves robots.txt to a record with exactly that path",
      { url: "http://go.example/robots.txt", config: { ownPaths: ["/robots.txt"] } },
      "redirect",
    ],
    [
      "resolves .well-known only through a record",
      { record: null, url: "http://go.example/.well-known/x" },
      "not-found",
    ],
  ])("%s", (_, given, kind) => {
    expect(outcome(given).kind).toBe(kind);
  });
});

describe("caching", () => {
  const two = target(["https://example.com/1", "https://example.com/2"]);
  it.each<[string, Partial<RecordSnapshot>, boolean]>([
    ["lets a permanent redirect be kept", redirectTo("https://example.com/", 301), true],
    ["not where it expires", { ...redirectTo("https://example.com/", 301), expiresAtMs: NOW_MS + 1 }, false],
    ["not with more than one destination", { answer: { kind: "redirect", status: 308, target: two } }, false],
  ])("%s", (_, record, isCacheable) => {
    expect(outcome({ record })).toMatchObject({ isCacheable });
  });
});

describe("methods", () => {
  const frame: Partial<RecordSnapshot> = {
    answer: { kind: "frame", target: target(["https://example.com/"]), title: "", description: "" },
  };
  const all = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
  it.each<[string, Case, object]>([
    ["any method gets the redirect", { method: "DELETE" }, { kind: "redirect" }],
    [
      "[3.19] a page is for reading",
      { method: "POST", record: html },
      { kind: "method-not-allowed", allow: "GET, HEAD, OPTIONS" },
    ],
    [
      "[3.19] a frame is for reading",
      { method: "PUT", record: frame },
      { kind: "method-not-allowed", allow: "GET, HEAD, OPTIONS" },
    ],
    ["OPTIONS on a redirect tells every method", { method: "OPTIONS" }, { kind: "options", allow: all }],
    [
      "[3.19] OPTIONS on a page tells those that read",
      { method: "OPTIONS", record: html },
      { kind: "options", allow: "GET, HEAD, OPTIONS" },
    ],
    [
      "OPTIONS is never redirected to https",
      { method: "OPTIONS", config: { forceHttps: true } },
      { kind: "options" },
    ],
  ])("%s", (_, given, expected) => {
    expect(outcome(given)).toMatchObject(expected);
  });
});

describe("the www rule", () => {
  it.each([
    ["https://www.go.example/x", "not-found"],
    ["http://WWW.go.example:8080", "not-found"],
    ["https://go.example/x", "redirect"],
    ["https://www.go.example.org/", "redirect"],
  ])("of a visit to www.go.example, %s ends in %s", (location, kind) => {
    const given: Case = { url: "http://www.go.example/a", relation: "www", record: redirectTo(location) };
    expect(outcome(given).kind).toBe(kind);
  });

  it("[2.4] leaves a www hostname alone that is connected itself", () => {
    const record = redirectTo("https://www.go.example/x");
    expect(outcome({ url: "http://www.go.example/a", relation: "self", record }).kind).toBe("redirect");
  });
});

it("a visit that no store answers says when to come again", () => {
  const expected = { kind: "unavailable", retryAfterSeconds: 5 };
  expect(resolve({ kind: "unavailable" }, visitOf("http://go.example/a"), never)).toEqual(expected);
});

describe("an answer that could not be confirmed", () => {
  it.each([
    [301, 302],
    [302, 302],
    [303, 303],
    [307, 307],
    [308, 307],
  ] as const)("of status %i is given as %i, and never cached", (status, given) => {
    const record = redirectTo("https://example.com/x", status);
    expect(outcome({ record, isConfirmed: false })).toMatchObject({ status: given, isCacheable: false });
    expect(outcome({ record })).toMatchObject({ status, isCacheable: true });
  });

  it.each([
    ["self", "GET", 301, true],
    ["www", "GET", 302, false],
    ["wildcard", "POST", 307, false],
  ] as const)(
    "sends to https by what is known of the hostname: %s, %s",
    (relation, method, status, isCacheable) => {
      const config = { forceHttps: true };
      expect(outcome({ config, relation, method, isConfirmed: false })).toMatchObject({
        status,
        isCacheable,
      });
    },
  );
});

it("[4.5] forwards path and query only where the record says so", () => {
  const forwarding = { forwardPath: true, forwardQuery: true };
  const url = "http://go.example/a/b?x=1";
  const on: Partial<RecordSnapshot> = {
    answer: { kind: "redirect", status: 302, target: target(["https://example.com/d?y=2"], forwarding) },
  };
  expect(outcome({ url, remainder: "b", record: on })).toMatchObject({
    location: "https://example.com/d/b?y=2&x=1",
  });
  expect(outcome({ url, remainder: "b", record: redirectTo("https://example.com/d?y=2") })).toMatchObject({
    location: "https://example.com/d?y=2",
  });
});

it.each([
  ["id=7", "id=7&utm_source=a&x=1", "?y=2&utm_source=a&x=1"],
  ["a+b=1", "a%20b=1&%61=2", "?y=2&%61=2"],
  ["id=7", "id=7", "?y=2"],
  ["id=7", "id=7&", "?y=2"],
  ["café=1", "cafe%CC%81=1&%61=2", "?y=2&%61=2"],
])("[4.5] keeps the parameters of the source %s to itself: %s", (query, sent, passed) => {
  const record: Partial<RecordSnapshot> = {
    query,
    answer: {
      kind: "redirect",
      status: 302,
      target: target(["https://example.com/d?y=2"], { forwardQuery: true }),
    },
  };
  expect(outcome({ url: `http://go.example/a?${sent}`, record })).toMatchObject({
    location: `https://example.com/d${passed}`,
  });
});
