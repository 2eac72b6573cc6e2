import { beforeAll, describe, expect, it } from "vitest";
import { COUNTRY_CODES } from "../../../src/domain/country.ts";
import { wholeOf } from "../../../src/domain/reach.ts";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import { getRecordStats, getWorkspaceStats } from "../../../src/services/stats/stats.ts";
import type { StatsRequest } from "../../../src/services/stats/types.ts";
import { BOT, clickOn, clicksOn, deliver, IPHONE, messageOf } from "../../support/click.ts";
import { queryOf } from "../../support/list.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { createSite, requireOk, type RecordBody, type Site } from "../../support/site.ts";
import type { TestWorkspace } from "../../support/workspace.ts";

/** Midnight, five days ago: nothing about it changes while the tests run. */
const DAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - 5 * DAY_MS;
const iso = (atMs: number) => new Date(atMs).toISOString();

let site: Site;
let first: string;
let second: string;

const SCAN = { language: "de-DE", query: "utm_source=qr" };
const SPRING = { query: "utm_campaign=spring", rule: "rule-1" };
const KINDS = [
  "destinations",
  "countries",
  "devices",
  "browsers",
  "referrers",
  "rules",
  "os",
  "languages",
  "sources",
  "utm_campaign",
];

const destinations = ["https://example.com/a", "https://example.com/b"];

beforeAll(async () => {
  site = await createSite();
  first = (await site.createLink({ destinations, destination_routing: "random" })).id;
  second = (await site.createLink({ destination: destinations[0] })).id;
  await deliver([
    messageOf(
      ...clicksOn(first, 3, { atMs: DAY, country: "DE", referrer: "news.example", agent: IPHONE, ...SCAN }),
      ...clicksOn(first, 2, { atMs: DAY + HOUR_MS - 1, country: "FR", destination: 1, ...SPRING }),
      clickOn(first, { atMs: DAY + HOUR_MS, country: "AT" }),
      ...clicksOn(first, 4, { atMs: DAY + 2 * DAY_MS, country: "DE" }),
      ...clicksOn(first, 5, { atMs: DAY + HOUR_MS, agent: BOT }),
      ...clicksOn(second, 10, { atMs: DAY + 3 * HOUR_MS, country: "US" }),
    ),
  ]);
});

async function stats(
  path: string,
  parameters: Record<string, string> = {},
  workspace: TestWorkspace = site,
): Promise<RecordBody> {
  return requireOk(await workspace.call("GET", path + queryOf(parameters))).body;
}

const ofFirst = (parameters: Record<string, string>) => stats(`/links/${first}/stats`, parameters);
const counted = ({ series }: RecordBody) =>
  series
    .filter(({ clicks, bots }: RecordBody) => clicks + bots > 0)
    .map(({ at, clicks, bots }: RecordBody) => [at, clicks, bots]);

describe("GET /links/{id}/stats", () => {
  it("[8.9] answers series, breakdowns and totals, not wrapped", async () => {
    const body = await ofFirst({ from: iso(DAY), to: iso(DAY + 3 * DAY_MS) });
    expect(body).toEqual({
      from: iso(DAY),
      to: iso(DAY + 3 * DAY_MS),
      interval: "day",
      clicks: 10,
      bots: 5,
      series: [
        { at: iso(DAY), clicks: 6, bots: 5 },
        { at: iso(DAY + DAY_MS), clicks: 0, bots: 0 },
        { at: iso(DAY + 2 * DAY_MS), clicks: 4, bots: 0 },
      ],
      conversions: [],
      breakdowns: {
        destinations: [
          { value: destinations[0], clicks: 8 },
          { value: destinations[1], clicks: 2 },
        ],
        countries: [
          { value: "DE", clicks: 7 },
          { value: "FR", clicks: 2 },
          { value: "AT", clicks: 1 },
        ],
        devices: [
          { value: "unknown", clicks: 7 },
          { value: "mobile", clicks: 3 },
        ],
        browsers: [
          { value: "unknown", clicks: 7 },
          { value: "Safari", clicks: 3 },
        ],
        referrers: [
          { value: "", clicks: 7 },
          { value: "news.example", clicks: 3 },
        ],
        rules: [{ value: "rule-1", clicks: 2 }],
        os: [
          { value: "unknown", clicks: 7 },
          { value: "iOS", clicks: 3 },
        ],
        languages: [
          { value: "", clicks: 7 },
          { value: "de", clicks: 3 },
        ],
        sources: [
          { value: "link", clicks: 7 },
          { value: "qr", clicks: 3 },
        ],
        utm_campaign: [
          { value: "", clicks: 8 },
          { value: "spring", clicks: 2 },
        ],
      },
      rest: Object.fromEntries(KINDS.map((kind) => [kind, 0])),
    });
  });

  it("[8.9] counts by the hour, with breakdowns of the whole days touched", async () => {
    const body = await ofFirst({ interval: "hour", from: iso(DAY + 1), to: iso(DAY + HOUR_MS) });
    expect([body.from, body.to]).toEqual([iso(DAY), iso(DAY + HOUR_MS)]);
    expect(body.series).toEqual([{ at: iso(DAY), clicks: 5, bots: 0 }]);
    expect(body.clicks).toBe(5);
    expect(body.breakdowns.countries).toContainEqual({ value: "AT", clicks: 1 });
  });

  it("[8.9] counts by the ISO week", async () => {
    const body = await ofFirst({ interval: "week", from: iso(DAY), to: iso(DAY + 1) });
    expect(new Date(body.from).getUTCDay()).toBe(1);
    expect(Date.parse(body.to) - Date.parse(body.from)).toBe(7 * DAY_MS);
    expect(body.series).toHaveLength(1);
    expect(body.clicks).toBeGreaterThanOrEqual(6);
  });

  it.each([
    ["hour", 24],
    ["day", 28],
    ["week", 12],
  ])("shows by the %s the last %i up to now by default", async (interval, length) => {
    const askedMs = Date.now();
    const { series, from, to } = await ofFirst({ interval });
    expect(series).toHaveLength(length);
    expect(series[0].at).toBe(from);
    expect(Date.parse(to)).toBeGreaterThanOrEqual(askedMs);
  });

  it("[8.9] is by day without an interval, and accepts any offset", async () => {
    const from = iso(DAY).replace("T00:00:00.000Z", "T02:00:00+02:00");
    const body = await ofFirst({ from, to: iso(DAY + 1) });
    expect(body.interval).toBe("day");
    expect(counted(body)).toEqual([[iso(DAY), 6, 5]]);
  });

  it("has zeros and no values for a record without clicks", async () => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const body = await stats(`/links/${id}/stats`);
    expect(body).toMatchObject({ clicks: 0, bots: 0 });
    expect(counted(body)).toEqual([]);
    expect(body.breakdowns).toEqual(Object.fromEntries(KINDS.map((kind) => [kind, []])));
  });

  it("also covers redirects and paused records", async () => {
    const { id } = await site.createRedirect("/old", { destination: "https://example.com/" });
    await deliver([messageOf(clickOn(id))]);
    requireOk(await site.call("POST", `/links/${id}/pause`));
    expect((await stats(`/links/${id}/stats`)).clicks).toBe(1);
  });
});

describe("GET /stats", () => {
  it("[8.9] adds up all records of the workspace", async () => {
    const body = await stats("/stats", { from: iso(DAY), to: iso(DAY + 3 * DAY_MS) });
    expect(counted(body)).toEqual([
      [iso(DAY), 16, 5],
      [iso(DAY + 2 * DAY_MS), 4, 0],
    ]);
    expect(body.breakdowns.destinations[0]).toEqual({ value: destinations[0], clicks: 18 });
    expect(body.breakdowns.countries[0]).toEqual({ value: "US", clicks: 10 });
  });

  it("[8.9] shows nothing of another workspace", async () => {
    const other = await createSite();
    expect((await stats("/stats", {}, other)).clicks).toBe(0);
    await deliver([messageOf(clickOn((await other.createLink({ destination: "https://example.com/" })).id))]);
    expect((await stats("/stats", {}, other)).clicks).toBe(1);
  });
});

describe("[8.10] breakdowns show the 20 largest values", () => {
  const referrers = (id: string, names: string[], clicks = 1) =>
    names.flatMap((referrer) => clicksOn(id, clicks, { referrer, atMs: DAY }));
  const names = (count: number, prefix = "site") =>
    Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(3, "0")}.example`);

  it("equal ones by value, and counts the others as the rest", async () => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    await deliver([
      messageOf(...referrers(id, names(30).toReversed()), ...referrers(id, ["large.example"], 5)),
    ]);
    const { breakdowns, rest, clicks } = await stats(`/links/${id}/stats`);
    expect(breakdowns.referrers).toEqual([
      { value: "large.example", clicks: 5 },
      ...names(19).map((value) => ({ value, clicks: 1 })),
    ]);
    expect(rest.referrers).toBe(11);
    expect(clicks).toBe(35);
  });

  it("of countries all, which a map needs", async () => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const codes = COUNTRY_CODES.slice(0, 60);
    await deliver([messageOf(...codes.map((country) => clickOn(id, { country, atMs: DAY })))]);
    const { breakdowns, rest } = await stats(`/links/${id}/stats`);
    expect(breakdowns.countries).toHaveLength(60);
    expect(rest.countries).toBe(0);
  });

  it("counts the (other) values of a day in the rest, however large they are", async () => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    await deliver([
      messageOf(...referrers(id, names(200), 2)),
      messageOf(...referrers(id, names(300, "late"))),
    ]);
    const { breakdowns, rest } = await stats(`/links/${id}/stats`);
    expect(breakdowns.referrers).toEqual(names(20).map((value) => ({ value, clicks: 2 })));
    expect(rest.referrers).toBe(360 + 300);
  });
});

describe("rows read", () => {
  const KINDS = 3;
  const VALUES = 200;

  it("are only those of the range: one for each day, and two and a half for each value of a day", async () => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const days = 28;
    const nowMs = Date.now();
    const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
    for (let day = 0; day < 2 * days; day++) {
      const clicks = Array.from({ length: VALUES }, (_, index) =>
        clickOn(id, { atMs: today - day * DAY_MS, country: `C${index}`, referrer: `site-${index}.example` }),
      );
      await deliver([messageOf(...clicks)]);
    }
    const metered = meterDatabase();
    const ctx = {
      env: metered.env,
      caller: { workspace: { id: site.id }, reach: wholeOf(site.id), role: "viewer" },
      nowMs,
    };
    const request: StatsRequest = { interval: "day", filter: {}, include: [], hasPrevious: false };
    const bound = days * (1 + 2.5 * (2 * VALUES + KINDS));
    const record = await getRecordStats(ctx as never, id, request);
    expect(record.ok && record.value.clicks).toBe(days * VALUES);
    console.log(`stats of 28 days with 200 countries and referrers each: ${metered.rows.read} rows read`);
    expect(metered.rows.read).toBeLessThanOrEqual(bound);
    metered.rows.read = 0;
    expect((await getWorkspaceStats(ctx as never, request)).ok).toBe(true);
    expect(metered.rows.read).toBeLessThanOrEqual(bound + 500);
  });
});
