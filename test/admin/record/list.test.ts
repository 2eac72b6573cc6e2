import { beforeAll, describe, expect, it } from "vitest";
import { listAll, queryOf, setColumns } from "../../support/list.ts";
import { ANY_RECORD_MEMBERS, LINK_MEMBERS, REDIRECT_MEMBERS } from "../../support/record-members.ts";
import {
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  type RecordBody,
  type Site,
} from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";

const SHAPES = { "/link": LINK_MEMBERS, "/redirect": REDIRECT_MEMBERS, "/links": ANY_RECORD_MEMBERS };
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let site: Site;
const made: Record<string, RecordBody> = {};

beforeAll(async () => {
  site = await createSite();
  for (const handler of ["short-url", "qr", "redirect", "migration"]) {
    const body = {
      handler,
      host: site.host,
      url: `${site.host}/${handler}`,
      destination: "https://a.example",
    };
    made[handler] = requireOk(await site.call("POST", "/links", body)).body.data[0];
  }
  const other = await createSite();
  await other.createLink();
  await other.createRedirect("/foreign/path");
});

describe.each(["/link", "/redirect", "/links"] as const)("GET %s", (path) => {
  it("[11.2, 12.4, 13.5] answers records of its shape in data, and the cursor in meta", async () => {
    const { body } = requireOk(await site.call("GET", path));
    expect(Object.keys(body).toSorted()).toEqual(["data", "meta"]);
    expect(body.meta).toEqual({ cursor: { current: null, prev: null, next: null, count: body.data.length } });
    expect(body.data.length).toBeGreaterThan(0);
    for (const record of body.data) {
      expect(Object.keys(record).toSorted()).toEqual(SHAPES[path]);
      expect(record.id).toMatch(UUID_V7);
      for (const moment of [record.created_at, record.updated_at]) expect(moment).toMatch(TIMESTAMP);
      expect(typeof record.status).toBe("string");
    }
  });

  it("[12.7] shows a record just as GET of its identifier does", async () => {
    const [record] = requireOk(await site.call("GET", path)).body.data;
    expect(requireOk(await site.call("GET", `${path}/${record.id}`)).body).toEqual(record);
  });

  it("[13.1] lists the newest first unless asked otherwise", async () => {
    const rows = requireOk(await site.call("GET", path)).body.data;
    expect(rows).toEqual(await listAll(site, {}, { path, sort: "-id" }));
    const ids = rows.map(({ id }: RecordBody) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it("answers an empty page if there are no records", async () => {
    const { body } = requireOk(await (await createWorkspace()).call("GET", path));
    expect(body).toEqual({ data: [], meta: { cursor: { current: null, prev: null, next: null, count: 0 } } });
  });

  it.each([
    ["per_page", "0"],
    ["per_page", "1001"],
    ["per_page", "-1"],
    ["per_page", "1.5"],
    ["per_page", "ten"],
    ["per_page", "1e2"],
    ["sort", "title"],
    ["sort", "+id"],
    ["sort", "--id"],
    ["sort", "-ID"],
    ["cursor", "garbage"],
    ["cursor", "bnVsbA"],
    ["cursor", "%00"],
    ["filter", "short-url"],
  ])("[13.1, 13.6] refuses %s=%s", async (name, value) => {
    expectRefused(await site.call("GET", path + queryOf({ [name]: value })), name);
  });

  it.each(["per_page=2&per_page=3", "filter[host]=a.example&filter[host]=b.example"])(
    "refuses ?%s",
    async (query) => {
      const name = query.startsWith("per_page") ? "per_page" : "filter.host";
      expectRefused(await site.call("GET", `${path}?${query}`), name);
    },
  );

  it("names every bad parameter at once", async () => {
    const query = "?sort=x&per_page=0&filter[status]=gone&filter[colour]=red&filter[created_after]=monday";
    const fields = ["sort", "per_page", "filter.status", "filter.colour", "filter.created_after"];
    expectRefused(await site.call("GET", path + query), ...fields);
  });

  it("takes empty values for absent ones", async () => {
    const whole = requireOk(await site.call("GET", path)).body;
    const query =
      "?sort=&per_page=&cursor=&filter[host]=&filter[status]=&filter[search]=&filter[created_after]=";
    expect(requireOk(await site.call("GET", path + query)).body).toEqual(whole);
  });
});

it.each([
  ["/link", ["qr", "short-url"]],
  ["/redirect", ["migration", "redirect"]],
  ["/links", ["migration", "qr", "redirect", "short-url"]],
] as const)("[12.4, 12.9] %s sees the handlers %j, in lists and one by one", async (path, handlers) => {
  const seen = new Set((await listAll(site, {}, { path })).map(({ id }) => id));
  for (const [handler, { id }] of Object.entries(made)) {
    const isSeen = (handlers as readonly string[]).includes(handler);
    expect(seen.has(id), handler).toBe(isSeen);
    expect((await site.call("GET", `${path}/${id}`)).status, handler).toBe(isSeen ? 200 : 404);
  }
});

it("[11.2] the shape of any record has handler, clicks since creation and the creator of the record", async () => {
  const id = made["qr"].id;
  await setColumns(id, { total_clicks: 12 });
  const { body } = await site.call("GET", `/links/${id}`);
  expect(body).toMatchObject({ handler: "qr", total_clicks: 12, creator: { id: site.userId } });
  expect(body.creator).toEqual({ id: body.created_by, name: expect.stringMatching(/\S/) });
});

it.each([
  ["/a/b", "a/b"],
  ["/", ""],
  ["", "*"],
  ["/blog/*", "blog/*"],
])("[11.5] the source %j of a redirect shows in url", async (suffix) => {
  const host = await connectHost(site);
  const record = requireOk(await site.call("POST", "/redirect", { url: host + suffix })).body.data[0];
  const [row] = await listAll(site, { host }, { path: "/redirect" });
  expect(row).toEqual(record);
  expect(row).toMatchObject({ host, tld: "example" });
  const again = await site.call("POST", "/redirect", { url: row.url });
  expectRefused(again, "url");
});

describe("the order of", () => {
  let sorted: Site;
  const rows: { id: string; updated: number; clicks: number }[] = [];

  beforeAll(async () => {
    sorted = await createSite();
    for (const [i, [updated, clicks]] of [
      [5, 0],
      [3, 7],
      [5, 7],
      [1, 0],
      [3, 100],
      [5, 7],
      [9, 9],
    ].entries()) {
      const make = i % 2 === 0 ? sorted.createLink() : sorted.createRedirect(`/${i}`);
      const { id } = await make;
      await setColumns(id, { updated_at: 1_700_000_000_000 + (updated ?? 0), total_clicks: clicks ?? 0 });
      rows.push({ id, updated: updated ?? 0, clicks: clicks ?? 0 });
    }
  });

  const ascending = {
    id: (a: (typeof rows)[0], b: (typeof rows)[0]) => (a.id < b.id ? -1 : 1),
    created_at: (a: (typeof rows)[0], b: (typeof rows)[0]) => (a.id < b.id ? -1 : 1),
    updated_at: (a: (typeof rows)[0], b: (typeof rows)[0]) => a.updated - b.updated,
    total_clicks: (a: (typeof rows)[0], b: (typeof rows)[0]) => a.clicks - b.clicks,
  };

  it.each(["id", "created_at", "updated_at", "total_clicks"] as const)(
    "[13.1] %s, and of - in front of it",
    async (sort) => {
      for (const sign of ["", "-"]) {
        const seen = (await listAll(sorted, {}, { sort: sign + sort })).map(
          ({ id }) => rows.find((row) => row.id === id) ?? rows[0],
        ) as typeof rows;
        expect(seen.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
        for (const [i, row] of seen.slice(1).entries()) {
          const order = ascending[sort](seen[i] as (typeof rows)[0], row);
          expect(sign === "" ? order : -order).toBeLessThanOrEqual(0);
        }
      }
    },
  );

  it.each(["/link", "/redirect", "/links"])("ties of %s is the same page by page", async (path) => {
    for (const sort of ["updated_at", "-updated_at", "total_clicks", "-total_clicks"]) {
      const whole = (await listAll(sorted, {}, { path, sort })).map(({ id }) => id);
      const walked: string[] = [];
      let cursor = "";
      do {
        const { body } = requireOk(await sorted.call("GET", path + queryOf({ sort, per_page: 1, cursor })));
        walked.push(...body.data.map(({ id }: RecordBody) => id));
        cursor = body.meta.cursor.next ?? "";
      } while (cursor !== "");
      expect(walked).toEqual(whole);
    }
  });
});
