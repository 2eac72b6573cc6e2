import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordFilter, Sort } from "../../src/domain/record-filter.ts";
import { getHost } from "../../src/services/host/get-host.ts";
import { continueCount } from "../../src/services/count/counting.ts";
import { countRecords, getFacets, summarizeBulk } from "../../src/services/record/counts.ts";
import { createLink } from "../../src/services/record/create-record.ts";
import { getRecord } from "../../src/services/record/records.ts";
import { listRecords } from "../../src/services/record/list-records.ts";
import type { ServiceContext } from "../../src/services/context.ts";
import { updateRecord } from "../../src/services/record/update-record.ts";
import type { HostedSource } from "../../src/domain/source.ts";
import { firstDayOfLastFourWeeks } from "../../src/domain/calendar.ts";
import { findCaller } from "../../src/services/token/find-caller.ts";
import { hashToken } from "../../src/services/token/token.ts";
import { requireDone } from "../support/require-done.ts";
import { meterDatabase, type MeteredDatabase } from "../support/rows-read.ts";
import { addHostsWithOneLink, contextOf, createLargeSite, RECORDS, SORTS } from "../support/large-site.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { hostname } from "../support/hostname.ts";
import type { Hostname } from "../../src/domain/hostname.ts";

/** What lists and single records cost, in rows that the database reads and writes. */

let workspace: TestWorkspace;
let database: MeteredDatabase;

beforeAll(async () => {
  workspace = await createLargeSite();
});

const figures: string[] = [];
afterAll(() => console.log(figures.join("\n")));

/** The hostnames that the caller is limited to; null for all. */
let limit: Hostname[] | null = null;

function context(): ServiceContext {
  database = meterDatabase();
  return contextOf(workspace, database.env, limit);
}

async function rowsOfPage(filter: RecordFilter, sort: Sort): Promise<{ read: number; found: number }> {
  const result = await listRecords(context(), { filter, sort, perPage: 100, cursor: undefined });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return { read: database.rows.read, found: result.value.items.length };
}

describe.each([
  ["/links", {}],
  ["/link", { runtime: "link" }],
  ["/redirect", { runtime: "redirect" }],
] as const)("a page of 100 of %s without filter", (_, filter) => {
  it.each(SORTS)("by $field (descending: $isDescending) reads at most 300 rows", async (sort) => {
    const { read, found } = await rowsOfPage(filter, sort);
    figures.push(`page of 100 ${JSON.stringify(filter)} ${JSON.stringify(sort)}: ${read} rows read`);
    expect(found).toBe(100);
    expect(read).toBeLessThanOrEqual(300);
  });
});

describe("a page of 100 with one selective filter, though another tenant has 200,000 records that match", () => {
  it.each<[string, RecordFilter, number]>([
    ["id", { ids: ["01900000-0007-7000-8000-000000000002"] }, 1],
    ["host + path", { host: hostname("go.example.com"), source: { text: "/s42", slot: "p/s42" } }, 1],
    ["tags", { tags: ["RARE"] }, 100],
    ["search of a word", { search: "RareWord" }, 100],
    ["search of a URL", { search: "http://go.example.com/s99999" }, 1],
    ["destination", { destination: "example.com/99999" }, 1],
  ])("%s reads at most 1,000 rows", async (name, filter, expected) => {
    for (const sort of SORTS) {
      const { read, found } = await rowsOfPage(filter, sort);
      figures.push(`page of 100 by ${name} ${JSON.stringify(sort)}: ${read} rows read`);
      expect(found).toBe(expected);
      expect(read).toBeLessThanOrEqual(1_000);
    }
  });
});

it("[13.4, 13.14] a page of a thousand ids reads at most 2,500 rows", async () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `${index}`).concat(
    "01900000-0007-7000-8000-000000000002",
  );
  for (const sort of SORTS) {
    const { read, found } = await rowsOfPage({ ids }, sort);
    figures.push(`page of a thousand ids ${JSON.stringify(sort)}: ${read} rows read`);
    expect(found).toBe(1);
    expect(read).toBeLessThanOrEqual(2_500);
  }
});

describe("[13.14] a page of 100 with a filter that an index finds half of the records or more for", () => {
  it.each<[string, RecordFilter]>([
    ["a tag", { tags: ["all"] }],
    ["several tags", { tags: ["all", "rare"] }],
    ["a search", { search: "common" }],
    ["a destination", { destination: "example.com" }],
    ["a tag, with a search of a rare word", { tags: ["all"], search: "rareword" }],
  ])("reads at most 3,000 rows: %s", async (name, filter) => {
    for (const sort of SORTS) {
      const { read, found } = await rowsOfPage(filter, sort);
      figures.push(`page of 100 by ${name} ${JSON.stringify(sort)}: ${read} rows read`);
      expect(found).toBe(100);
      expect(read).toBeLessThanOrEqual(3_000);
    }
  });
});

describe("[13.14] a page of 100 by the newest first, with a filter that leaves half of the records or none", () => {
  it.each<[string, RecordFilter, number]>([
    ["a handler", { handlers: ["redirect"] }, 100],
    ["a hostname", { host: hostname("go.example.com") }, 100],
    ["a hostname and its handlers", { host: hostname("go.example.com"), handlers: ["short-url"] }, 100],
    ["a hostname of another tenant", { host: hostname("other.example.com") }, 0],
    ["handlers that the endpoint does not show", { runtime: "link", handlers: ["redirect"] }, 0],
  ])("reads at most 320 rows: %s", async (name, filter, expected) => {
    const { read, found } = await rowsOfPage(filter, { field: "id", isDescending: true });
    figures.push(`page of 100 by ${name}: ${read} rows read`);
    expect(found).toBe(expected);
    expect(read).toBeLessThanOrEqual(320);
  });
});

it("a page deep inside a list costs as much as the first", async () => {
  let cursor: string | undefined;
  for (let page = 0; page < 20; page++) {
    const sort = { field: "updated_at", isDescending: true } as const;
    const result = await listRecords(context(), { filter: {}, sort, perPage: 1_000, cursor });
    if (!result.ok) throw new Error("no page");
    cursor = result.value.cursor.next ?? undefined;
  }
  expect(database.rows.read).toBeLessThanOrEqual(3_000);
});

it("reading one record reads at most 5 rows, those that tell who asks included", async () => {
  const ctx = context();
  const caller = await findCaller(ctx.env.DB, await hashToken(workspace.token), ctx.nowMs);
  expect(caller?.workspace.id).toBe(workspace.id);
  const result = await getRecord(ctx, "01900000-0008-7000-8000-000000000002", "link");
  figures.push(`one record: ${database.rows.read} rows read`);
  expect(result.ok).toBe(true);
  expect(database.rows.read).toBeLessThanOrEqual(5);
});

it("[13.14] a hostname, with its counts, is read in at most 8 rows", async () => {
  const ctx = context();
  const result = await getHost(ctx, hostname("go.example.com"));
  figures.push(`one hostname: ${database.rows.read} rows read`);
  expect(result.ok && result.value.host.recordCounts).toEqual({
    "short-url": RECORDS / 2,
    qr: 0,
    redirect: RECORDS / 2,
    migration: 0,
  });
  expect(database.rows.read).toBeLessThanOrEqual(8);
});

const HOSTS = { search: "", limit: 200 };

it("[13.14] counts and facets without filter read at most 500 rows, and 5 for a minute after", async () => {
  const first = requireDone(await getFacets(context(), { filter: {}, hosts: HOSTS }));
  figures.push(`facets: ${database.rows.read} rows read`);
  expect(first).toMatchObject({ total: RECORDS, refreshing: false });
  expect(database.rows.read).toBeLessThanOrEqual(500);
  expect(requireDone(await getFacets(context(), { filter: {}, hosts: HOSTS }))).toEqual(first);
  figures.push(`facets, kept: ${database.rows.read} rows read`);
  expect(database.rows.read).toBeLessThanOrEqual(5);
  expect(requireDone(await countRecords(context(), { runtime: "link" })).tally.total).toBe(RECORDS / 2);
  figures.push(`count: ${database.rows.read} rows read`);
  expect(database.rows.read).toBeLessThanOrEqual(500);
});

describe("counts over a filter that half of the records or more match", () => {
  const filters: [string, RecordFilter][] = [
    ["search", { search: "common" }],
    ["search of one character", { search: "o" }],
    ["destination", { destination: "example.com" }],
    ["tags", { tags: ["all", "rare"] }],
    ["host", { host: hostname("go.example.com") }],
    ["everything", { tld: "com", dnsCorrect: false, status: "active", types: ["302"], traffic: "none" }],
  ];

  it.each(filters)(
    "[13.14] by %s read at most 50,000 rows in one request, and in each step after it",
    async (name, filter) => {
      const counts = [
        () => countRecords(context(), filter),
        () => getFacets(context(), { filter, hosts: HOSTS }),
        () =>
          summarizeBulk(context(), {
            filter,
            sort: { field: "updated_at", isDescending: false },
            change: {},
          }),
      ];
      for (const count of counts) {
        await env.DB.prepare("DELETE FROM count_cache").run();
        expect((await count()).ok).toBe(true);
        const read = database.rows.read;
        const { key } = (await env.DB.prepare("SELECT key FROM count_cache").first<{ key: string }>()) ?? {
          key: "",
        };
        expect(await continueCount(context().env, workspace.id, key, Date.now())).toBe(true);
        figures.push(`count by ${name}: ${read} rows read, ${database.rows.most} in a step after it`);
        expect(read).toBeLessThanOrEqual(50_000);
        expect(database.rows.most).toBeLessThanOrEqual(50_000);
      }
    },
  );
});

it("a bulk preview of records that were all clicked on every day of four weeks reads at most 50,000 rows", async () => {
  const clicked = "workspace_id = ?1 AND row % 4294967296 <= 2000";
  const firstDay = firstDayOfLastFourWeeks(Date.now());
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO clicks_daily (scope_id, day, clicks, bots)
       SELECT records.id, ?2 + d.value, 1, 0 FROM records
       CROSS JOIN json_each('[${Array.from({ length: 28 }, (_, day) => day).join()}]') d WHERE ${clicked}`,
    ).bind(workspace.id, firstDay),
    env.DB.prepare(`UPDATE records SET clicked_week = ?2 WHERE ${clicked}`).bind(workspace.id, firstDay + 21),
  ]);
  const preview = requireDone(
    await summarizeBulk(context(), {
      filter: { search: "common" },
      sort: { field: "id", isDescending: false },
      change: null,
    }),
  );
  figures.push(`bulk preview of clicked records: ${database.rows.read} rows read`);
  expect(preview).toMatchObject({ total: 1_500, recentTraffic: { links: 1_500, visits: 1_500 * 28 } });
  expect(database.rows.read).toBeLessThanOrEqual(50_000);
});

it("changing a link reads and writes as much as its own rows", async () => {
  const ctx = context();
  const edit = {
    input: { destination: "https://example.com/changed" },
    place: (current: HostedSource) => current,
  };
  const id = "01900000-000a-7000-8000-000000000002";
  const result = await updateRecord(ctx, id, "link", { fields: edit, errors: {} });
  figures.push(`change: ${database.rows.written} rows written, ${database.rows.read} read`);
  expect(result.ok).toBe(true);
  expect(database.rows.read).toBeLessThanOrEqual(200);
  expect(database.rows.written).toBeLessThanOrEqual(25);
});

it.each([0, 1, 5])(
  "creating a link with %i tags writes at most 25 rows, and 4 more for each tag",
  async (count) => {
    const tags = Array.from({ length: count }, (_, index) => `tag ${index}`);
    const ctx = context();
    const fields = {
      host: hostname("go.example.com"),
      input: { destination: "https://example.com/", title: "a title", tags },
    };
    const result = await createLink(ctx, "short-url", { fields, errors: {} });
    figures.push(
      `create with ${count} tags: ${database.rows.written} rows written, ${database.rows.read} read`,
    );
    expect(result.ok).toBe(true);
    expect(database.rows.written).toBeLessThanOrEqual(25 + 4 * count);
    expect(database.rows.read).toBeLessThanOrEqual(200);
  },
);

describe("[27.10] a page of 100 of a caller who is limited to twenty hostnames", () => {
  let few: Hostname[];
  const newest = { field: "id", isDescending: true } as const;
  const byClicks = { field: "total_clicks", isDescending: true } as const;

  beforeAll(async () => {
    few = await addHostsWithOneLink(workspace, 19, ["rarest"]);
  });
  afterAll(() => {
    limit = null;
  });

  it.each<[string, RecordFilter, Sort, found: number]>([
    ["nothing", {}, newest, 100],
    ["a family", { runtime: "redirect" }, newest, 100],
    ["a rare tag", { tags: ["rarest"] }, newest, 19],
    ["a common tag and a rare word", { tags: ["all"], search: "rareword" }, newest, 100],
    ["a hostname with one record", { host: hostname("few-3.example.com") }, byClicks, 1],
    ["a hostname that is not among them", { host: hostname("other.example.com") }, newest, 0],
    ["clicks, which none of few records has", { traffic: "some" }, newest, 0],
  ])("with all records among them reads at most 2,500 rows by %s", async (_, filter, sort, expected) => {
    limit = [hostname("go.example.com"), ...few];
    const { read, found } = await rowsOfPage(filter, sort);
    figures.push(`limited page of 100 ${JSON.stringify(filter)}: ${read} rows read`);
    expect(found).toBe(expected);
    expect(read).toBeLessThanOrEqual(2_500);
  });

  it.each(SORTS)("with few records among them reads at most 500 rows by %j", async (sort) => {
    limit = few;
    const { read, found } = await rowsOfPage({}, sort);
    expect(found).toBe(19);
    expect(read).toBeLessThanOrEqual(500);
    const facets = requireDone(await getFacets(context(), { filter: {}, hosts: { search: "", limit: 20 } }));
    expect(facets).toMatchObject({ total: 19, refreshing: false, hosts_total: 19, tags: ["rarest"] });
    expect(database.rows.read).toBeLessThanOrEqual(500);
  });

  it("is a 422 by an order that no index has for so many records", async () => {
    limit = [hostname("go.example.com")];
    const request = { filter: {}, sort: byClicks, perPage: 100, cursor: undefined };
    expect(await listRecords(context(), request)).toMatchObject({ ok: false, error: { code: "invalid" } });
    expect(database.rows.read).toBeLessThanOrEqual(10);
  });
});
