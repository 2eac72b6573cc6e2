import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { startOfDay } from "../../../src/domain/calendar.ts";
import { DAY_MS } from "../../../src/domain/time.ts";
import { rollUpDays } from "../../../src/storage/click/roll-up.ts";
import { clickOn, clicksOn, deliver, messageOf, store } from "../../support/click.ts";
import { queryOf } from "../../support/list.ts";
import { createSite, expectRefused, requireOk, type RecordBody, type Site } from "../../support/site.ts";

/** The clicks with one value over time: wherever its days are stored. */

const TODAY = Math.floor(Date.now() / DAY_MS);
const daysAgo = (days: number) => startOfDay(TODAY - days);
const iso = (atMs: number) => new Date(atMs).toISOString();

let site: Site;
let first: string;
let second: string;

beforeAll(async () => {
  site = await createSite();
  first = (await site.createLink({ destination: "https://example.com/a", tags: ["sale"] })).id;
  second = (await site.createLink({ destination: "https://example.com/b", tags: ["sale"] })).id;
  // Days of months, of sheets, and of messages that are not in sheets yet.
  await deliver([
    messageOf(
      ...clicksOn(first, 5, { atMs: daysAgo(60), country: "DE" }),
      ...clicksOn(first, 1, { atMs: daysAgo(30), country: "DE" }),
      ...clicksOn(first, 4, { atMs: daysAgo(30), country: "FR" }),
    ),
  ]);
  await env.DB.prepare("UPDATE click_folder SET rolls_at = 0").run();
  while (await rollUpDays(env.DB, Date.now())) continue;
  await deliver([
    messageOf(
      ...clicksOn(first, 2, { atMs: daysAgo(2), country: "DE", referrer: "a.example" }),
      ...clicksOn(first, 3, { atMs: daysAgo(2) }),
      ...clicksOn(second, 6, { atMs: daysAgo(2), country: "DE" }),
    ),
  ]);
  await store([messageOf(clickOn(first, { atMs: daysAgo(1), country: "DE" }))]);
});

async function stats(path: string, parameters: Record<string, unknown>): Promise<RecordBody> {
  const whole = { from: iso(daysAgo(40)), to: iso(daysAgo(0)), ...parameters };
  return requireOk(await site.call("GET", path + queryOf(whole))).body;
}

/** Returns the clicks of days that have some, by how many days ago they were. */
function seriesOf({ series }: RecordBody): [number, number][] {
  return (series as RecordBody[])
    .filter(({ clicks }) => clicks > 0)
    .map(({ at, clicks }) => [TODAY - Date.parse(at) / DAY_MS, clicks]);
}

it("[8.16] the series has the clicks with a value alone, from months, sheets and messages", async () => {
  const body = await stats(`/links/${first}/stats`, { value: "countries:DE", previous: "true" });
  expect(seriesOf(body)).toEqual([
    [30, 1],
    [2, 2],
    [1, 1],
  ]);
  expect([body.clicks, body.bots, body.previous.clicks]).toEqual([4, 0, 5]);
  // Each breakdown is counted by itself.
  expect(body.breakdowns.countries).toEqual([
    { value: "DE", clicks: 4 },
    { value: "FR", clicks: 4 },
    { value: "", clicks: 3 },
  ]);
});

it.each([
  ["referrers:a.example", 2],
  ["destinations:https://example.com/a", 11],
  ["countries:", 3],
  ["countries:constructor", 0],
])("[8.16] %s", async (value, clicks) => {
  const body = await stats(`/links/${first}/stats`, { value });
  expect([body.clicks, typeof body.series[0].clicks]).toEqual([clicks, "number"]);
});

it("[8.16] the records that a filter matches are added up, as is the workspace", async () => {
  for (const parameters of [{}, { filter: { tags: "sale" } }]) {
    const body = await stats("/stats", { value: "countries:DE", ...parameters });
    expect(seriesOf(body)).toEqual([
      [30, 1],
      [2, 8],
      [1, 1],
    ]);
  }
  const weeks = await stats("/stats", { value: "countries:DE", interval: "week" });
  expect(weeks.clicks).toBe(10);
});

it.each([
  [{ value: "cities:Berlin" }, "value"],
  [{ value: "DE" }, "value"],
  [{ value: "hosts:example.com" }, "value"],
  [{ value: "constructor:x" }, "value"],
  [{ value: "countries:DE", interval: "hour", from: iso(daysAgo(1)) }, "interval"],
])("[8.16] %j is refused", async (parameters, field) => {
  expectRefused(await site.call("GET", `/stats${queryOf(parameters)}`), field);
});
