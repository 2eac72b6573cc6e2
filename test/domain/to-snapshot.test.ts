import { describe, expect, test } from "vitest";
import type { LinkRecord } from "../../src/domain/record.ts";
import { forwardsBelow, isExtended, toRecordSnapshot } from "../../src/domain/to-snapshot.ts";
import { NO_UTM } from "../../src/domain/utm.ts";
import { linkRecord, sourceOf } from "../support/records.ts";

function snapshotOf(overrides: Partial<LinkRecord>, html: string | null = null) {
  return toRecordSnapshot({ ...linkRecord(overrides), html });
}

describe("the answer of a record", () => {
  test.each(["301", "302", "303", "307", "308"] as const)(
    "of type %s is a redirect with that status",
    (type) => {
      expect(snapshotOf({ type }).answer).toMatchObject({ kind: "redirect", status: Number(type) });
    },
  );

  test("of type frame is a frame with title and description", () => {
    expect(snapshotOf({ type: "frame", title: "T", description: "D" }).answer).toMatchObject({
      kind: "frame",
      title: "T",
      description: "D",
    });
  });

  test("that serves a page is the page", () => {
    expect(snapshotOf({ type: "html", file: "page", destinations: [] }, "<p>")).toMatchObject({
      answer: { kind: "html", html: "<p>" },
    });
  });

  test("without destination and file is none", () => {
    expect(snapshotOf({ destinations: [] }).answer).toEqual({ kind: "none" });
  });

  test("whose page is missing is none", () => {
    expect(snapshotOf({ type: "html", file: "page", destinations: [] }).answer).toEqual({ kind: "none" });
  });

  test("tells which destinations may be chosen, as the monitor found them", () => {
    const [a, b, c] = ["https://a.example", "https://b.example", "https://c.example"] as const;
    const known = { failures: 0, checkedAtMs: 1, reason: null };
    const health = {
      [a]: { ...known, state: "broken" as const, failures: 3, latencyMs: 1 },
      [b]: { ...known, state: "healthy" as const, latencyMs: 30 },
      [c]: { ...known, state: "healthy" as const, latencyMs: 20 },
    };
    const targetOf = (overrides: Partial<LinkRecord>) => {
      const { answer } = snapshotOf({ destinations: [a, b, c], health, ...overrides });
      return answer.kind === "redirect" ? answer.target : null;
    };
    const random = { routing: { kind: "random" as const } };
    const switching = { isSwitchUnbrokenDestination: true };
    expect(targetOf({ ...random, ...switching })).toMatchObject({ ...random, live: [1, 2] });
    expect(targetOf(random)?.live).toBeUndefined();
    expect(targetOf(switching)).toMatchObject({ routing: { kind: "primary" }, live: [1] });
    expect(targetOf({ routing: { kind: "fastest" } })).toMatchObject({
      routing: { kind: "primary" },
      live: [2],
    });
  });

  test("holds nothing of how the monitor came to it", () => {
    const health = {
      "https://new.example": {
        state: "healthy" as const,
        failures: 0,
        latencyMs: 12_345,
        checkedAtMs: 67_890,
        reason: "reason",
      },
    };
    const shown = JSON.stringify(snapshotOf({ health, isNotify: true, isSwitchUnbrokenDestination: true }));
    expect(shown).not.toMatch(/12345|67890|reason|healthy/);
  });

  test("has all destinations prepared, primary first, UTM included", () => {
    const { answer } = snapshotOf({
      destinations: ["https://a", "https://bücher.example/?x"],
      utm: { ...NO_UTM, source: "s" },
      routing: { kind: "random" },
    });
    expect(answer).toMatchObject({
      target: {
        destinations: [
          { url: "https://a?utm_source=s" },
          { url: "https://xn--bcher-kva.example/?x&utm_source=s" },
        ],
        routing: { kind: "random" },
      },
    });
  });

  test.each([
    ["neither", false, false],
    ["the path", true, false],
    ["the query", false, true],
    ["both", true, true],
  ])("forwards %s where that is on", (_, forwardPath, forwardQuery) => {
    expect(snapshotOf({ forwardPath, forwardQuery }).answer).toMatchObject({
      target: { forwardPath, forwardQuery },
    });
  });
});

describe("the snapshot of a record", () => {
  test.each([
    ["/a/b", { path: "/a/b" }],
    ["/a?x=1", { path: "/a", query: "x=1" }],
    ["/blog/*", { path: "/blog" }],
    ["/*", { path: "" }],
  ])("at %s tells where it stands", (suffix, expected) => {
    expect(snapshotOf({ source: sourceOf(suffix) })).toMatchObject(expected);
  });

  test("tells that it is paused, expires and has a password, and which version of it", () => {
    expect(
      snapshotOf({ pauses: ["suspension"], expiresAtMs: 5, passwordVersion: 3, plugins: ["sticky"] }),
    ).toMatchObject({
      paused: true,
      expiresAtMs: 5,
      passwordVersion: 3,
      plugins: ["sticky"],
    });
  });

  test("holds no more than a visit needs", () => {
    const snapshot = snapshotOf({
      source: sourceOf("/a"),
      title: "secret title",
      description: "secret text",
      tags: ["secret tag"],
    });
    expect(Object.keys(snapshot).toSorted()).toEqual(["answer", "id", "path"]);
    expect(JSON.stringify(snapshot)).not.toContain("secret");
  });
});

test.each([
  ["a short link with forward_path", "short-url", true, true],
  ["a QR code with forward_path", "qr", true, true],
  ["a short link without", "short-url", false, false],
  ["a redirect with forward_path", "redirect", true, false],
  ["a migration with forward_path", "migration", true, false],
] as const)("%s answers below its path: %s %s → %s", (_, handler, forwardPath, expected) => {
  expect(forwardsBelow({ handler, forwardPath })).toBe(expected);
  expect(snapshotOf({ handler, forwardPath }).forwardsBelow ?? false).toBe(expected);
});

describe("a special answer", () => {
  test("[6.7] has the end of the routing, as a choice in which the others have no weight", () => {
    const [a, b, c] = ["https://a.example", "https://b.example", "https://c.example"] as const;
    const routingEnds = { atMs: 5, destination: b };
    const endOf = (overrides: Partial<LinkRecord>) => {
      const { answer } = snapshotOf({ destinations: [a, b, c], routingEnds, ...overrides });
      return answer.kind === "special" ? answer.ends : answer.kind;
    };
    const lasting = { atMs: 5, choice: { routing: { kind: "weighted", weights: [0, 1, 0] } } };
    expect(endOf({})).toEqual(lasting);
    const known = { failures: 0, checkedAtMs: 1, reason: null, latencyMs: 1 };
    const health = {
      [a]: { ...known, state: "healthy" as const },
      [b]: { ...known, state: "broken" as const, failures: 3 },
      [c]: { ...known, state: "healthy" as const },
    };
    expect(endOf({ health })).toEqual(lasting);
    expect(endOf({ health, isSwitchUnbrokenDestination: true })).toEqual({
      atMs: 5,
      choice: { routing: { kind: "random" }, live: [0, 2] },
    });
    expect(endOf({ destinations: [b] })).toBe("redirect");
    expect(endOf({ destinations: [a, c] })).toBe("redirect");
  });

  const rule = (id: string, destinations: string[]): LinkRecord["rules"][number] => ({
    id,
    name: "",
    if: { country: ["EU"], after: "2026-01-01T00:00:00.000Z" },
    not: {},
    destinations,
    routing: { kind: "primary" },
  });

  test("[23.7] has rules compiled, with the index of their destinations among all, dangerous ones marked", () => {
    const rules = [rule("a", ["https://a.example", "https://b.example"]), rule("b", ["https://c.example"])];
    const threats = { "https://b.example": "MALWARE" };
    const { answer } = snapshotOf({ rules, threats, type: "302" });
    if (answer.kind !== "special") throw new Error(answer.kind);
    expect(answer.given).toMatchObject({ kind: "redirect", status: 302 });
    expect(answer.rules?.map(({ id, first }) => [id, first])).toEqual([
      ["a", 1],
      ["b", 3],
    ]);
    expect(answer.rules?.[0]?.if).toEqual([
      ["country", expect.arrayContaining(["DE", "FR"])],
      ["after", Date.UTC(2026, 0, 1)],
    ]);
    expect(answer.rules?.map((compiled) => compiled.answer.target.flagged)).toEqual([[1], undefined]);
  });

  test("[24.8] has an end of its own only where the record can end", () => {
    const expiredUrl = "https://late.example/ü";
    expect(snapshotOf({ expiredUrl }).answer.kind).toBe("redirect");
    expect(snapshotOf({ expiredUrl, expiresAtMs: 1 }).answer).toMatchObject({
      kind: "special",
      expiredUrl: "https://late.example/%C3%BC",
    });
    expect(snapshotOf({ maxClicks: 3, maxClicksVersion: 2 }).answer).toMatchObject({
      kind: "special",
      limit: { clicks: 3, version: 2 },
    });
  });

  test.each<[string, Partial<LinkRecord>, boolean]>([
    ["a plain redirect", {}, false],
    ["a preview", { preview: {} }, false],
    ["rules", { rules: [rule("a", ["https://a.example"])] }, true],
    ["a start", { startsAtMs: 1 }, true],
    ["a limit", { maxClicks: 1 }, true],
    ["one that is gone", { type: "gone", destinations: [] }, true],
    [
      "one that leads nowhere, which the previous release shows in place of all others",
      { destinations: [] },
      true,
    ],
  ])("[23.11, 24.3] %s is shown to the previous release or not", (_, record, expected) => {
    expect(isExtended(snapshotOf(record))).toBe(expected);
  });

  test("[24.10] a preview is the plugin with texts of its own", () => {
    const preview = { title: "T", image: "https://img.example/ä" };
    expect(snapshotOf({ preview, description: "D", plugins: ["sticky"] })).toMatchObject({
      plugins: ["sticky", "preview"],
      title: "T",
      description: "D",
      image: "https://img.example/%C3%A4",
    });
  });
});
