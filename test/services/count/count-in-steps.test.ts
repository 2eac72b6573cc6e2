import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NEWEST_FIRST, type RecordFilter } from "../../../src/domain/record-filter.ts";
import type { Env } from "../../../src/env.ts";
import { runJobs } from "../../../src/jobs/run-jobs.ts";
import { wholeOf } from "../../../src/domain/reach.ts";
import type { ServiceContext } from "../../../src/services/context.ts";
import { countRecords, getFacets, summarizeBulk } from "../../../src/services/record/counts.ts";
import { deliver } from "../../support/click.ts";
import { addClicks, setDnsCorrect } from "../../support/list.ts";
import { requireDone } from "../../support/require-done.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { connectHost, createSite, type Site } from "../../support/site.ts";
import type { WatchMessage } from "../../../src/queue-messages.ts";

/** Counts over filtered records of a large workspace: a request takes a step, the consumer the rest. */

const RECORDS = 60_000;
/** Redirects, all watched, that are broken. */
const BROKEN = 7;
const TEXT = { search: "common" };

let site: Site;
let sent: WatchMessage[];
let takes: boolean;
const NOW_MS = Date.now();

beforeAll(async () => {
  site = await createSite();
  await seedRecords(site.id, { host: site.host, count: RECORDS });
  await env.DB.prepare(
    `UPDATE records SET is_notify = 1, monitor_state = 'broken'
     WHERE workspace_id = ?1 AND runtime = 'redirect' AND (row - 1) % 4294967296 < 2 * ?2`,
  )
    .bind(site.id, BROKEN)
    .run();
  await addClicks("01900000-0002-7000-8000-000000000001", NOW_MS, 5);
});

beforeEach(async () => {
  sent = [];
  takes = true;
  await env.DB.prepare("DELETE FROM count_cache").run();
});

const watched: Env = {
  ...env,
  WATCH: {
    sendBatch: async (messages: { body: WatchMessage }[]) => {
      if (!takes) throw new Error("queue is down");
      sent.push(...messages.map(({ body }) => body));
    },
  } as unknown as Env["WATCH"],
};

function context(nowMs = NOW_MS): ServiceContext {
  return {
    env: watched,
    caller: {
      workspace: { id: site.id, name: "", plan: "enterprise", isSuspended: false },
      user: { id: site.userId },
      token: { id: "", name: "", lastUsedAtMs: null },
      role: "owner",
      reach: wholeOf(site.id),
    },
    channel: "api",
    nowMs,
    random: () => 0,
    background: () => {},
  };
}

const count = async (filter: RecordFilter, nowMs?: number) =>
  requireDone(await countRecords(context(nowMs), filter));
const facets = async (filter: RecordFilter, nowMs?: number) =>
  requireDone(await getFacets(context(nowMs), { filter, hosts: { search: "", limit: 20 } }));
const summary = async (filter: RecordFilter, nowMs?: number) => {
  const request = { filter, sort: NEWEST_FIRST, change: { find: "/1", replace: "/2" } };
  return requireDone(await summarizeBulk(context(nowMs), request));
};

/** Delivers what was sent, and what that sends, until there is nothing left. */
async function drain(): Promise<number> {
  let messages = 0;
  for (let next = sent.shift(); next !== undefined; next = sent.shift()) {
    messages++;
    expect(await deliver([next], watched)).toEqual(["ack"]);
  }
  return messages;
}

describe("a filter that matches too many records for one request", () => {
  it.each<[string, RecordFilter]>([
    ["a search", TEXT],
    ["a tag", { tags: ["all"] }],
    ["a type", { types: ["302"] }],
    ["a short search, which no index helps with", { search: "mm" }],
  ])(
    "[13.12] is counted by the consumer, what is counted so far is shown meanwhile: %s",
    async (_, filter) => {
      expect(await count(filter)).toEqual({ tally: { total: 5_000, paused: 0 }, isRefreshing: true });
      expect(await drain()).toBe(2);
      expect(await count(filter)).toEqual({ tally: { total: RECORDS, paused: 0 }, isRefreshing: false });
      expect(sent).toEqual([]);
    },
  );

  it.each<[RecordFilter, number]>([
    [{ handlers: ["short-url", "qr"] }, RECORDS / 2],
    [{ handlers: ["redirect"], status: "active" }, RECORDS / 2],
    [{ status: "paused" }, 0],
    [{ untagged: false }, RECORDS],
    [{ types: ["html"] }, 0],
    [{ monitor: "broken", handlers: ["redirect"] }, BROKEN],
  ])("[13.12] or is counted exactly at once, if counters know it: %j", async (filter, total) => {
    expect(await count(filter)).toEqual({ tally: { total, paused: 0 }, isRefreshing: false });
    const counted = await facets(filter);
    expect(counted).toMatchObject({ total, untagged: 0, health: { paused: 0 } });
    await drain();
    const { hosts: _, ...complete } = await facets(filter);
    expect(complete).toMatchObject({ total, kinds: counted.kinds, qr: counted.qr, refreshing: false });
  });

  it("[13.12] hostnames and wrong DNS of a handler are exact at once", async () => {
    await setDnsCorrect(site.host, false);
    const filter = { handlers: ["redirect" as const, "qr" as const] };
    const expected = {
      hosts: [{ value: site.host, count: RECORDS / 2 }],
      hosts_total: 1,
      health: { broken: BROKEN, dns_issue: RECORDS / 2 },
    };
    expect(await facets(filter)).toMatchObject({ ...expected, refreshing: true });
    await drain();
    expect(await facets(filter)).toMatchObject({ ...expected, refreshing: false });
    await setDnsCorrect(site.host, true);
  });

  it("[13.12] so are kinds and hostnames for a caller who is limited to some", async () => {
    await setDnsCorrect(site.host, false);
    const expected = {
      total: RECORDS,
      handlers: { "short-url": RECORDS / 2, redirect: RECORDS / 2 },
      hosts: [{ value: site.host, count: RECORDS }],
      health: { dns_issue: RECORDS },
      refreshing: true,
    };
    const limited = {
      ...context(),
      caller: { ...context().caller, reach: { workspaceId: site.id, hosts: [site.host], tags: null } },
    };
    const request = { filter: {}, hosts: { search: "", limit: 20 } };
    expect(requireDone(await getFacets(limited, request))).toMatchObject(expected);
    const nowhere = {
      ...limited,
      caller: { ...limited.caller, reach: { workspaceId: site.id, hosts: [], tags: null } },
    };
    expect(requireDone(await getFacets(nowhere, request))).toMatchObject({ total: 0 });
    await setDnsCorrect(site.host, true);
  });

  it("[13.12] facets are those of all matches in the end", async () => {
    expect(await facets(TEXT)).toMatchObject({ total: 5_000, refreshing: true });
    await drain();
    expect(await facets(TEXT)).toEqual({ ...(await facets({})), refreshing: false });
  });

  it("[13.12] a bulk preview is that of all matches in the end, its sample the first of them", async () => {
    const filter = { handlers: ["short-url" as const] };
    expect(await summary(filter)).toMatchObject({ total: 250, isRefreshing: true });
    await drain();
    const { sample, ...counts } = await summary(filter);
    expect(counts).toMatchObject({
      total: RECORDS / 2,
      byKind: { link: RECORDS / 2, qr: 0, redirect: 0, migration: 0 },
      recentTraffic: { links: 1, visits: 5 },
      changed: Array.from({ length: RECORDS / 2 }, (_, i) => i * 2).filter((i) => String(i).startsWith("1"))
        .length,
      isRefreshing: false,
    });
    expect(sample.map(({ from }) => from)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `https://example.com/${RECORDS - 2 * n}`),
    );
  });

  it("[13.12] is counted once for any number of parallel calls", async () => {
    await Promise.all([count(TEXT), count(TEXT), count(TEXT)]);
    expect(sent).toHaveLength(1);
    await drain();
    expect((await count(TEXT)).tally.total).toBe(RECORDS);
  });

  it("[13.12] a message that is delivered twice counts nothing twice", async () => {
    await count(TEXT);
    const message = sent.shift();
    await Promise.all([deliver([message], watched), deliver([message], watched)]);
    expect(sent).toHaveLength(1);
    await drain();
    expect((await count(TEXT)).tally.total).toBe(RECORDS);
  });

  it("[13.12] older counts are shown for as long as the new ones take", async () => {
    await count(TEXT);
    await drain();
    const later = Date.now() + 3_600_000;
    const extra = await site.createLink({ title: "common" });
    const older = { tally: { total: RECORDS, paused: 0 }, isRefreshing: true };
    expect(await count(TEXT, later)).toEqual(older);
    expect(await count(TEXT, later)).toEqual(older);
    await drain();
    expect((await count(TEXT)).tally.total).toBe(RECORDS + 1);
    await site.call("DELETE", `/links/${extra.id}`);
  });

  it("[13.12] is counted to its end by cron where the queue took no message", async () => {
    takes = false;
    expect((await count(TEXT)).isRefreshing).toBe(true);
    takes = true;
    const resumed = () => (sent = sent.filter(({ kind }) => kind === "count-records"));
    await runJobs(watched, NOW_MS + 59_000);
    expect(resumed()).toEqual([]);
    await runJobs(watched, NOW_MS + 61_000);
    expect(resumed()).toHaveLength(1);
    await drain();
    expect((await count(TEXT)).tally.total).toBe(RECORDS);
  });
});

describe("[13.12] a filter that few records match is counted at once, exactly", () => {
  it.each<[string, () => RecordFilter, number]>([
    ["ids", () => ({ ids: ["01900000-0002-7000-8000-000000000001", "none"] }), 1],
    ["a tag", () => ({ tags: ["RARE"] }), RECORDS / 1000],
    ["several tags", () => ({ tags: ["rare", "nothing"] }), RECORDS / 1000],
    ["a search", () => ({ search: "rareword" }), RECORDS / 1000],
    ["a path", () => ({ host: site.host, source: { text: "/s42", slot: "p/s42" } }), 1],
  ])("%s", async (_, toFilter, total) => {
    const filter = toFilter();
    expect(await count(filter)).toEqual({ tally: { total, paused: 0 }, isRefreshing: false });
    expect(await facets(filter)).toMatchObject({ total, refreshing: false });
    expect(await summary(filter)).toMatchObject({ total, isRefreshing: false });
    expect(sent).toEqual([]);
  });

  it("a hostname", async () => {
    const host = await connectHost(site);
    const { id } = await site.createRedirect("/", { url: host });
    expect(await count({ host })).toEqual({ tally: { total: 1, paused: 0 }, isRefreshing: false });
    expect(await facets({ host, status: "paused" })).toMatchObject({ total: 0, refreshing: false });
    await site.call("DELETE", `/links/${id}`);
    expect(sent).toEqual([]);
  });

  it("more ids than a step takes are counted by the consumer", async () => {
    const ids = Array.from(
      { length: 6_000 },
      (_, i) => `01900000-${i.toString(16).padStart(4, "0")}-7000-8000-000000000001`,
    );
    expect(await count({ ids: [...ids, ...ids] })).toMatchObject({
      tally: { total: 5_000 },
      isRefreshing: true,
    });
    await drain();
    expect(await count({ ids: [...ids, ...ids] })).toMatchObject({
      tally: { total: 6_000 },
      isRefreshing: false,
    });
  });
});
