import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { monitorRowOf, watchSite, type MonitorClock, type Watch } from "../../support/monitor.ts";
import { historyOf, requireOk, type Site } from "../../support/site.ts";
import type { FakeWeb } from "../../support/web.ts";
import { visit } from "../../support/workspace.ts";

/** What checks change of a record, for its owner and for visitors. */

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

const monitorOf = async (id: string): Promise<string> =>
  requireOk(await site.call("GET", `/links/${id}`)).body.monitor;
const locationOf = async (url: string) => (await visit(url)).headers.get("Location");
const commitNumber = () => env.DB.prepare("SELECT value FROM sequence").first<number>("value");

describe("a record whose destination breaks", () => {
  it("[7.3] is broken after the third failure in a row, and healthy after one success", async () => {
    const { id } = await site.createLink({ destination: A, is_notify: true });
    expect(await monitorOf(id)).toBe("pending");
    down.add(A);
    await run(2);
    expect(await monitorOf(id)).toBe("pending");
    await run(1);
    expect(await monitorOf(id)).toBe("broken");
    down.clear();
    await run(1);
    expect(await monitorOf(id)).toBe("healthy");
    expect((await monitorRowOf(id)).health[A]).toMatchObject({ failures: 0, reason: null });
  });

  it("[7.7] sends visitors elsewhere at once, and back, without history, version or moment", async () => {
    const switching = { destinations: [A, B], is_switch_unbroken_destination: true };
    const { id, url } = await site.createLink(switching);
    const before = await monitorRowOf(id);
    expect(await locationOf(url)).toBe(A);
    down.add(A);
    await run(2);
    expect(await locationOf(url)).toBe(A);
    await run(1);
    expect(await locationOf(url)).toBe(B);
    down.clear();
    await run(1);
    expect(await locationOf(url)).toBe(A);
    expect(await historyOf(id)).toEqual([]);
    const { version, updated_at } = await monitorRowOf(id);
    expect({ version, updated_at }).toEqual({ version: before.version, updated_at: before.updated_at });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM pending").first("n")).toBe(0);
  });

  it("keeps its visitors where it only notifies", async () => {
    const { id, url } = await site.createLink({ destinations: [A, B], is_notify: true });
    down.add(A);
    await run(3);
    expect(await monitorOf(id)).toBe("broken");
    expect(await locationOf(url)).toBe(A);
  });

  it("keeps its visitors where no destination is left", async () => {
    const { url } = await site.createLink({ destinations: [A, B], is_switch_unbroken_destination: true });
    down.add(A).add(B);
    await run(3);
    expect(await locationOf(url)).toBe(A);
  });

  it("answers as an edited record does: the new destination is pending", async () => {
    const { id } = await site.createLink({ destination: A, is_notify: true });
    down.add(A);
    await run(3);
    requireOk(await site.call("PUT", `/link/${id}`, { destination: B }));
    expect(await monitorOf(id)).toBe("pending");
    await run(1);
    expect(await monitorOf(id)).toBe("healthy");
    expect(Object.keys((await monitorRowOf(id)).health)).toEqual([B]);
  });
});

describe("a finding that changes nothing for visitors", () => {
  it("is written without a commit", async () => {
    const { id } = await site.createLink({ destinations: [A, B], is_switch_unbroken_destination: true });
    const before = await commitNumber();
    await run(1);
    down.add(B);
    await run(1);
    expect((await monitorRowOf(id)).health).toMatchObject({
      [A]: { state: "healthy" },
      [B]: { failures: 1 },
    });
    expect(await commitNumber()).toBe(before);
  });
});

describe("fastest", () => {
  const slowness = new Map<string, number>();
  const measured = (milliseconds: Record<string, number>) => {
    for (const [url, value] of Object.entries(milliseconds)) slowness.set(url, value);
  };

  beforeEach(() => {
    web.site = ({ url }) => {
      clock.nowMs += slowness.get(url) ?? 0;
      return new Response("", { status: down.has(url) ? 503 : 200 });
    };
  });

  it("[7.8] sends visitors to the healthy destination with the lowest latency in the last run", async () => {
    const { id, url } = await site.createLink({ destinations: [A, B], destination_routing: "fastest" });
    expect(await monitorOf(id)).toBe("off");
    expect(await locationOf(url)).toBe(A);
    // One after the other: this clock is everybody's.
    measured({ [A]: 80, [B]: 30 });
    await runOneByOne();
    expect(await locationOf(url)).toBe(B);
    measured({ [A]: 10 });
    await runOneByOne();
    expect(await locationOf(url)).toBe(A);
    down.add(A);
    await runOneByOne();
    expect(await locationOf(url)).toBe(B);
  });

  it("is not committed while the fastest is the same, however fast it is", async () => {
    await site.createLink({ destinations: [A, B], destination_routing: "fastest" });
    measured({ [A]: 80, [B]: 30 });
    await runOneByOne();
    const before = await commitNumber();
    measured({ [A]: 70, [B]: 60 });
    await runOneByOne();
    expect(await commitNumber()).toBe(before);
  });

  /** A run in which no two requests are under way at the same time. */
  async function runOneByOne(): Promise<void> {
    const { site: answer } = web;
    let queue: Promise<unknown> = Promise.resolve();
    web.site = (request) => {
      const answered = queue.then(() => answer(request));
      queue = answered;
      return answered;
    };
    await clock.runHourly();
    web.site = answer;
  }
});
