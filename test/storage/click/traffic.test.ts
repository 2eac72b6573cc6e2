import { beforeAll, expect, it } from "vitest";
import { BOT, clickOn, clicksOn, deliver, messageOf } from "../../support/click.ts";
import { listAll, mondayOfLastFourWeeks } from "../../support/list.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

/** What the lists, counts and previews of the API make of clicks that were counted. */

let site: Site;
let busy: string;
let recent: string;
let old: string;
let robots: string;
let none: string;

beforeAll(async () => {
  site = await createSite();
  const create = async () => (await site.createLink({ destination: "https://example.com/" })).id as string;
  [busy, recent, old, robots, none] = [
    await create(),
    await create(),
    await create(),
    await create(),
    await create(),
  ];
  const mondayMs = mondayOfLastFourWeeks(Date.now());
  await deliver([
    messageOf(
      ...clicksOn(busy, 7),
      ...clicksOn(busy, 2, { agent: BOT }),
      clickOn(busy, { atMs: mondayMs - 1 }),
    ),
    messageOf(clickOn(recent, { atMs: mondayMs }), ...clicksOn(recent, 2)),
    messageOf(...clicksOn(old, 5, { atMs: mondayMs - 1 })),
    messageOf(...clicksOn(robots, 9, { agent: BOT })),
  ]);
});

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

it("[8.8] total_clicks counts every click of people since the record was created", async () => {
  const totals = (await listAll(site, {})).map(({ id, total_clicks }) => [id, total_clicks]);
  expect(Object.fromEntries(totals)).toEqual({ [busy]: 8, [recent]: 3, [old]: 5, [robots]: 0, [none]: 0 });
});

it.each([
  ["-total_clicks", () => [busy, old, recent, none, robots]],
  ["total_clicks", () => [robots, none, recent, old, busy]],
])("[8.8] the order %s goes by it", async (sort, expected) => {
  expect(idsOf(await listAll(site, {}, { sort }))).toEqual(expected());
});

it.each([
  ["some", () => [recent, busy]],
  ["none", () => [none, robots, old]],
])("[8.8] filter[traffic]=%s goes by people in the last four weeks", async (traffic, expected) => {
  expect(idsOf(await listAll(site, { traffic }))).toEqual(expected());
});

it("[8.8] no_clicks counts records without any in the last four weeks, bots or not", async () => {
  const { body } = requireOk(await site.call("GET", "/links/facets"));
  expect(body.health.no_clicks).toBe(3);
});

it("[8.8] recent_traffic counts links with clicks in the last four weeks, and the clicks", async () => {
  const { body } = requireOk(await site.call("POST", "/bulk/summary", { filter: { host: site.host } }));
  expect(body.recent_traffic).toMatchObject({ links: 2, visits: 10, weeks: 4 });
});

it("a change of a record leaves its clicks alone, and clicks leave updated_at alone", async () => {
  const before = requireOk(await site.call("GET", `/links/${old}`)).body;
  await deliver([messageOf(clickOn(old, { atMs: Date.now() - 86_400_000 * 60 }))]);
  const clicked = requireOk(await site.call("GET", `/links/${old}`)).body;
  expect(clicked).toEqual({ ...before, total_clicks: 6 });
  const changed = requireOk(await site.call("PUT", `/links/${old}`, { title: "Still here" })).body;
  expect(changed.total_clicks).toBe(6);
});
