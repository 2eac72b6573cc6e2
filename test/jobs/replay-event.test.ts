import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { makeWebhook, webhookClock } from "../support/webhook.ts";

let site: Site;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  site = await createSite();
});
afterEach(() => vi.restoreAllMocks());

it("[35.32] an event that is sent again during an attempt is sent once more", async () => {
  const { id } = await makeWebhook(site);
  let replays = 1;
  const clock = await webhookClock(async (request) => {
    const event = request.headers.get("webhook-id");
    // The receiver has not answered yet.
    if (replays-- > 0) requireOk(await site.call("POST", `/webhooks/${id}/replay`, { event }));
    return new Response("");
  });
  await site.createLink();
  clock.nowMs = Date.now();
  await clock.run();
  clock.nowMs = Date.now() + 60_000;
  await clock.run();
  const received = await clock.received();
  expect(received).toHaveLength(2);
  expect(new Set(received.map((request) => request.id)).size).toBe(1);
  const { data } = requireOk(await site.call("GET", `/webhooks/${id}/log`)).body;
  expect(data).toMatchObject([{ state: "accepted", attempts: 1 }]);
});
