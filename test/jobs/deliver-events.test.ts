import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { PATIENCE } from "../support/patience.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import {
  makeWebhook,
  notedFor,
  rowOf,
  verify,
  webhookClock,
  type MadeWebhook,
  type WebhookClock,
} from "../support/webhook.ts";
import { redirectTo } from "../support/web.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const URL = "https://hook.example/in";

let site: Site;
let webhook: MadeWebhook;
let clock: WebhookClock;
let statuses: number[];

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  site = await createSite();
  webhook = await makeWebhook(site);
  statuses = [];
  clock = await webhookClock(() => new Response("", { status: statuses.shift() ?? 200 }));
});
afterEach(() => vi.restoreAllMocks());

async function logOf({ id }: MadeWebhook) {
  // oxlint-disable-next-line typescript/no-explicit-any
  return requireOk(await site.call("GET", `/webhooks/${id}/log`)).body.data as any[];
}

describe("[35.29] an event", () => {
  it("is sent by cron, and the library of Standard Webhooks verifies it", async () => {
    const { id } = await site.createLink();
    clock.nowMs = Date.now();
    await runJobs(clock.env, clock.nowMs);
    await clock.run();
    const [request, ...others] = await clock.received(URL);
    expect(others).toEqual([]);
    const payload = verify(webhook.secret, request as never);
    expect(payload).toMatchObject({ type: "link.created", data: { records: [{ id }] } });
    expect(await logOf(webhook)).toMatchObject([
      { id: request?.id, state: "accepted", attempts: 1, status: 200, reason: null, next_attempt_at: null },
    ]);
    await clock.run();
    expect(await clock.received(URL)).toHaveLength(1);
    expect((await rowOf(webhook.id)).due_at).toBeNull();
  });

  it("keeps its id and body at each attempt, which has its own time", async () => {
    statuses = [500, 503];
    await site.createLink();
    clock.nowMs = Date.now();
    const times: number[] = [];
    for (const wait of [0, MINUTE, 4 * MINUTE]) {
      clock.nowMs += wait;
      times.push(Math.floor(clock.nowMs / 1000));
      await clock.run();
    }
    const sent = await clock.received(URL);
    expect(sent.map(({ timestamp }) => timestamp)).toEqual(times);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    for (const request of sent) verify(webhook.secret, request);
    expect(await logOf(webhook)).toMatchObject([{ state: "accepted", attempts: 3, status: 200 }]);
  });

  it("does not follow a redirect", async () => {
    clock = await webhookClock(() => redirectTo("https://elsewhere.example/"));
    await site.createLink();
    clock.nowMs = Date.now();
    await clock.run();
    expect(clock.web.requests.map(({ url, redirect }) => [url, redirect])).toEqual([[URL, "manual"]]);
    expect(await logOf(webhook)).toMatchObject([{ state: "waiting", status: 302, reason: "status 302" }]);
  });

  it("is not sent to a name whose address is not public", async () => {
    clock.web.resolver = (question) =>
      new Response(
        JSON.stringify({
          Status: 0,
          Answer: question.type === "A" ? [{ name: question.name, type: 1, TTL: 1, data: "10.1.2.3" }] : [],
        }),
      );
    await site.createLink();
    clock.nowMs = Date.now();
    await clock.run();
    expect(clock.web.requests).toEqual([]);
    expect(await logOf(webhook)).toMatchObject([
      { state: "waiting", status: null, reason: "has an address that is not public" },
    ]);
  });

  it("is sent by one of several consumers", async () => {
    await site.createLink();
    clock.nowMs = Date.now();
    await Promise.all([clock.run(), clock.run(), clock.run()]);
    expect(await clock.received(URL)).toHaveLength(1);
  });

  it("whose consumer died is sent again when the lease has ended", async () => {
    await site.createLink();
    clock.nowMs = Date.now();
    await env.DB.prepare("UPDATE webhooks SET held_until = ?2, due_at = ?2 WHERE id = ?1")
      .bind(webhook.id, clock.nowMs + MINUTE)
      .run();
    await site.createLink();
    await clock.run();
    expect(await clock.received(URL)).toEqual([]);
    clock.nowMs += MINUTE;
    await clock.run();
    expect(await clock.received(URL)).toHaveLength(2);
  });

  it("waits with others: all are sent in one go, 20 in a slice", async () => {
    await Promise.all(Array.from({ length: 45 }, () => site.createLink()));
    clock.nowMs = Date.now();
    await clock.run();
    expect(new Set((await clock.received(URL)).map(({ id }) => id)).size).toBe(45);
    expect(clock.queue.batches).toHaveLength(3);
  });
});

describe("[35.29] a receiver that fails", () => {
  it("delays nobody: others are sent all, while it gets one request", async () => {
    const hanging = "https://hangs.example/";
    const slow = await Promise.all(Array.from({ length: 4 }, () => makeWebhook(site, { url: hanging })));
    let release = () => {};
    const hang = new Promise<void>((resolve) => (release = resolve));
    clock = await webhookClock(async ({ url }) => {
      if (url !== hanging) return new Response("");
      await hang;
      throw new Error("timeout");
    });
    await Promise.all(Array.from({ length: 50 }, () => site.createLink()));
    clock.nowMs = Date.now();
    const running = clock.run();
    // Others are done while those hang.
    await vi.waitFor(async () => expect(await clock.received(URL)).toHaveLength(20), PATIENCE);
    expect(await clock.received(hanging)).toHaveLength(4);
    release();
    await running;
    expect(await clock.received(URL)).toHaveLength(50);
    for (const { id } of slow) expect((await rowOf(id)).failures).toBeGreaterThan(0);

    // From then on they are in messages of their own, after the others.
    await site.createLink();
    clock.nowMs += HOUR;
    const before = clock.queue.batches.length;
    await clock.run();
    const [first, second] = clock.queue.batches[before] ?? [];
    expect(first).toEqual({ kind: "deliver", ids: [webhook.id] });
    expect(second).toMatchObject({ ids: expect.arrayContaining(slow.map(({ id }) => id)) });
  });

  it("is left alone for longer and longer, whatever is new", async () => {
    statuses = Array<number>(100).fill(500);
    clock.nowMs = Date.now();
    const attempts: number[] = [];
    for (let minute = 0; minute < 90; minute++) {
      if (minute % 5 === 0) await site.createLink();
      const before = clock.web.requests.length;
      await clock.run();
      attempts.push(clock.web.requests.length - before);
      clock.nowMs += MINUTE;
    }
    const total = attempts.reduce((sum, n) => sum + n, 0);
    expect(total).toBeLessThan(15);
    expect(attempts.slice(60).reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(2);
  });
});

describe("[35.30] an event that is not accepted", () => {
  it("is sent again for three days at growing pauses; then the webhook is off, and notify_url is told", async () => {
    const value = "https://notify.example/";
    requireOk(await site.call("POST", "/workspace/update/notify_url", { value }));
    statuses = Array<number>(100).fill(500);
    await site.createLink();
    const startMs = (clock.nowMs = Date.now());
    const attempts: number[] = [];
    while ((await rowOf(webhook.id)).off_at === null) {
      const before = clock.web.requests.length;
      await clock.run();
      if (clock.web.requests.length > before) attempts.push(clock.nowMs - startMs);
      clock.nowMs += 30 * MINUTE - ((clock.nowMs - startMs) % (30 * MINUTE));
      expect(clock.nowMs - startMs).toBeLessThan(4 * DAY);
    }
    expect(attempts.length).toBeGreaterThan(7);
    expect(attempts.at(-1)).toBeGreaterThanOrEqual(3 * DAY);
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(await rowOf(webhook.id)).toMatchObject({ off_reason: "failing", due_at: null });
    expect(requireOk(await site.call("GET", `/webhooks/${webhook.id}`)).body).toMatchObject({
      enabled: false,
      disabled_reason: "failing",
    });
    const told = await env.DB.prepare("SELECT payload FROM notifications WHERE workspace_id = ?1")
      .bind(site.id)
      .first<string>("payload");
    expect(JSON.parse(told ?? "")).toMatchObject({
      type: "webhook.disabled",
      data: { id: webhook.id, url: URL, reason: "failing" },
    });
    await site.createLink();
    expect(await notedFor(webhook.id)).toHaveLength(1);
  });

  it("by an answer 410 switches the webhook off at once; switched on, it gets what waited", async () => {
    statuses = [410];
    await site.createLink();
    await site.createLink();
    clock.nowMs = Date.now();
    await clock.run();
    expect(await clock.received(URL)).toHaveLength(1);
    expect(await rowOf(webhook.id)).toMatchObject({ off_reason: "gone", due_at: null });
    expect((await site.call("POST", `/webhooks/${webhook.id}/test`)).status).toBe(409);
    clock.nowMs += DAY;
    await clock.run();
    expect(await clock.received(URL)).toHaveLength(1);
    const on = requireOk(await site.call("PUT", `/webhooks/${webhook.id}`, { enabled: true })).body;
    expect(on).toMatchObject({
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
    });
    await clock.run();
    expect(await clock.received(URL)).toHaveLength(3);
    expect((await logOf(webhook)).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
  });

  it("while others are is given up alone", async () => {
    let body = "";
    clock.web.site = async (request) => {
      const text = await request.clone().text();
      body ||= text;
      return new Response("", { status: text === body ? 500 : 200 });
    };
    await site.createLink();
    clock.nowMs = Date.now();
    for (let hour = 0; hour < 80; hour++) {
      await clock.run();
      clock.nowMs += HOUR;
      if (hour % 6 === 5) await site.createLink();
    }
    const log = await logOf(webhook);
    expect(log.at(-1)).toMatchObject({ state: "failed", attempts: 10, status: 500, next_attempt_at: null });
    expect(new Set(log.slice(0, -1).map(({ state }) => state))).toEqual(new Set(["accepted"]));
    expect(await rowOf(webhook.id)).toMatchObject({ off_at: null });
  });
});

describe("[35.31] a rotated secret", () => {
  it("signs beside the one before for a day, and then alone", async () => {
    const { secret } = requireOk(await site.call("POST", `/webhooks/${webhook.id}/secret`)).body;
    await site.createLink();
    clock.nowMs = Date.now();
    await clock.run();
    const [both] = await clock.received(URL);
    expect(both?.signature).toMatch(/^v1,\S+ v1,\S+$/);
    for (const one of [secret, webhook.secret]) verify(one, both as never);
    clock.nowMs += DAY;
    await site.createLink();
    await clock.run();
    const [, alone] = await clock.received(URL);
    verify(secret, alone as never);
    expect(() => verify(webhook.secret, alone as never)).toThrow();
  });
});

describe("[35.32] the owner", () => {
  it("sends a test event, of which the log tells what became", async () => {
    const { id } = requireOk(await site.call("POST", `/webhooks/${webhook.id}/test`)).body;
    clock.nowMs = Date.now();
    await clock.run();
    const [request] = await clock.received(URL);
    expect(verify(webhook.secret, request as never)).toMatchObject({ type: "webhook.test" });
    expect(request?.id).toBe(id);
    expect(await logOf(webhook)).toMatchObject([{ id, type: "webhook.test", state: "accepted" }]);
  });

  it("sends an entry of the log again, with the same id and body", async () => {
    await site.createLink();
    clock.nowMs = Date.now();
    await clock.run();
    const [{ id }] = (await logOf(webhook)) as [{ id: string }];
    requireOk(await site.call("POST", `/webhooks/${webhook.id}/replay`, { event: id }));
    clock.nowMs = Date.now();
    await clock.run();
    const [first, second] = await clock.received(URL);
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    expect(await logOf(webhook)).toMatchObject([{ id, state: "accepted", attempts: 1 }]);
    const unknown = await site.call("POST", `/webhooks/${webhook.id}/replay`, { event: webhook.id });
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ["event"]]);
  });
});
