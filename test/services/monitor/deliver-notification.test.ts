import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deliverNotifications, queueDueNotifications } from "../../../src/jobs/notify.ts";
import { newId } from "../../../src/services/new-id.ts";
import { insertNotification } from "../../../src/storage/notification/notification.ts";
import { forgetRecords, monitorClock, type MonitorClock } from "../../support/monitor.ts";
import { requireOk } from "../../support/site.ts";
import { fakeWeb, redirectTo, type FakeWeb } from "../../support/web.ts";
import { createWorkspace, type TestWorkspace } from "../../support/workspace.ts";
import { jobRun } from "../../support/job-run.ts";

/** How a notification gets to its workspace. */

const HOOK = "https://hook.example/in?x=1";
const PAYLOAD = '{"type":"record.broken","data":{"url":"https://go.example/é"}}';
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

let workspace: TestWorkspace;
let web: FakeWeb;
let clock: MonitorClock;
let warnings: string[];

beforeEach(async () => {
  await forgetRecords();
  workspace = await createWorkspace();
  await setNotifyUrl(HOOK);
  web = fakeWeb();
  clock = monitorClock();
  warnings = [];
  vi.spyOn(console, "warn").mockImplementation((text) => warnings.push(String(text)));
});
afterEach(() => vi.restoreAllMocks());

async function setNotifyUrl(value: string): Promise<void> {
  requireOk(await workspace.call("POST", "/workspace/update/notify_url", { value }));
}

async function notify(): Promise<string> {
  const notification = { id: newId(clock.nowMs), workspaceId: workspace.id, payload: PAYLOAD };
  await insertNotification(env.DB, notification, clock.nowMs).run();
  return notification.id;
}

const deliver = (...ids: string[]) => deliverNotifications(clock.env, ids, () => clock.nowMs);

function rowOf(id: string) {
  return env.DB.prepare("SELECT attempts, due_at FROM notifications WHERE id = ?1")
    .bind(id)
    .first<{ attempts: number; due_at: number }>();
}

function secretOf(workspaceId: string): Promise<string | null> {
  return env.DB.prepare("SELECT notify_secret FROM workspaces WHERE id = ?1")
    .bind(workspaceId)
    .first<string>("notify_secret");
}

describe("a notification", () => {
  it("[7.10] is a signed POST in the form of Standard Webhooks", async () => {
    const { secret } = requireOk(await workspace.call("POST", "/workspace/notify-secret")).body;
    const id = await notify();
    await deliver(id);
    const [request] = web.requests;
    expect(web.lines()).toEqual([`POST ${HOOK}`]);
    expect(request?.redirect).toBe("manual");
    expect(request?.headers.get("Content-Type")).toBe("application/json");
    expect(request?.headers.get("webhook-id")).toBe(id);
    expect(request?.headers.get("webhook-timestamp")).toBe(String(Math.floor(clock.nowMs / 1000)));
    const body = (await request?.text()) ?? "";
    expect(body).toBe(PAYLOAD);
    const headers = Object.fromEntries(request?.headers ?? []);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(PAYLOAD));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(await rowOf(id)).toBeNull();
  });

  it.each([200, 201, 202, 204])("is taken with a status of %i, and sent no more", async (status) => {
    web.site = () => new Response(null, { status });
    const id = await notify();
    await deliver(id);
    expect(await rowOf(id)).toBeNull();
    expect(warnings).toEqual([]);
  });

  it("leaves the body of the answer unread", async () => {
    const cancel = vi.fn<() => void>();
    web.site = () => new Response(new ReadableStream({ cancel }));
    await deliver(await notify());
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("is delivered once, however many consumers have it", async () => {
    const id = await notify();
    await Promise.all([deliver(id, id), deliver(id)]);
    await deliver(id);
    expect(web.requests).toHaveLength(1);
  });

  it("[7.9] is delivered once, though its receiver takes twenty seconds", async () => {
    const id = await notify();
    web.site = async () => {
      clock.nowMs += 20 * SECOND_MS;
      await queueDueNotifications(jobRun(clock.env, clock.nowMs));
      await deliver(id);
      return new Response("");
    };
    await deliver(id);
    expect(clock.notificationIds()).toEqual([]);
    expect(web.requests).toHaveLength(1);
  });

  it("[7.9] at the end of a message has as much time as the first", async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, notify));
    web.site = () => {
      if (web.requests.length === 1) clock.nowMs += 20 * SECOND_MS;
      return new Response("", { status: 500 });
    };
    await deliver(...ids);
    expect(await rowOf(ids[9] ?? "")).toMatchObject({ due_at: clock.nowMs + 30 * SECOND_MS });
  });

  it("gets ten seconds", async () => {
    const timeouts: (number | undefined)[] = [];
    const id = await notify();
    await setNotifyUrl("https://93.184.215.14/");
    vi.spyOn(AbortSignal, "timeout").mockImplementation((timeoutMs) => {
      timeouts.push(timeoutMs);
      return AbortSignal.abort();
    });
    web.site = ({ signal }) => {
      signal.throwIfAborted();
      return new Response("");
    };
    await deliver(id);
    expect(timeouts).toEqual([10_000]);
    expect(await rowOf(id)).toMatchObject({ attempts: 1 });
  });
});

describe("a receiver that fails", () => {
  it.each<[string, () => Response]>([
    ["a 500", () => new Response("", { status: 500 })],
    ["a 404", () => new Response("", { status: 404 })],
    ["a 429", () => new Response("", { status: 429 })],
    ["a redirect, which is not followed", () => redirectTo("https://other.example/")],
    [
      "no answer",
      () => {
        throw new TypeError("connection reset");
      },
    ],
  ])("with %s is asked again, thirty seconds later at the earliest", async (_, answer) => {
    web.site = answer;
    const id = await notify();
    await deliver(id);
    expect(web.requests).toHaveLength(1);
    expect(await rowOf(id)).toEqual({ attempts: 1, due_at: clock.nowMs + 30 * SECOND_MS });
    clock.nowMs += 30 * SECOND_MS - 1;
    await deliver(id);
    expect(web.requests).toHaveLength(1);
    clock.nowMs += 1;
    await deliver(id);
    expect(web.requests).toHaveLength(2);
  });

  it("[7.10] is retried by cron after growing waits, always with the same id and body, and given up after eight attempts", async () => {
    web.site = () => new Response("", { status: 500 });
    const id = await notify();
    const waits = [
      30 * SECOND_MS,
      MINUTE_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
    ];
    for (const wait of waits) {
      await attemptByCron();
      expect(await rowOf(id)).toMatchObject({ due_at: clock.nowMs + wait });
      clock.nowMs += wait - 1;
      await attemptByCron();
      clock.nowMs += 1;
    }
    await attemptByCron();
    expect(web.requests).toHaveLength(8);
    expect(await rowOf(id)).toBeNull();
    expect(new Set(web.requests.map(({ headers }) => headers.get("webhook-id")))).toEqual(new Set([id]));
    const bodies = await Promise.all(web.requests.map((request) => request.text()));
    expect(new Set(bodies)).toEqual(new Set([PAYLOAD]));
    expect(warnings.map((line) => JSON.parse(line))).toEqual([
      { event: "notification_given_up", level: "warn", id, attempts: 8, reason: "status 500" },
    ]);
  });

  it("twice gets it on the third attempt, signed for that moment", async () => {
    const { secret } = requireOk(await workspace.call("POST", "/workspace/notify-secret")).body;
    web.site = () => new Response("", { status: web.requests.length < 3 ? 503 : 200 });
    const id = await notify();
    clock.nowMs = Date.now() - 2 * MINUTE_MS;
    await env.DB.prepare("UPDATE notifications SET due_at = 0").run();
    await attemptByCron();
    clock.nowMs += 30 * SECOND_MS;
    await attemptByCron();
    clock.nowMs += MINUTE_MS;
    await attemptByCron();
    expect(web.requests).toHaveLength(3);
    expect(await rowOf(id)).toBeNull();
    const stamps = web.requests.map(({ headers }) => Number(headers.get("webhook-timestamp")));
    expect(new Set(stamps).size).toBe(3);
    for (const request of web.requests) {
      new Webhook(secret).verify(await request.text(), Object.fromEntries(request.headers));
    }
  });

  it("with a 410 is asked no more", async () => {
    web.site = () => new Response("", { status: 410 });
    const id = await notify();
    await deliver(id);
    expect(await rowOf(id)).toBeNull();
    expect(warnings.map((line) => JSON.parse(line))).toEqual([
      { event: "notification_given_up", level: "warn", id, attempts: 1, reason: "status 410" },
    ]);
  });

  it("holds up no other", async () => {
    web.site = ({ headers }) => new Response("", { status: headers.get("webhook-id") === first ? 500 : 200 });
    const first = await notify();
    const second = await notify();
    await deliver(first, second);
    expect(await rowOf(first)).not.toBeNull();
    expect(await rowOf(second)).toBeNull();
  });

  /** Cron, and the messages that it sends. */
  async function attemptByCron(): Promise<void> {
    const sent = clock.notificationIds().length;
    await queueDueNotifications(jobRun(clock.env, clock.nowMs));
    await deliver(...clock.notificationIds().slice(sent));
  }
});

describe("notify_url", () => {
  it.each([
    "http://127.0.0.1:99/",
    "http://10.0.0.1/",
    "http://[::1]/",
    "http://169.254.169.254/latest/meta-data",
    "https://edge.signpost.example/",
  ])("[7.10] obeys the rule of addresses: %s is never asked, and tried again", async (url) => {
    // A write refuses it; an earlier release took it.
    await env.DB.prepare("UPDATE workspaces SET notify_url = ?2 WHERE id = ?1").bind(workspace.id, url).run();
    const id = await notify();
    await deliver(id);
    expect(web.requests).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ attempts: 1 });
  });

  it("that was taken away ends what is on its way", async () => {
    const id = await notify();
    await setNotifyUrl("");
    await deliver(id);
    expect(web.requests).toEqual([]);
    expect(await rowOf(id)).toBeNull();
  });
});

describe("an attempt without a recorded result", () => {
  it("counts; the last one does not begin again", async () => {
    const id = await notify();
    await env.DB.prepare("UPDATE notifications SET attempts = 8").run();
    await deliver(id);
    expect(web.requests).toEqual([]);
    expect(await rowOf(id)).toBeNull();
    expect(warnings).toHaveLength(1);
  });
});

describe("the secret", () => {
  it("is made by the first notification, kept by the next ones, and differs between workspaces", async () => {
    expect(await secretOf(workspace.id)).toBeNull();
    await deliver(await notify());
    const secret = await secretOf(workspace.id);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await deliver(await notify());
    expect(await secretOf(workspace.id)).toBe(secret);
    for (const request of web.requests) {
      new Webhook(secret ?? "").verify(await request.text(), Object.fromEntries(request.headers));
    }
    workspace = await createWorkspace();
    await setNotifyUrl(HOOK);
    await deliver(await notify());
    expect(await secretOf(workspace.id)).not.toBe(secret);
  });

  it("is in no log and no message of the queue", async () => {
    web.site = () => new Response("", { status: 410 });
    await notify();
    await queueDueNotifications(jobRun(clock.env, clock.nowMs));
    await clock.deliver();
    const secret = (await secretOf(workspace.id)) ?? "";
    expect(secret).not.toBe("");
    expect(JSON.stringify([warnings, clock.queue.batches])).not.toContain(secret.slice(6));
    expect(warnings).toHaveLength(1);
  });
});
