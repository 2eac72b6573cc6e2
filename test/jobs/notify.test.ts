import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { consume } from "../../src/jobs/consume.ts";
import { queueDueNotifications } from "../../src/jobs/notify.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { newId } from "../../src/services/new-id.ts";
import { insertNotification } from "../../src/storage/notification/notification.ts";
import { forgetRecords, monitorClock, type MonitorClock } from "../support/monitor.ts";
import { meterDatabase } from "../support/rows-read.ts";
import { requireOk } from "../support/site.ts";
import { fakeWeb, type FakeWeb } from "../support/web.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";
import { jobRun } from "../support/job-run.ts";

let workspace: TestWorkspace;
let clock: MonitorClock;
let web: FakeWeb;

beforeEach(async () => {
  await forgetRecords();
  workspace = await createWorkspace();
  const value = "https://hook.example/";
  requireOk(await workspace.call("POST", "/workspace/update/notify_url", { value }));
  clock = monitorClock();
  web = fakeWeb();
});
afterEach(() => vi.restoreAllMocks());

async function notify(count: number, dueAtMs = clock.nowMs): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(clock.nowMs));
  await env.DB.batch(
    ids.map((id) => insertNotification(env.DB, { id, workspaceId: workspace.id, payload: "{}" }, dueAtMs)),
  );
  return ids;
}

function rowsLeft(): Promise<number | null> {
  return env.DB.prepare("SELECT count(*) AS n FROM notifications").first<number>("n");
}

describe("[7.10] cron", () => {
  it("sends notifications that are due, in messages of ten, and no others", async () => {
    const due = await notify(25);
    await notify(3, clock.nowMs + 1);
    await runJobs(clock.env, clock.nowMs);
    expect(clock.notificationIds().toSorted()).toEqual(due.toSorted());
    expect(clock.queue.batches).toHaveLength(1);
    expect(clock.queue.batches.flat()).toHaveLength(3);
  });

  it("sends a refused notification a minute later", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const due = await notify(2);
    clock.queue.refusesFrom = 0;
    await runJobs(clock.env, clock.nowMs);
    clock.queue.refusesFrom = Infinity;
    clock.nowMs += 60_000;
    await runJobs(clock.env, clock.nowMs);
    expect(clock.notificationIds()).toEqual(due);
  });

  it("reads only due notifications", async () => {
    await notify(500, clock.nowMs + 1);
    const { env: metered, rows } = meterDatabase();

    await queueDueNotifications(jobRun({ ...metered, WATCH: clock.queue }, clock.nowMs));
    expect(rows.read).toBeLessThanOrEqual(2);
  });
});

describe("[7.10] a message of the queue", () => {
  const delivery = (ids: string[]) => ({
    body: { kind: "notify" as const, ids },
    attempts: 1,
    ack: vi.fn<() => void>(),
    retry: vi.fn<() => void>(),
  });

  it("is acknowledged when its notifications were taken where they belong", async () => {
    const message = delivery(await notify(12));
    await consume([message], clock.env, clock.nowMs);
    expect(message.ack).toHaveBeenCalledOnce();
    expect(web.requests).toHaveLength(12);
    expect(await rowsLeft()).toBe(0);
  });

  it("is acknowledged, too, where a receiver fails: cron comes back to it", async () => {
    web.site = () => new Response("", { status: 500 });
    const message = delivery(await notify(1));
    await consume([message], clock.env, clock.nowMs);
    expect(message.ack).toHaveBeenCalledOnce();
    expect(message.retry).not.toHaveBeenCalled();
    expect(await rowsLeft()).toBe(1);
  });
});
