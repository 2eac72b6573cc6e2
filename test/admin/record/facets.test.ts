import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  addClicks,
  DAY_MS,
  mondayOfLastFourWeeks,
  queryOf,
  setColumns,
  setDnsCorrect,
} from "../../support/list.ts";
import {
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  type RecordBody,
  type Site,
} from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";

type Query = Parameters<typeof queryOf>[0];

async function facets(of: Pick<Site, "call">, query: Query = {}): Promise<RecordBody> {
  return requireOk(await of.call("GET", `/links/facets${queryOf(query)}`)).body;
}

const NOTHING = {
  total: 0,
  hosts: [],
  hosts_total: 0,
  tags: [],
  untagged: 0,
  qr: { qr_codes: 0, links_with_qr: 0 },
  kinds: { link: 0, qr: 0, redirect: 0, migration: 0, html: 0 },
  handlers: { "short-url": 0, qr: 0, redirect: 0, migration: 0 },
  health: { paused: 0, broken: 0, dns_issue: 0, no_clicks: 0 },
  created: { last_7_days: 0, last_30_days: 0 },
  last_changed_at: null,
  refreshing: false,
};

let site: Site;
let second: string;
let third: string;

beforeAll(async () => {
  site = await createSite();
  second = await connectHost(site);
  third = await connectHost(site);
  requireOk(await site.call("PUT", "/files/menu", "<h1>"));
  const now = Date.now();
  const make = async (body: object, atMs = now): Promise<string> => {
    const { call, host } = site;
    const clock = vi.spyOn(Date, "now").mockReturnValue(atMs);
    const answer = requireOk(await call("POST", "/links", { host, ...body }));
    clock.mockRestore();
    return answer.body.data[0].id;
  };
  const plain = await make({ handler: "short-url", tags: ["Sale"] });
  const styled = await make({ handler: "short-url", qr: { theme: "dots" }, tags: ["SALE", "b"] });
  const qr = await make({ handler: "qr", status: "paused" });
  const page = await make({ handler: "short-url" }, now - 7 * DAY_MS + 60_000);
  requireOk(await site.call("PUT", `/link/${page}`, { file: "menu" }));
  await make({ handler: "redirect", host: second, tags: ["a"] }, now - 7 * DAY_MS - 60_000);
  const migration = await make(
    { handler: "migration", host: third, tags: ["Sale"] },
    now - 30 * DAY_MS - 60_000,
  );
  await setDnsCorrect(site.host, true);
  await setDnsCorrect(second, false);
  const monday = mondayOfLastFourWeeks(now);
  await addClicks(plain, now);
  await addClicks(styled, monday, 5);
  await addClicks(qr, monday - 1, 5);
  requireOk(await site.call("PUT", `/link/${plain}`, { is_notify: true, destination: "https://a.example" }));
  await setColumns(plain, { monitor_state: "broken" });
  await setColumns(migration, { updated_at: Date.UTC(2126, 0, 1) });
  const other = await createSite();
  await other.createLink({ tags: ["foreign"] });
});

describe("GET /links/facets", () => {
  it("[13.10] counts over every record of the workspace", async () => {
    expect(await facets(site)).toEqual({
      total: 6,
      hosts: [
        { value: site.host, count: 4 },
        ...[second, third].toSorted().map((value) => ({ value, count: 1 })),
      ],
      hosts_total: 3,
      tags: ["Sale", "a", "b"],
      untagged: 2,
      qr: { qr_codes: 1, links_with_qr: 1 },
      kinds: { link: 2, qr: 1, redirect: 1, migration: 1, html: 1 },
      handlers: { "short-url": 3, qr: 1, redirect: 1, migration: 1 },
      health: { paused: 1, broken: 1, dns_issue: 1, no_clicks: 4 },
      created: { last_7_days: 4, last_30_days: 5 },
      last_changed_at: "2126-01-01T00:00:00.000Z",
      refreshing: false,
    });
  });

  it("[13.10] counts over the records that the filter matches", async () => {
    const counted = await facets(site, { filter: { tags: "sale" }, sort: "-total_clicks" });
    expect(counted).toMatchObject({
      total: 3,
      hosts: [
        { value: site.host, count: 2 },
        { value: third, count: 1 },
      ],
      hosts_total: 2,
      tags: ["Sale", "b"],
      untagged: 0,
      kinds: { link: 2, qr: 0, redirect: 0, migration: 1, html: 0 },
    });
    expect(await facets(site, { filter: { search: "nothing at all" } })).toEqual(NOTHING);
  });

  it("[13.10] answers zeros and last_changed_at null without records", async () => {
    expect(await facets(await createWorkspace())).toEqual(NOTHING);
  });

  it("[13.10] narrows hosts by hosts_search, and nothing else", async () => {
    const whole = await facets(site);
    for (const search of [second, second.toUpperCase(), second.slice(0, -8)]) {
      const narrowed = await facets(site, { hosts_search: search });
      expect(narrowed).toEqual({
        ...whole,
        hosts: whole.hosts.filter((host: RecordBody) => host.value === second),
      });
    }
    expect((await facets(site, { hosts_search: "%" })).hosts).toEqual([]);
    expect((await facets(site, { hosts_search: "_" })).hosts).toEqual([]);
    expect((await facets(site, { hosts_search: "" })).hosts).toEqual(whole.hosts);
  });

  it("[13.11] shows the largest hosts up to hosts_limit, and 20 unless told", async () => {
    const whole = await facets(site);
    expect(await facets(site, { hosts_limit: 1 })).toEqual({ ...whole, hosts: whole.hosts.slice(0, 1) });
    const large = await createSite();
    for (let i = 0; i < 21; i++)
      requireOk(await large.call("POST", "/redirect", { url: await connectHost(large) }));
    await large.createLink();
    const counted = await facets(large);
    expect(counted.hosts).toHaveLength(20);
    expect(counted.hosts_total).toBe(22);
    expect((await facets(large, { hosts_limit: 200 })).hosts).toHaveLength(22);
  });

  it.each<[string, string]>([
    ["hosts_limit", "0"],
    ["hosts_limit", "201"],
    ["hosts_limit", "1.5"],
    ["hosts_limit", "many"],
    ["hosts_search", "x".repeat(256)],
    ["sort", "title"],
    ["filter[status]", "gone"],
  ])("[9.13, 13.11] refuses %s=%s", async (name, value) => {
    const field = name.replace("[", ".").replace("]", "");
    expectRefused(await site.call("GET", `/links/facets${queryOf({ [name]: value })}`), field);
  });

  it("[13.11] takes hosts_search of 255 characters and hosts_limit of 200", async () => {
    expect((await facets(site, { hosts_search: "é".repeat(255), hosts_limit: 200 })).hosts).toEqual([]);
  });
});

it("[13.10] shows the 20 largest tags, as they were first written", async () => {
  const other = await createSite();
  const names = Array.from({ length: 25 }, (_, i) => `Tag ${String.fromCodePoint(65 + i)}`);
  await other.createLink({ tags: names });
  await other.createLink({ tags: names.slice(5).map((tag) => tag.toUpperCase()) });
  await other.createLink({ tags: ["tag z", ...names.slice(20)] });
  const { tags, untagged } = await facets(other);
  expect(tags).toEqual([...names.slice(20), ...names.slice(5, 20)]);
  expect(untagged).toBe(0);
});

describe("counts", () => {
  afterEach(() => vi.restoreAllMocks());

  it("[13.12] are kept for a minute, unless records come or go", async () => {
    const other = await createSite();
    const { id } = await other.createLink();
    const now = Date.now();
    const at = vi.spyOn(Date, "now").mockReturnValue(now);
    expect((await facets(other)).total).toBe(1);
    requireOk(await other.call("POST", `/links/${id}/pause`));
    at.mockReturnValue(now + 59_999);
    expect((await facets(other)).health.paused).toBe(0);
    await other.createLink();
    expect(await facets(other)).toMatchObject({ total: 2, health: { paused: 1 }, refreshing: false });
    requireOk(await other.call("POST", `/links/${id}/resume`));
    at.mockReturnValue(now + 2 * 59_999);
    expect((await facets(other)).health.paused).toBe(1);
    at.mockReturnValue(now + 3 * 60_000);
    expect((await facets(other)).health.paused).toBe(0);
  });

  it("are of one filter, one search of hosts and one limit only", async () => {
    const other = await createSite();
    await other.createLink({ tags: ["a"] });
    await other.createRedirect("/b", { tags: ["b"] });
    const totals = async (query: Query) => (await facets(other, query)).total;
    expect(await totals({})).toBe(2);
    expect(await totals({ filter: { tags: "a" } })).toBe(1);
    expect(await totals({ filter: { search: "a", status: "paused" } })).toBe(0);
    expect(await totals({ filter: { handler: "migration" } })).toBe(0);
    expect((await facets(other, { hosts_search: "zzz" })).hosts).toEqual([]);
    expect((await facets(other, {})).hosts).toHaveLength(1);
  });
});

describe("[13.12] in a workspace with 10,000 records or more", () => {
  afterEach(() => vi.restoreAllMocks());

  async function createLarge(count: number): Promise<Site> {
    const large = await createSite();
    await large.createLink({ tags: ["a"] });
    await env.DB.prepare("UPDATE workspaces SET record_count = ?2 WHERE id = ?1").bind(large.id, count).run();
    return large;
  }

  it("counts that were never made are made at once where a filter finds few records", async () => {
    const large = await createLarge(10_000);
    const filter = { tags: "a" };
    expect(await facets(large, { filter })).toMatchObject({ total: 1, tags: ["a"], refreshing: false });
  });

  it("another filter's or workspace's counts are never shown", async () => {
    const [one, two] = [await createLarge(10_000), await createLarge(10_000)];
    await facets(one);
    await two.createLink();
    expect(await facets(two)).toMatchObject({ total: 2 });
    expect(await facets(one, { filter: { tags: "b" } })).toEqual(NOTHING);
    expect(await facets(one, { hosts_search: "zzz" })).toMatchObject({ hosts: [], total: 1 });
  });

  it("[13.12] one record fewer is counted at once", async () => {
    expect(await facets(await createLarge(9_999))).toMatchObject({ total: 1, refreshing: false });
  });
});
