import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { givenAt } from "../../src/domain/given-at.ts";
import type { SpecialAnswer } from "../../src/domain/snapshot.ts";
import { narrow } from "../../src/explain/chance.ts";
import type { HostFinding } from "../../src/visitor/finding.ts";
import { createSite, expectRefused, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

const A = "https://a.example/";
const B = "https://b.example/";
const C = "https://c.example/";
const END_MS = Date.UTC(2026, 11, 24);
const AT = new Date(END_MS).toISOString();
/** Until the end, nobody is sent to B. */
const TEST = {
  destinations: [A, B],
  destination_routing: "weighted:1,0",
  routing_ends: { at: AT, destination: B },
};

let site: Site;

beforeAll(async () => {
  site = await createSite();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: END_MS - 1 });
});
afterEach(() => {
  vi.useRealTimers();
});

const locationOf = async (url: string) => (await visit(url)).headers.get("Location");
const change = (id: string, fields: object) => site.call("PUT", `/link/${id}`, fields);

describe("[6.7] the end of the routing", () => {
  it("comes at exactly this millisecond, without a write, and is never cached", async () => {
    const { url } = await site.createLink({ ...TEST, type: "301" });
    expect(await locationOf(url)).toBe(A);
    expect(await locationOf(url)).toBe(A);
    vi.setSystemTime(END_MS);
    const after = await visit(url);
    expect(after.headers.get("Location")).toBe(B);
    expect(after.headers.get("Cache-Control")).toBe("no-store");
    vi.setSystemTime(END_MS - 1);
    expect(await locationOf(url)).toBe(A);
  });

  it("leaves rules and their destinations as they are", async () => {
    const rules = [{ if: { device: ["bot"] }, destinations: [C], destination_routing: "primary" }];
    const { url } = await site.createLink({ ...TEST, rules });
    vi.setSystemTime(END_MS);
    const bot = await visit(url, { headers: { "User-Agent": "Googlebot/2.1" } });
    expect(bot.headers.get("Location")).toBe(C);
    expect(await locationOf(url)).toBe(B);
  });

  it("counts in the preview and in the explanation", async () => {
    const { url } = await site.createLink(TEST);
    const explained = async () => {
      const asked = await site.call("POST", "/explain", { url });
      return requireOk(asked).body.destinations.map(({ verdict }: { verdict: string }) => verdict);
    };
    expect(await explained()).toEqual(["certain", "no_weight"]);
    vi.setSystemTime(END_MS);
    expect(await explained()).toEqual(["ended", "certain"]);
    const preview = await (await visit(`${url}+`)).text();
    expect(preview).toContain("b.example");
    expect(preview).not.toContain("a.example");
  });
});

it("[30.9] each destination that answers after the end is explained on its own", () => {
  const target = {
    destinations: [A, B, C].map((url) => ({ url })),
    routing: { kind: "primary" as const },
    forwardPath: false,
    forwardQuery: false,
  };
  const given = { kind: "redirect" as const, status: 302 as const, target };
  const ends = { atMs: END_MS, choice: { routing: { kind: "random" as const }, live: [0, 2] } };
  const record = { id: "1", path: "/a", answer: { kind: "special" as const, given, ends } };
  const finding = { kind: "host", match: { record, remainder: "" } } as unknown as HostFinding;
  const spread = { target, rule: null, hasEnded: true, chances: [0.5, 0, 0.5] };
  const answer = narrow(finding, spread, 2).match?.record.answer as SpecialAnswer;
  expect(givenAt(answer, END_MS)).toMatchObject({ target: { live: [2], routing: { kind: "primary" } } });
  // Visits keep what they made of an answer by the object.
  expect(givenAt(answer, END_MS)).toBe(givenAt(answer, END_MS + 1));
});

describe("[6.8] the destination that stays", () => {
  it("must be one of the record's own", async () => {
    const foreign = { ...TEST, routing_ends: { at: AT, destination: C } };
    const link = { host: site.host, alias: "foreign" };
    expectRefused(await site.call("POST", "/link", { ...link, ...foreign }), "routing_ends.destination");
    expectRefused(
      await site.call("POST", "/link", { ...link, ...TEST, routing_ends: { at: "soon", destination: B } }),
      "routing_ends.at",
    );
    expectRefused(await site.call("POST", "/link", { ...link, ...TEST, routing_ends: AT }), "routing_ends");
  });

  it("cannot be removed alone, and stays the same when it is written anew", async () => {
    const { id } = await site.createLink(TEST);
    expectRefused(
      await change(id, { destinations: [A, C, "https://d.example/"], destination_routing: "random" }),
      "destinations",
    );
    const moved = requireOk(await change(id, { destinations: [B, A] })).body;
    expect(moved.routing_ends).toEqual({ at: AT, destination: B });
    const replaced = requireOk(await change(id, { ...moved, destination: C, destinations: [C, A] })).body;
    expect(replaced.routing_ends).toEqual({ at: AT, destination: C });
    const alone = { destinations: [A], destination_routing: "primary", routing_ends: null };
    expect(requireOk(await change(id, alone)).body.routing_ends).toBeNull();
  });

  it("goes with the destinations", async () => {
    for (const without of [{ destinations: [] }, { type: "gone" }]) {
      const { id } = await site.createLink(TEST);
      expect(requireOk(await change(id, without)).body.routing_ends).toBeNull();
    }
  });

  it("is in the history", async () => {
    const { id } = await site.createLink(TEST);
    requireOk(await change(id, { routing_ends: null }));
    const { data } = requireOk(await site.call("GET", `/links/${id}/history`)).body;
    expect(data[0]).toMatchObject({
      old: { routing_ends: TEST.routing_ends },
      new: { routing_ends: null },
    });
  });
});
