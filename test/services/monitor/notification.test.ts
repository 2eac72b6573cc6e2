import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { monitorRowOf, watchSite, type MonitorClock, type Watch } from "../../support/monitor.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

/** What an owner is told, and when. */

const A = "https://a.example/x";
const B = "https://b.example/y";
const HOOK = "https://hook.example/";

let site: Site;
let clock: MonitorClock;
let down: Set<string>;
let run: Watch["run"];

beforeEach(async () => {
  ({ site, clock, down, run } = await watchSite());
});
afterEach(() => vi.restoreAllMocks());

async function setNotifyUrl(value = HOOK): Promise<void> {
  requireOk(await site.call("POST", "/workspace/update/notify_url", { value }));
}

async function notifications(): Promise<{ id: string; payload: unknown }[]> {
  const { results } = await env.DB.prepare(
    "SELECT id, payload FROM notifications WHERE workspace_id = ?1 ORDER BY id",
  )
    .bind(site.id)
    .all<{ id: string; payload: string }>();
  return results.map(({ id, payload }) => ({ id, payload: JSON.parse(payload) as unknown }));
}

describe("a notification", () => {
  it("[7.9] tells once that a record broke, and once that it is healthy again", async () => {
    await setNotifyUrl();
    const { id, url } = await site.createLink({ destinations: [A, B], is_notify: true });
    await run(1);
    expect(await notifications()).toEqual([]);
    down.add(A);
    await run(3);
    const brokenAt = new Date(clock.nowMs).toISOString();
    await run(2);
    down.clear();
    await run(1);
    const healthyAt = new Date(clock.nowMs).toISOString();
    await run(1);
    const found = await notifications();
    expect(found.map(({ payload }) => payload)).toEqual([
      {
        type: "record.broken",
        timestamp: brokenAt,
        data: {
          id,
          url,
          monitor: "broken",
          destinations: [
            { url: A, state: "broken", reason: "status 503" },
            { url: B, state: "healthy", reason: null },
          ],
        },
      },
      {
        type: "record.healthy",
        timestamp: healthyAt,
        data: {
          id,
          url,
          monitor: "healthy",
          destinations: [
            { url: A, state: "healthy", reason: null },
            { url: B, state: "healthy", reason: null },
          ],
        },
      },
    ]);
    expect(clock.notificationIds()).toEqual(found.map((notification) => notification.id));
  });

  it("has the URL with https where the certificate is issued", async () => {
    await setNotifyUrl();
    await env.DB.prepare("UPDATE hosts SET ssl_issued_at = 1 WHERE host = ?1").bind(site.host).run();
    await site.createRedirect("/old/*", { destination: A, is_notify: true });
    down.add(A);
    await run(3);
    expect(await notifications()).toMatchObject([
      { payload: { data: { url: `https://${site.host}/old/*` } } },
    ]);
  });

  it("is not sent where a second destination breaks, too", async () => {
    await setNotifyUrl();
    await site.createLink({ destinations: [A, B], is_notify: true });
    down.add(A);
    await run(3);
    down.add(B);
    await run(3);
    down.delete(A);
    await run(1);
    expect(await notifications()).toHaveLength(1);
  });

  it.each([
    ["the record does not notify", { is_notify: false }, HOOK],
    ["the workspace has no notify_url", { is_notify: true }, ""],
  ])("[7.9] is not sent where %s, and not afterwards either", async (_, fields, url) => {
    await setNotifyUrl(url);
    const { id } = await site.createLink({
      destination: A,
      is_switch_unbroken_destination: true,
      ...fields,
    });
    down.add(A);
    await run(3);
    await setNotifyUrl();
    requireOk(await site.call("PUT", `/link/${id}`, { is_notify: true }));
    await run(2);
    expect(await notifications()).toEqual([]);
    expect((await monitorRowOf(id)).monitor_state).toBe("broken");
  });

  it("is the workspace's of the record", async () => {
    const other = await createSite();
    await other.call("POST", "/workspace/update/notify_url", { value: HOOK });
    await site.createLink({ destination: A, is_notify: true });
    down.add(A);
    await run(3);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM notifications").first("n")).toBe(0);
  });

  it("[7.9] is written with the state or not at all", async () => {
    await setNotifyUrl();
    const { id, url } = await site.createLink({
      destinations: [A, B],
      is_notify: true,
      is_switch_unbroken_destination: true,
    });
    down.add(A);
    await run(2);
    await env.DB.prepare(
      "CREATE TRIGGER no_room BEFORE INSERT ON notifications BEGIN SELECT RAISE(ABORT, 'no room'); END",
    ).run();
    await expect(run(1)).rejects.toThrow("no room");
    await env.DB.prepare("DROP TRIGGER no_room").run();
    expect(await monitorRowOf(id)).toMatchObject({
      monitor_state: "pending",
      health: { [A]: { failures: 2 } },
    });
    expect((await visit(url)).headers.get("Location")).toBe(A);
    await run(1);
    expect(await notifications()).toHaveLength(1);
  });

  it("waits for cron where the queue takes none", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await setNotifyUrl();
    await site.createLink({ destination: A, is_notify: true });
    down.add(A);
    await run(2);
    clock.queue.refusesFrom = clock.queue.batches.length + 1;
    await run(1);
    expect(clock.notificationIds()).toEqual([]);
    expect(await notifications()).toHaveLength(1);
  });
});
