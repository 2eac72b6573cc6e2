import { env } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { checkDueRecords, queueDueRecords } from "../../src/jobs/run-record-checks.ts";
import { consume } from "../../src/jobs/consume.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { leaseDueRecords } from "../../src/storage/monitor/write.ts";
import { forgetRecords, monitorClock, monitorRowOf, type MonitorClock } from "../support/monitor.ts";
import { meterDatabase } from "../support/rows-read.ts";
import { seedRecords } from "../support/seed-records.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { fakeWeb, publicAddress, type FakeWeb } from "../support/web.ts";
import type { WatchMessage } from "../../src/queue-messages.ts";
import { jobRun } from "../support/job-run.ts";

const HOUR_MS = 3_600_000;
const A = "https://a.example/";

let site: Site;
let clock: MonitorClock;
let web: FakeWeb;

beforeAll(async () => {
  site = await createSite();
});
beforeEach(async () => {
  await forgetRecords();
  clock = monitorClock();
  web = fakeWeb();
});
afterEach(() => vi.restoreAllMocks());

const idsOf = (messages: WatchMessage[]) =>
  messages.flatMap((message) => (message.kind === "check-records" ? message.ids : []));
const sentIds = () => idsOf(clock.queue.batches.flat());

async function send(): Promise<string[]> {
  const before = clock.queue.batches.length;
  await queueDueRecords(jobRun(clock.env, clock.nowMs));
  return idsOf(clock.queue.batches.slice(before).flat());
}

/** Records that are watched, by SQL alone. */
async function seedWatched(count: number, columns: Record<string, string | number> = {}): Promise<string[]> {
  const { host, id: workspaceId } = await createSite();
  await seedRecords(workspaceId, { host, count });
  const names = Object.entries({ is_notify: 1, ...columns });
  const { results } = await env.DB.prepare(
    `UPDATE records SET ${names.map(([name], i) => `${name} = ?${i + 2}`).join(", ")}
     WHERE workspace_id = ?1 RETURNING id`,
  )
    .bind(workspaceId, ...names.map(([, value]) => value))
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

describe("records are sent to be checked", () => {
  it.each([
    ["notifies", { is_notify: true }, true],
    ["switches", { is_switch_unbroken_destination: true }, true],
    ["goes to the fastest", { destination_routing: "fastest" }, true],
    ["does none of it", {}, false],
    ["has no destination", { is_notify: true, destination: null }, false],
    ["expires later", { is_notify: true, expires: "2199-01-01T00:00:00Z" }, true],
    ["has expired", { is_notify: true, expires: "2001-01-01T00:00:00Z" }, false],
  ])("[7.2] where one %s (%j): %s", async (_, fields, isSent) => {
    const { id } = await site.createLink({ destination: A, ...fields });
    expect(await send()).toEqual(isSent ? [id] : []);
  });

  it("unless they are paused; resumed, they are due where their hour is over", async () => {
    const { id } = await site.createLink({ destination: A, is_notify: true });
    requireOk(await site.call("POST", `/links/${id}/pause`));
    expect(await send()).toEqual([]);
    requireOk(await site.call("POST", `/links/${id}/resume`));
    expect(await send()).toEqual([id]);
    requireOk(await site.call("POST", `/links/${id}/pause`));
    requireOk(await site.call("POST", `/links/${id}/resume`));
    expect(await send()).toEqual([]);
  });

  it("[7.2] once an hour, whatever is written meanwhile", async () => {
    const { id } = await site.createLink({ destination: A, is_notify: true });
    expect(await send()).toEqual([id]);
    clock.nowMs += HOUR_MS - 1;
    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://b.example" }));
    requireOk(await site.call("PUT", `/link/${id}`, { is_notify: false }));
    requireOk(await site.call("PUT", `/link/${id}`, { is_switch_unbroken_destination: true }));
    expect(await send()).toEqual([]);
    clock.nowMs += 1;
    expect(await send()).toEqual([id]);
  });

  it("[7.2] by cron, in messages of ten destinations or one record", async () => {
    await site.createLink({ destination: A, is_notify: true });
    await seedWatched(25);
    const many = Array.from({ length: 12 }, (_, index) => `https://d${index}.example`);
    const { id } = await site.createLink({ destinations: many, is_notify: true });
    await runJobs(clock.env, clock.nowMs);
    const messages = clock.queue.batches.flat().map((message) => idsOf([message]));
    expect(messages.flat()).toHaveLength(27);
    expect(messages).toContainEqual([id]);
    expect(Math.max(...messages.map(({ length }) => length))).toBe(10);
  });

  it("[7.2] at most 1,000 at a time, those that wait longest first, in batches that a queue takes", async () => {
    const late = await seedWatched(1_020, {
      monitor_due_at: 5,
      destinations: '["https://a.example","b","c"]',
    });
    const latest = new Set(late.slice(0, 10));
    await env.DB.prepare(
      "UPDATE records SET monitor_due_at = 4 WHERE id IN (SELECT value FROM json_each(?1))",
    )
      .bind(JSON.stringify([...latest]))
      .run();
    const sent = await send();
    expect(sent).toHaveLength(1_000);
    expect(new Set(sent).isSupersetOf(latest)).toBe(true);
    expect(Math.max(...clock.queue.batches.map((batch) => batch.length))).toBe(100);
    expect(await send()).toHaveLength(20);
    expect(new Set(sentIds()).size).toBe(1_020);
  });

  it("and stay due where the queue does not take them", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await seedWatched(1_000, { destinations: '["https://a.example","b","c","d","e","f"]' });
    clock.queue.refusesFrom = 3;
    const sent = await send();
    expect(sent).toHaveLength(300);
    clock.queue.refusesFrom = Infinity;
    const rest = await send();
    expect(rest).toHaveLength(700);
    expect(new Set([...sent, ...rest]).size).toBe(1_000);
  });
});

describe("the cost of watching in the database", () => {
  it("is zero for 20,000 records that are not watched", async () => {
    const { host, id } = await createSite();
    await seedRecords(id, { host, count: 20_000 });
    const { env: metered, rows } = meterDatabase();
    expect(await leaseDueRecords(metered.DB, clock.nowMs, 1_000)).toEqual([]);
    console.log(`claim with 20,000 unwatched: ${rows.read} read, ${rows.written} written`);
    expect(rows.read).toBeLessThanOrEqual(5);
    expect(rows.written).toBe(0);
    const watched = await site.createLink({ destination: A, is_notify: true });
    expect(await leaseDueRecords(metered.DB, clock.nowMs, 1_000)).toMatchObject([{ id: watched.id }]);
    console.log(`claim of one of them: ${rows.read} read, ${rows.written} written`);
    expect(rows.read).toBeLessThanOrEqual(15);
    await checkDueRecords({ ...metered, WATCH: clock.queue }, [watched.id], clock.nowMs, () => 0);
    console.log(`and checking it: ${rows.read} read, ${rows.written} written`);
    expect(rows.read).toBeLessThanOrEqual(30);
    expect(rows.written).toBeLessThanOrEqual(6);
  });
});

describe("a message of the queue", () => {
  function delivery(body: WatchMessage) {
    return { body, attempts: 1, ack: vi.fn<() => void>(), retry: vi.fn<() => void>() };
  }

  it("is acknowledged when its records are checked, each destination once", async () => {
    const records = [
      await site.createLink({ destinations: [A, A], is_notify: true }),
      await site.createLink({ destination: A, is_notify: true }),
    ];
    const ids = await send();
    const message = delivery({ kind: "check-records", ids });
    await consume([message], clock.env, clock.nowMs);
    expect(message.ack).toHaveBeenCalledOnce();
    expect(web.lines()).toEqual([`GET ${A}`]);
    for (const { id } of records) {
      expect((await monitorRowOf(id)).health[A]?.state).toBe("healthy");
    }
  });

  it("asks five destinations at a time, one connection for each", async () => {
    const destinations = Array.from({ length: 12 }, (_, index) => `https://d${index}.example/`);
    await site.createLink({ destinations, is_notify: true });
    const waiting: (() => void)[] = [];
    const answerLater = (response: Response) =>
      new Promise<Response>((resolve) => waiting.push(() => resolve(response)));
    web.site = () => answerLater(new Response(""));
    web.resolver = (question) => answerLater(publicAddress(question));
    const checking = checkDueRecords(clock.env, await send(), clock.nowMs, () => 0);
    // IPv4, IPv6, and the destination itself.
    for (const open of [5, 5, 5, 5, 5, 5, 2, 2, 2]) {
      await expect.poll(() => waiting).toHaveLength(open);
      for (const answer of waiting.splice(0)) answer();
    }
    await checking;
    expect(web.requests).toHaveLength(12);
  });

  it("is tried again where the database fails, and no destination is to blame", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { id } = await site.createLink({ destination: A, is_notify: true });
    const message = delivery({ kind: "check-records", ids: await send() });
    const DB = Object.assign(Object.create(env.DB) as D1Database, {
      prepare: (sql: string) => {
        if (sql.includes("JOIN hosts h ON h.host = c.value")) throw new Error("D1_ERROR: overloaded");
        return env.DB.prepare(sql);
      },
    });
    const failing: Env = { ...clock.env, DB };
    await consume([message], failing, clock.nowMs);
    expect(message.ack).not.toHaveBeenCalled();
    expect(message.retry).toHaveBeenCalledOnce();
    expect((await monitorRowOf(id)).health).toEqual({});
    await consume([message], clock.env, clock.nowMs);
    expect(message.ack).toHaveBeenCalledOnce();
    expect((await monitorRowOf(id)).health[A]?.state).toBe("healthy");
  });

  it("of records that are gone is acknowledged", async () => {
    const message = delivery({ kind: "check-records", ids: ["0198c0de-0000-7000-8000-000000000001"] });
    await consume([message], clock.env, clock.nowMs);
    expect(message.ack).toHaveBeenCalledOnce();
    expect(web.requests).toEqual([]);
  });
});
