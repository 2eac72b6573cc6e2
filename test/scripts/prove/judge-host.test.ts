import { describe, expect, test } from "vitest";
import { judgeHost, tellOthers, type ConnectedHost } from "../../../scripts/prove/step/dns.ts";
import { judgeAnswer, judgeCertificate, judgeUnknownPath } from "../../../scripts/prove/step/hostname.ts";
import { judgeOrigin, listVisited, tellHostnames } from "../../../scripts/prove/step/saas.ts";

/** Which answer of a hostname is which outcome. */

const DAY_MS = 86_400_000;

describe("hostnames", () => {
  const certificate = { problem: null, endsAtMs: 90 * DAY_MS, issuer: "Fake Trust" };

  test.each([
    ["a valid one", certificate, "seen"],
    ["one that no browser accepts", { ...certificate, problem: "CERT_HAS_EXPIRED" }, "different"],
    ["one that ends in a week", { ...certificate, endsAtMs: 7 * DAY_MS + 1 }, "different"],
    ["one that ends a day later", { ...certificate, endsAtMs: 8 * DAY_MS }, "seen"],
    ["one without an end", { ...certificate, endsAtMs: null }, "unseen"],
  ])("a certificate: %s", (_, one, kind) => {
    expect(judgeCertificate("go.example", one, 0).kind).toBe(kind);
  });

  const state = JSON.stringify({ status: "ok", database: "ok", store: "ok" });
  test.each([
    ["the state", "/healthz", 200, state, "seen"],
    ["the state of an installation that is down", "/healthz", 503, state, "seen"],
    ["a page at the address of the state", "/healthz", 200, "<h1>Hello</h1>", "different"],
    ["a signature", "/.well-known/signpost/1", 200, "a".repeat(43), "seen"],
    ["a signature with an error", "/.well-known/signpost/1", 404, "a".repeat(43), "different"],
    ["a page of a website", "/.well-known/signpost/1", 200, "<h1>Not\n found</h1>", "different"],
    ["an error of Cloudflare", "/.well-known/signpost/1", 522, "error code: 522", "different"],
  ])("an answer: %s", (_, path, status, body, kind) => {
    expect(judgeAnswer("go.example", path, { status, location: null, body, milliseconds: 9 }).kind).toBe(
      kind,
    );
  });

  test("the sign-in of Cloudflare Access is none of something else, at an admin host", () => {
    const location = "https://acme.cloudflareaccess.com/cdn-cgi/access/login/admin.example";
    const answer = { status: 302, location, body: "", milliseconds: 9 };
    expect(judgeAnswer("admin.example", "/healthz", answer).kind).toBe("seen");
    expect(judgeAnswer("go.example", "/.well-known/signpost/1", answer).kind).toBe("different");
  });

  test("the answer of something else is told in its own words", () => {
    const answer = { status: 200, location: null, body: "<p>It\n works!</p>", milliseconds: 9 };
    expect(judgeAnswer("go.example", "/x", answer).text).toBe(
      "Something answers the probe with 200: It works!",
    );
  });

  test.each([
    [{ status: 404 }, "seen"],
    [{ status: 302 }, "seen"],
    [{ status: 503 }, "different"],
    ["ECONNRESET", "different"],
  ] as const)("an unknown path: %j", (answer, kind) => {
    expect(judgeUnknownPath("go.example", answer).kind).toBe(kind);
  });
});

describe("Cloudflare for SaaS", () => {
  test.each([
    ["active", { origin: "edge.example", status: "active" }, "seen"],
    ["not active yet", { origin: "edge.example", status: "initializing" }, "different"],
    ["another name", { origin: "shop.example", status: "active" }, "different"],
    ["without a state", { origin: "edge.example" }, "unseen"],
    ["missing", null, "different"],
  ])("the fallback origin is %s", (_, origin, kind) => {
    expect(judgeOrigin("edge.example", origin).kind).toBe(kind);
  });

  test("custom hostnames are counted by the state of their certificates", () => {
    const of = (status: string) => ({ hostname: "a.example", ssl: { status } });
    expect(tellHostnames([of("active"), of("pending_validation"), of("active"), {}]).text).toBe(
      "Certificates of the first custom hostnames, 50 at most: 2 active, 1 pending_validation, 1 unknown.",
    );
    expect(tellHostnames([]).kind).toBe("unseen");
  });

  test("custom hostnames are visited if they are set up, and only some of them", () => {
    const of = (hostname: string, status = "active", ssl = "active") => ({
      hostname,
      status,
      ssl: { status: ssl },
    });
    const all = [
      of("a"),
      of("b", "moved"),
      of("c", "active", "pending_validation"),
      of("d"),
      of("e"),
      of("f"),
    ];
    expect(listVisited(all)).toEqual(["a", "d", "e"]);
  });
});

describe("DNS", () => {
  const host: ConnectedHost = {
    host: "go.example",
    correct: true,
    held: true,
    proof: "txt",
    checked_at: "2026-11-26T00:00:00.000Z",
    errors: [],
  };
  const error = { scope: "dns", code: "mismatch", message: "It leads elsewhere." };

  test.each([
    ["leads here", host, "seen"],
    ["leads elsewhere", { ...host, correct: false, errors: [error] }, "different"],
    ["is only claimed", { ...host, held: false }, "different"],
    ["was not checked yet", { ...host, correct: false, checked_at: null }, "unseen"],
    ["belongs to another workspace", undefined, "unseen"],
  ])("a hostname %s", (_, one, kind) => {
    expect(judgeHost("go.example", one).kind).toBe(kind);
  });

  test("hostnames of other people are counted, and never differ", () => {
    const others = [host, { ...host, correct: false, errors: [error] }];
    expect(tellOthers(others)).toEqual([
      {
        kind: "seen",
        text: "Of 2 hostnames that the settings do not have, 1 lead here. Errors: dns mismatch.",
      },
    ]);
    expect(tellOthers([])).toEqual([]);
  });
});
