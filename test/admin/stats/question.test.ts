import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { consume } from "../../../src/jobs/consume.ts";
import { DAY_MS } from "../../../src/domain/time.ts";
import { clickOn, clicksOn, daysOf, deliver, fold, messageOf, store, totalOf } from "../../support/click.ts";
import { queryOf } from "../../support/list.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { visit } from "../../support/workspace.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  send,
  type RecordBody,
  type Site,
} from "../../support/site.ts";
import { addressOf, homeOf } from "../../support/home.ts";

/** What statistics answer: filters, the period before, what records have now, CSV, and forgetting. */

/** Midnight, five days ago. */
const DAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - 5 * DAY_MS;
const iso = (atMs: number) => new Date(atMs).toISOString();
const RANGE = { from: iso(DAY), to: iso(DAY + 2 * DAY_MS) };

let site: Site;
let ids: Record<"spring" | "summer" | "other", string>;

beforeAll(async () => {
  site = await createSite();
  const other = await connectHost(site);
  const destination = "https://example.com/";
  ids = {
    spring: (await site.createLink({ alias: "spring", destination, tags: ["Sale", "News"] })).id,
    summer: (await site.createLink({ alias: "summer", destination, tags: ["sale"] })).id,
    other: (await site.createLink({ host: other, alias: "other", destination })).id,
  };
  await deliver([
    messageOf(
      ...clicksOn(ids.spring, 3, { atMs: DAY, country: "DE" }),
      ...clicksOn(ids.summer, 2, { atMs: DAY + DAY_MS, country: "FR", referrer: "a.example" }),
      ...clicksOn(ids.other, 4, { atMs: DAY, country: "DE" }),
      ...clicksOn(ids.spring, 6, { atMs: DAY - 1 }),
    ),
  ]);
  // Not in sheets yet.
  await store([messageOf(clickOn(ids.spring, { atMs: DAY, country: "DE" }))]);
});

async function stats(path: string, parameters: Record<string, unknown> = {}): Promise<RecordBody> {
  const given = Object.entries({ ...RANGE, ...parameters }).filter(([, value]) => value !== undefined);
  return requireOk(await site.call("GET", path + queryOf(Object.fromEntries(given)))).body;
}

describe("filters", () => {
  it.each<[Record<string, string>, number, [string, number][]]>([
    [
      { tags: "SALE" },
      6,
      [
        ["DE", 4],
        ["FR", 2],
      ],
    ],
    [{ tags: "news" }, 4, [["DE", 4]]],
    [{ search: "summer" }, 2, [["FR", 2]]],
    [{ handler: "redirect" }, 0, []],
    [{ id: "nothing" }, 0, []],
  ])("[8.13] %j counts the records that match", async (filter, clicks, countries) => {
    const body = await stats("/stats", { filter });
    expect(body.clicks).toBe(clicks);
    expect(body.breakdowns.countries).toEqual(countries.map(([value, count]) => ({ value, clicks: count })));
    expect(body.refreshing).toBeUndefined();
  });

  it("[8.13] by the hour agrees with the days", async () => {
    const filter = { host: site.host };
    const hours = await stats("/stats", { filter, interval: "hour" });
    expect(hours.clicks).toBe((await stats("/stats", { filter })).clicks);
    expect(hours.clicks).toBe(6);
  });

  it("[8.13] of one record are zero if it does not match", async () => {
    const path = `/links/${ids.spring}/stats`;
    expect((await stats(path, { filter: { tags: "sale" } })).clicks).toBe(4);
    expect((await stats(path, { filter: { tags: "none" } })).clicks).toBe(0);
    expect((await stats(path, { filter: { id: ids.summer } })).clicks).toBe(0);
  });

  it.each([
    ["an unknown filter", { filter: { nope: "1" } }, "filter.nope"],
    ["a bad value of a filter", { filter: { status: "x" } }, "filter.status"],
    ["an unknown parameter", { nope: "1" }, "nope"],
    ["an unknown breakdown", { include: "hosts,cities" }, "include"],
    ["what is neither true nor false", { previous: "yes" }, "previous"],
  ])("[8.13] refuse %s", async (_, parameters, field) => {
    expectRefused(await site.call("GET", `/stats${queryOf(parameters)}`), field);
  });

  it("[8.13] of one record refuse breakdowns by record", async () => {
    expectRefused(await site.call("GET", `/links/${ids.spring}/stats?include=tags`), "include");
  });
});

describe("the period before", () => {
  it("[8.13] has the same length, and is there on request alone", async () => {
    expect((await stats("/stats")).previous).toBeUndefined();
    for (const parameters of [{}, { filter: { tags: "news" } }]) {
      const { clicks, series, previous } = await stats("/stats", { previous: "true", ...parameters });
      expect([series.length, previous.series.length]).toEqual([2, 2]);
      expect([previous.from, previous.to]).toEqual([iso(DAY - 2 * DAY_MS), iso(DAY)]);
      expect(previous.clicks).toBe(6);
      expect(clicks).toBe("filter" in parameters ? 4 : 10);
    }
  });

  it("[8.13] is refused if it is no longer stored", async () => {
    const parameters = { from: iso(Date.now() - 300 * DAY_MS), previous: "true" };
    expectRefused(await site.call("GET", `/stats${queryOf(parameters)}`), "previous");
  });
});

describe("breakdowns by record", () => {
  it("[8.13] are hostnames, tags and records, as they are now", async () => {
    const { breakdowns, rest, clicks } = await stats("/stats", { include: "hosts,tags,records" });
    expect(clicks).toBe(10);
    expect(breakdowns.hosts.map(({ clicks: count }: RecordBody) => count)).toEqual([6, 4]);
    expect(breakdowns.hosts[0].value).toBe(site.host);
    expect(breakdowns.tags).toEqual([
      { value: "Sale", clicks: 6 },
      { value: "News", clicks: 4 },
    ]);
    expect(breakdowns.records[0].clicks).toBe(4);
    expect(breakdowns.records[2]).toEqual({ value: ids.summer, clicks: 2 });
    expect([rest.hosts, rest.tags, rest.records]).toEqual([0, 0, 0]);
  });

  it("[8.13] work with filters, and are left out unless requested", async () => {
    const { breakdowns } = await stats("/stats", { include: "records", filter: { tags: "sale" } });
    expect(breakdowns.records.map(({ value }: RecordBody) => value)).toEqual([ids.spring, ids.summer]);
    expect(breakdowns.tags).toBeUndefined();
    expect((await stats("/stats")).breakdowns.hosts).toBeUndefined();
  });
});

describe("CSV", () => {
  const read = async (path: string, accept: string) => {
    const headers = { Authorization: `Bearer ${site.token}`, Accept: accept };
    const response = await exports.default.fetch(new Request(`http://localhost/v1${path}`, { headers }));
    return { type: response.headers.get("Content-Type"), text: await response.text() };
  };

  it("[8.13] is answered to who accepts it, with formulas as text", async () => {
    await deliver([messageOf(clickOn(ids.other, { atMs: DAY, query: "utm_campaign=%3D1%2B1,%22a%22" }))]);
    const path = `/stats${queryOf({ ...RANGE, previous: "true", include: "hosts" })}`;
    const { type, text } = await read(path, "text/csv");
    expect(type).toBe("text/csv; charset=utf-8");
    const lines = text.split("\r\n");
    expect(lines[0]).toBe("kind,value,clicks,bots");
    expect(lines[1]).toBe(`series,${iso(DAY)},9,0`);
    expect(lines[3]).toBe(`previous,${iso(DAY - 2 * DAY_MS)},0,0`);
    expect(lines).toContain("countries,DE,8,");
    expect(lines).toContain(`utm_campaign,"'=1+1,""a""",1,`);
    expect(lines).toContain(`hosts,${site.host},6,`);
    expect(lines.at(-1)).toBe("");
  });

  it.each([
    ["*/*", "application/json"],
    ["application/json, text/csv;q=0.5", "application/json"],
    ["text/csv, application/json;q=0.5", "text/csv"],
    ["text/csv;q=0", "application/json"],
  ])("[8.13] %s gets %s", async (accept, type) => {
    expect((await read("/stats", accept)).type).toContain(type);
  });
});

describe("DELETE /links/{id}/stats", () => {
  const create = async () => {
    const { id } = await site.createLink({ destination: "https://example.com/" });
    await deliver([messageOf(...clicksOn(id, 3))]);
    return id as string;
  };

  it("[8.14] forgets the clicks of the record, and leaves those of the workspace", async () => {
    const id = await create();
    await store([messageOf(...clicksOn(id, 2), clickOn(ids.spring))]);
    const today = { from: undefined, to: undefined };
    const before = (await stats("/stats", today)).clicks;
    expect((await stats(`/links/${id}/stats`, today)).clicks).toBe(5);
    expect(requireOk(await site.call("DELETE", `/links/${id}/stats`)).body).toEqual({ data: null });
    for (const isFolded of [false, true]) {
      if (isFolded) await fold();
      expect((await stats(`/links/${id}/stats`, today)).clicks).toBe(0);
      expect((await stats("/stats", today)).clicks).toBe(before);
      expect(await totalOf(id)).toBe(0);
      expect(await daysOf(id)).toEqual([]);
    }
    await deliver([messageOf(clickOn(id))]);
    expect(await totalOf(id)).toBe(1);
  });

  it("[8.14] also forgets clicks that a folder is adding at that moment", async () => {
    const id = await create();
    await store([messageOf(...clicksOn(id, 2))]);
    await Promise.all([fold(), site.call("DELETE", `/links/${id}/stats`), fold()]);
    await fold();
    expect(await totalOf(id)).toBe(0);
    expect(await daysOf(id)).toEqual([]);
  });

  it("[8.14] is for managers, and for records of the workspace", async () => {
    const editor = await addToken(site.id, { role: "editor" });
    const id = await create();
    const headers = { Authorization: `Bearer ${editor}` };
    expect((await send(`/links/${id}/stats`, { method: "DELETE", headers })).status).toBe(484);
    const other = await createSite();
    expect((await other.call("DELETE", `/links/${id}/stats`)).status).toBe(404);
    expect(await totalOf(id)).toBe(3);
  });
});

describe("retention", () => {
  const write = (value: string) => site.call("POST", "/workspace/update/retention", { value });

  it.each(["30d", "396d", "1m", "13m"])("[8.14] may be %s", async (value) => {
    const { body } = requireOk(await write(value));
    expect(body.meta).toContain(`retention=${value}`);
  });

  it.each(["29d", "398d", "0m", "14m", "30", "d", "1y", "-30d", "30.5d"])(
    "[8.14] may not be %s",
    async (value) => {
      expectRefused(await write(value), "value");
    },
  );

  it("[8.14] limits the range of statistics until it is cleared", async () => {
    requireOk(await write("30d"));
    const long = { from: iso(Date.now() - 60 * DAY_MS) };
    const refused = await site.call("GET", `/stats${queryOf(long)}`);
    expectRefused(refused, "from");
    expect(refused.body.errors.from[0]).toContain("30 days");
    const { body } = requireOk(await write(""));
    expect(body.meta.filter((line: string) => line.startsWith("retention"))).toEqual([]);
    requireOk(await site.call("GET", `/stats${queryOf(long)}`));
  });
});

describe("a workspace of many records", () => {
  const RECORDS = 12_000;

  it("[8.13] answers a filter that matches more than 5,000 in steps, each click once", async () => {
    const large = await createSite();
    await seedRecords(large.id, { host: large.host, count: RECORDS });
    const { data } = requireOk(await large.call("GET", "/links?per_page=1000&sort=id")).body;
    const [first, last] = [data[0].id as string, data.at(-1).id as string];
    const { data: newest } = requireOk(await large.call("GET", "/links?per_page=1")).body;
    const clicked = [first, last, newest[0].id as string];
    await deliver([messageOf(...clicked.flatMap((id, index) => clicksOn(id, index + 1)))]);
    const path = `/stats?filter[host]=${large.host}&include=records`;
    const begun = requireOk(await large.call("GET", path)).body;
    expect(begun.refreshing).toBe(true);
    const [row] = (
      await homeOf(large.id)
        .prepare("SELECT key FROM count_cache WHERE workspace_id = ?1 AND position IS NOT NULL")
        .bind(large.id)
        .all<{ key: string }>()
    ).results;
    const body = {
      kind: "count-records" as const,
      workspaceId: large.id,
      key: row?.key ?? "",
      ...addressOf(large.id),
    };
    const delivery = { body, attempts: 1, ack() {}, retry() {} };
    for (let step = 0; step < 3; step++) await consume([delivery, delivery], env, Date.now());
    const counted = requireOk(await large.call("GET", path)).body;
    expect(counted.refreshing).toBeUndefined();
    expect(counted.clicks).toBe(6);
    expect(counted.breakdowns.records).toEqual([
      { value: clicked[2], clicks: 3 },
      { value: clicked[1], clicks: 2 },
      { value: clicked[0], clicks: 1 },
    ]);
  });
});

describe("a scan of a QR code", () => {
  it("[15.9] is told to the destination by qr-utm, and no other parameter is", async () => {
    const fields = { alias: "scanned", destination: "https://example.com/p?a=1", plugins: ["qr-utm"] };
    const { url } = await site.createLink(fields);
    const locationOf = async (query: string) => (await visit(url + query)).headers.get("Location");
    expect(await locationOf("?utm_source=qr&b=2")).toBe("https://example.com/p?a=1&utm_source=qr");
    expect(await locationOf("?utm_source=mail")).toBe("https://example.com/p?a=1");
    expect(await locationOf("")).toBe("https://example.com/p?a=1");
    const { url: plain } = await site.createLink({ ...fields, alias: "plain", plugins: [] });
    expect((await visit(`${plain}?utm_source=qr`)).headers.get("Location")).toBe("https://example.com/p?a=1");
  });
});
