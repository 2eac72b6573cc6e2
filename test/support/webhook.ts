import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { deliverToWebhooks, queueDueWebhooks } from "../../src/jobs/deliver-events.ts";
import { jobRun } from "./job-run.ts";
import { requireOk } from "./site.ts";
import { fakeQueue, fakeWeb, type FakeQueue, type FakeWeb } from "./web.ts";
import type { TestWorkspace } from "./workspace.ts";
import { selectInAll } from "./home.ts";

/** Webhooks by hand: a test says when a minute of cron is over, and what receivers answer. */

export const ALL_EVENTS = [
  "link.created",
  "link.updated",
  "link.deleted",
  "host.changed",
  "record.broken",
  "record.healthy",
  "miss.frequent",
  "change.applied",
  "change.undone",
  "change.stopped",
  "check.finished",
  "clicks.threshold",
];

export interface MadeWebhook {
  id: string;
  secret: string;
}

/** Makes a webhook, of all events unless some are named. */
export async function makeWebhook(
  { call }: Pick<TestWorkspace, "call">,
  fields: object = {},
): Promise<MadeWebhook> {
  const body = { url: "https://hook.example/in", events: ALL_EVENTS, ...fields };
  return requireOk(await call("POST", "/webhooks", body)).body as MadeWebhook;
}

export interface Noted {
  type: string;
  payload_version: number;
  timestamp: string;
  // Payloads are whatever the events say: tests compare them.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

/** Reads what is noted for a webhook, the oldest first. */
export async function notedFor(webhookId: string): Promise<Noted[]> {
  const rows = await selectInAll<{ payload: string }>(
    "SELECT payload FROM webhook_deliveries WHERE webhook_id = ?1 ORDER BY rowid",
    webhookId,
  );
  return rows.map(({ payload }) => JSON.parse(payload) as Noted);
}

export async function typesFor(webhookId: string): Promise<string[]> {
  return (await notedFor(webhookId)).map(({ type }) => type);
}

export interface WebhookClock {
  nowMs: number;
  env: Env;
  queue: FakeQueue;
  web: FakeWeb;
  /** A minute of cron at the present time, and all messages that follow from it. */
  run(): Promise<void>;
  /** The requests to a receiver, with their bodies. */
  received(url?: string): Promise<{ id: string; timestamp: number; signature: string; body: string }[]>;
}

/** No webhook of another test is due. */
export async function webhookClock(site: FakeWeb["site"] = () => new Response("")): Promise<WebhookClock> {
  await env.DB.prepare("UPDATE webhooks SET due_at = NULL").run();
  const queue = fakeQueue();
  const web = fakeWeb(site);
  const bound: Env = { ...env, WATCH: queue };
  const clock: WebhookClock = {
    nowMs: Date.now(),
    env: bound,
    queue,
    web,
    async run() {
      let handled = queue.batches.length;
      await queueDueWebhooks(jobRun(bound, clock.nowMs));
      while (handled < queue.batches.length) {
        for (const message of queue.batches[handled++] ?? []) {
          if (message.kind === "deliver") await deliverToWebhooks(bound, message, () => clock.nowMs);
        }
      }
    },
    async received(url) {
      const requests = web.requests.filter((request) => url === undefined || request.url === url);
      return Promise.all(
        requests.map(async (request) => ({
          id: request.headers.get("webhook-id") ?? "",
          timestamp: Number(request.headers.get("webhook-timestamp")),
          signature: request.headers.get("webhook-signature") ?? "",
          body: await request.clone().text(),
        })),
      );
    },
  };
  return clock;
}

/** Verifies a request as a receiver does. @throws if the library refuses it */
export function verify(
  secret: string,
  { id, timestamp, signature, body }: { id: string; timestamp: number; signature: string; body: string },
): unknown {
  vi.setSystemTime(timestamp * 1000);
  try {
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signature,
    };
    return new Webhook(secret).verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
}

export interface WebhookRow {
  off_at: number | null;
  off_reason: string | null;
  failures: number;
  failing_since: number | null;
  due_at: number | null;
  held_until: number;
}

export async function rowOf(webhookId: string): Promise<WebhookRow> {
  const row = await env.DB.prepare("SELECT * FROM webhooks WHERE id = ?1")
    .bind(webhookId)
    .first<WebhookRow>();
  if (row === null) throw new Error(`there is no webhook ${webhookId}`);
  return row;
}
