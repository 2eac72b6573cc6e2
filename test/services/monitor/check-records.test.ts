import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkDueRecords } from "../../../src/jobs/run-record-checks.ts";
import { setColumns } from "../../support/list.ts";
import { monitorRowOf, watchSite, type MonitorClock, type Watch } from "../../support/monitor.ts";
import { requireOk, type Site } from "../../support/site.ts";
import type { FakeWeb } from "../../support/web.ts";

/** Runs that meet one another, and owners who write meanwhile. */

const A = "https://a.example/x";
const B = "https://b.example/y";

let site: Site;
let web: FakeWeb;
let clock: MonitorClock;
let down: Set<string>;
let run: Watch["run"];

beforeEach(async () => {
  ({ site, web, clock, down, run } = await watchSite());
});
afterEach(() => vi.restoreAllMocks());

describe("runs and writers that meet", () => {
  const begin = () => checkDueRecords(clock.env, ids, clock.nowMs, () => clock.nowMs);
  let ids: string[];

  async function claimed(fields: object): Promise<{ id: string; url: string }> {
    const record = await site.createLink(fields);
    ids = [record.id];
    clock.nowMs += 3_600_000;
    await setColumns(record.id, { monitor_due_at: clock.nowMs + 3_600_000 });
    return record;
  }

  /** Lets something happen between the checks of a run and what it writes. */
  function beforeWriting(interfere: () => Promise<unknown>): void {
    let hasHappened = false;
    web.site = async ({ url }) => {
      if (!hasHappened) {
        hasHappened = true;
        await interfere();
      }
      return new Response("", { status: down.has(url) ? 503 : 200 });
    };
  }

  it("[7.2, 7.3] a message that is delivered twice at the same time counts once", async () => {
    const { id } = await claimed({ destination: A, is_notify: true });
    down.add(A);
    await Promise.all([begin(), begin()]);
    expect((await monitorRowOf(id)).health[A]).toMatchObject({ failures: 1 });
  });

  it("[7.2, 7.3] a message that is delivered twice at the same time counts once where it commits, too", async () => {
    const { id } = await claimed({ destinations: [A, B], is_switch_unbroken_destination: true });
    down.add(A);
    await run(2);
    clock.nowMs += 3_600_000;
    await setColumns(id, { monitor_due_at: clock.nowMs + 3_600_000 });
    await Promise.all([begin(), begin()]);
    expect((await monitorRowOf(id)).health[A]).toMatchObject({ failures: 3, state: "broken" });
  });

  it("[7.2] a message that is delivered again counts once, and asks nobody", async () => {
    const { id } = await claimed({ destination: A, is_notify: true });
    down.add(A);
    await begin();
    clock.nowMs += 1_000;
    await begin();
    expect((await monitorRowOf(id)).health[A]).toMatchObject({ failures: 1 });
    expect(web.requests).toHaveLength(1);
  });

  it("does not overwrite an owner's write in between, and counts the failure", async () => {
    const { id } = await claimed({ destination: A, is_notify: true });
    down.add(A);
    beforeWriting(() =>
      site.call("PUT", `/link/${id}`, { destinations: [A, B], title: "new", is_notify: true }),
    );
    await begin();
    expect(await monitorRowOf(id)).toMatchObject({ version: 2, health: { [A]: { failures: 1 } } });
    expect(requireOk(await site.call("GET", `/link/${id}`)).body).toMatchObject({
      title: "new",
      destinations: [A, B],
    });
  });

  it("does not write destinations that an owner removed in between", async () => {
    const { id } = await claimed({ destination: A, is_notify: true });
    beforeWriting(() => site.call("PUT", `/link/${id}`, { destination: B }));
    await begin();
    expect((await monitorRowOf(id)).health).toEqual({});
  });

  it.each([
    ["deleted", (id: string) => site.call("DELETE", `/link/${id}`)],
    ["paused", (id: string) => site.call("POST", `/links/${id}/pause`)],
    ["no longer watched", (id: string) => site.call("PUT", `/link/${id}`, { is_notify: false })],
  ])("a record that was %s meanwhile is left alone", async (_, change) => {
    const { id } = await claimed({ destination: A, is_notify: true });
    await site.call("POST", "/workspace/update/notify_url", { value: "https://hook.example/" });
    down.add(A);
    beforeWriting(() => change(id));
    await begin();
    expect(clock.notificationIds()).toEqual([]);
  });

  it("a record that was paused since it was sent is not asked", async () => {
    const { id } = await claimed({ destination: A, is_notify: true });
    await site.call("POST", `/links/${id}/pause`);
    await begin();
    expect(web.requests).toEqual([]);
  });
});
