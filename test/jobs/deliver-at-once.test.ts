import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deliverToWebhooks } from "../../src/jobs/deliver-events.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { makeWebhook, rowOf, webhookClock, type MadeWebhook, type WebhookClock } from "../support/webhook.ts";

/** What the owner asks for while the receiver is left alone. The messages of calls arrive by `arrive`. */

const URL = "https://hook.example/in";

let site: Site;
let webhook: MadeWebhook;
let clock: WebhookClock;
let status: number;
let messages: { ids: string[]; event?: string }[];

async function arrive(): Promise<void> {
  for (const message of messages.splice(0)) await deliverToWebhooks(clock.env, message, () => clock.nowMs);
}

// oxlint-disable-next-line typescript/no-explicit-any
async function readLog(): Promise<any[]> {
  return requireOk(await site.call("GET", `/webhooks/${webhook.id}/log`)).body.data;
}

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  site = await createSite();
  webhook = await makeWebhook(site);
  status = 500;
  clock = await webhookClock(() => new Response("", { status }));
  messages = [];
  vi.spyOn(env.WATCH, "sendBatch").mockImplementation(async (batch) => {
    messages.push(...([...batch].map(({ body }) => body) as typeof messages));
    return {} as never;
  });
  // Three links, two failures: for 20 seconds nothing is sent.
  for (let count = 0; count < 3; count++) await site.createLink();
  messages = [];
  clock.nowMs = Date.now() + 1;
  await clock.run();
  await clock.run();
  expect(await rowOf(webhook.id)).toMatchObject({ failures: 2, held_until: clock.nowMs + 20_000 });
  clock.nowMs += 1_000;
});
afterEach(() => vi.restoreAllMocks());

describe("[35.32] while the receiver is left alone", () => {
  it("a test is sent at once and once, and a failure changes nothing for others", async () => {
    const before = await rowOf(webhook.id);
    const { id } = requireOk(await site.call("POST", `/webhooks/${webhook.id}/test`)).body;
    await arrive();
    expect((await clock.received(URL)).map((request) => request.id).slice(2)).toEqual([id]);
    expect((await readLog())[0]).toMatchObject({
      id,
      state: "failed",
      attempts: 1,
      status: 500,
      next_attempt_at: null,
    });
    expect(await rowOf(webhook.id)).toEqual(before);
  });

  it("a test that is accepted ends that", async () => {
    status = 200;
    requireOk(await site.call("POST", `/webhooks/${webhook.id}/test`));
    await arrive();
    expect(await rowOf(webhook.id)).toMatchObject({ failures: 0, failing_since: null });
    expect(clock.queue.batches.at(-1)).toEqual([{ kind: "deliver", ids: [webhook.id] }]);
    await clock.run();
    const states = (await readLog()).map((entry) => [entry.type, entry.state, entry.attempts]);
    expect(states.slice(0, 2)).toEqual([
      ["webhook.test", "accepted", 1],
      ["link.created", "accepted", 1],
    ]);
  });

  it("an event is sent again at once, also if its message comes twice", async () => {
    const event = (await readLog()).find(({ attempts }) => attempts === 1).id;
    requireOk(await site.call("POST", `/webhooks/${webhook.id}/replay`, { event }));
    messages.push(...messages);
    await arrive();
    expect((await clock.received(URL)).slice(2).map(({ id }) => id)).toEqual([event]);
    expect((await readLog()).find(({ id }) => id === event)).toMatchObject({ state: "waiting", attempts: 1 });
  });

  it("an answer 410 to a test switches it off", async () => {
    status = 410;
    requireOk(await site.call("POST", `/webhooks/${webhook.id}/test`));
    await arrive();
    expect(await rowOf(webhook.id)).toMatchObject({ off_reason: "gone" });
  });

  it("nothing is said to be sent before", async () => {
    const { held_until: heldUntilMs } = await rowOf(webhook.id);
    const times = (await readLog()).map((entry) => Date.parse(entry.next_attempt_at));
    expect(times[0]).toBe(heldUntilMs);
    expect(Math.min(...times)).toBe(heldUntilMs);
  });
});

describe("[35.29] another URL", () => {
  const other = "https://other.example/in";

  it("is not left alone for what the one before did", async () => {
    status = 200;
    requireOk(await site.call("PUT", `/webhooks/${webhook.id}`, { url: other }));
    expect(await rowOf(webhook.id)).toMatchObject({ failures: 0, failing_since: null, held_until: 0 });
    await arrive();
    expect(await clock.received(other)).toHaveLength(1);
  });

  it("is not left alone for what the one before does meanwhile, nor is the same one written again", async () => {
    const before = await rowOf(webhook.id);
    requireOk(await site.call("PUT", `/webhooks/${webhook.id}`, { url: URL }));
    expect({ ...(await rowOf(webhook.id)), updated_at: 0 }).toEqual({ ...before, updated_at: 0 });
    clock.nowMs += 20_000;
    clock.web.site = async () => {
      requireOk(await site.call("PUT", `/webhooks/${webhook.id}`, { url: other }));
      return new Response("", { status: 500 });
    };
    await clock.run();
    expect(await rowOf(webhook.id)).toMatchObject({ failures: 0, failing_since: null, held_until: 0 });
  });
});
