import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { audit } from "../../scripts/lab/testbed/audit.ts";
import type { QueueMessage } from "../../src/queue-messages.ts";
import { consume } from "../../src/jobs/consume.ts";
import { clickOn, clicksOn, daysOf, deliver, IPHONE, messageOf, totalOf } from "../support/click.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

/** What queues may deliver besides what was meant: late, again, in any order, or of records that are gone. */

const UNKNOWN_ID = "0198c0de-0000-7000-8000-000000000001";

let site: Site;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  site = await createSite();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("clicks", () => {
  it("[20.13] delivered in any order, mixed and again, count each once and in their own hour", async () => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const hours = [0, 1, 2, 3].map((hour) => Date.UTC(2026, 1, 3, hour, 30));
    const messages = hours.map((atMs, index) => messageOf(...clicksOn(id, index + 1, { atMs })));
    const [first, second, third, fourth] = messages;
    for (const batch of [[fourth, second], [third, fourth], [second, first, third], messages.toReversed()]) {
      expect(await deliver(batch)).toEqual(batch.map(() => "ack"));
    }
    expect(await totalOf(id)).toBe(1 + 2 + 3 + 4);
    expect(await daysOf(id)).toEqual([[Date.UTC(2026, 1, 3) / 86_400_000, 10, 0]]);
    expect(await audit(env)).toEqual([]);
  });

  it.each<[string, Parameters<typeof clickOn>[1]]>([
    ["from half a character", { referrer: "\ud800", agent: "\udfff\ud800" }],
    ["with a NUL in every text", { country: "\0", referrer: "a\0b", agent: "\0" }],
    ["from the first millisecond of 1970", { atMs: 0 }],
    ["from before 1970", { atMs: -1 }],
    ["from the end of time", { atMs: Number.MAX_SAFE_INTEGER }],
    ["of a destination far beyond the last", { destination: 2 ** 31 }],
    ["of a destination before the first", { destination: -7 }],
    ["with texts that are very long", { referrer: "r".repeat(60_000), agent: IPHONE + "x".repeat(60_000) }],
    ["that speaks SQL", { referrer: "'); DROP TABLE records; --", agent: "\"'`;" }],
  ])("[20.13] %s count, and hold up no other", async (_, fields) => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    expect(await deliver([messageOf(clickOn(id)), messageOf(clickOn(id, fields))])).toEqual(["ack", "ack"]);
    expect(await totalOf(id)).toBe(2);
    expect((await site.call("GET", `/links/${id}/stats`)).status).toBe(200);
  });

  it("of a record that is deleted while they are counted leave nothing of it", async () => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    await Promise.all([
      deliver(clicksOn(id, 5).map((click) => messageOf(click))),
      site.call("DELETE", `/link/${id}`),
      deliver(clicksOn(id, 5).map((click) => messageOf(click))),
    ]);
    expect(await daysOf(id)).toEqual([]);
    expect(await audit(env)).toEqual([]);
  });

  it("of a record that lost its destinations and serves a page count all the same", async () => {
    const { id } = await site.createLink({ destinations: ["https://a.example", "https://b.example"] });
    requireOk(await site.call("PUT", "/files/page", "<p>"));
    requireOk(await site.call("PUT", `/link/${id}`, { file: "page" }));
    expect(await deliver([messageOf(clickOn(id, { destination: 1 }))])).toEqual(["ack"]);
    expect(await totalOf(id)).toBe(1);
  });
});

describe("a message of a later release", () => {
  it("is left to that release, for longer than one takes to replace another", async () => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const retry = vi.fn<(options?: QueueRetryOptions) => void>();
    const ack = vi.fn<() => void>();
    const body = { kind: "clicks-of-tomorrow", id: "1", clicks: [] } as unknown as QueueMessage;
    await consume([{ body, attempts: 1, ack, retry }], env, Date.now());
    expect([ack.mock.calls, retry.mock.calls]).toEqual([[], [[{ delaySeconds: 120 }]]]);
    expect(await deliver([body, messageOf(clickOn(id))])).toEqual(["retry", "ack"]);
    expect(await totalOf(id)).toBe(1);
  });

  it("of a kind that is known is read without its further members", async () => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const further = { later: { of: ["any", "shape"] } };
    const clicks = [[...clickOn(id), "a seventh member", 8]];
    const message = { ...messageOf(clickOn(id)), ...further };
    const bodies = [message, { ...messageOf(), clicks }, { kind: "drain", ...further }];
    expect(await deliver(bodies)).toEqual(["ack", "ack", "ack"]);
    expect(await totalOf(id)).toBe(2);
    expect(await audit(env)).toEqual([]);
  });

  it.each([
    ["less than they have", (click: unknown[]) => click.slice(0, 5)],
    ["a number for a text", (click: unknown[]) => [...click.slice(0, 5), 7]],
  ])("clicks with %s are tried again", async (_, change) => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const message = { ...messageOf(), clicks: [change(clickOn(id))] };
    expect(await deliver([message])).toEqual(["retry"]);
  });
});

describe("calls to write snapshots", () => {
  it("of which ten come at once leave one state, the newest", async () => {
    const { id, url } = await site.createLink({ destination: "https://example.com/1" });
    const put = vi
      .spyOn(env.SNAPSHOTS, "put")
      .mockRejectedValue(new Error("KV PUT failed: 429 Too Many Requests"));
    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://example.com/2" }));
    put.mockRestore();
    const drain = { kind: "drain" };
    const deliveries = await Promise.all(Array.from({ length: 10 }, () => deliver([drain, drain])));
    expect(deliveries).toEqual(deliveries.map(() => ["ack", "ack"]));
    expect(await audit(env)).toEqual([]);
    expect((await visit(url)).headers.get("Location")).toBe("https://example.com/2");
  });

  it("that come when nothing is left to write are done", async () => {
    await site.createLink();
    expect(await deliver([{ kind: "drain" }])).toEqual(["ack"]);
  });

  it("for a record that is gone meanwhile leave its tombstone", async () => {
    const { id, url } = await site.createLink({ destination: "https://example.com/" });
    const put = vi
      .spyOn(env.SNAPSHOTS, "put")
      .mockRejectedValue(new Error("KV PUT failed: 500 Internal Server Error"));
    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://example.com/2" }));
    requireOk(await site.call("DELETE", `/link/${id}`));
    put.mockRestore();
    expect(await deliver([{ kind: "drain" }])).toEqual(["ack"]);
    expect(await audit(env)).toEqual([]);
    expect((await visit(url)).status).toBe(404);
  });
});

describe("checks and notifications", () => {
  it.each([
    ["a record", { kind: "check-records", ids: [UNKNOWN_ID] }],
    ["a hostname", { kind: "check-hosts", hosts: ["gone.acme.example"] }],
    ["a notification", { kind: "notify", ids: [UNKNOWN_ID] }],
    ["nothing at all", { kind: "check-records", ids: [] }],
  ])("[20.13] of %s that is gone are done, again and again", async (_, body) => {
    expect(await deliver([body, body])).toEqual(["ack", "ack"]);
  });

  it.each([
    ["without ids", { kind: "check-records" }],
    ["without hostnames", { kind: "check-hosts" }],
    ["of notifications that are none", { kind: "notify", ids: 7 }],
    ["that are a text", "check-records"],
    ["that are a number", 7],
    ["that are a list", [{ kind: "drain" }]],
  ])("[20.13] %s are retried by themselves, and the clicks beside them count", async (_, body) => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const outcomes = await deliver([body, messageOf(clickOn(id)), { kind: "drain" }]);
    expect(outcomes).toEqual(["retry", "ack", "ack"]);
    expect(await totalOf(id)).toBe(1);
  });
});
