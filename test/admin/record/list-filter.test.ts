import { beforeAll, describe, expect, it } from "vitest";
import {
  addClicks,
  DAY_MS,
  listAll,
  mondayOfLastFourWeeks,
  queryOf,
  setColumns,
  setDnsCorrect,
} from "../../support/list.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  type RecordBody,
  type Site,
} from "../../support/site.ts";
import type { TestWorkspace } from "../../support/workspace.ts";

/** Records by a name for each; filters are expected to find these names and no others. */
const ids: Record<string, string> = {};
const names = new Map<string, string>();
let site: Site;
let second: string;
let reader: TestWorkspace;

const CREATED = Date.UTC(2026, 0, 31, 9, 30);

async function add(name: string, body: object): Promise<void> {
  const record: RecordBody = requireOk(await site.call("POST", "/links", { host: site.host, ...body })).body
    .data[0];
  ids[name] = record.id;
  names.set(record.id, name);
}

beforeAll(async () => {
  site = await createSite();
  const co = `go.${site.host.replaceAll(".", "-")}.co.uk`;
  requireOk(await site.call("POST", "/host", { host: co }));
  second = co;
  await add("spring", {
    handler: "short-url",
    alias: "spring",
    destination: "https://a.example/Spring",
    tags: ["Sale", "éTÉ"],
  });
  await add("qr", {
    handler: "qr",
    alias: "menu",
    type: "301",
    title: "Menu",
    status: "paused",
    tags: ["print"],
  });
  await add("frame", {
    handler: "short-url",
    alias: "frame",
    type: "frame",
    destinations: ["https://b.example", "https://c.example/x_y"],
  });
  await add("any", {
    handler: "redirect",
    description: "all of it",
    destination: "https://d.example/100%25",
  });
  await add("root", { handler: "redirect", host: second, url: `${second}/`, tags: ["SALE", "old"] });
  await add("exact", {
    handler: "redirect",
    host: second,
    url: `${second}/a/b`,
    type: "308",
    status: "paused",
  });
  await add("query", { handler: "migration", host: second, url: `${second}/a/b?x=1` });
  await add("prefix", { handler: "migration", host: second, url: `${second}/blog/*` });
  await setDnsCorrect(second, true);
  await setDnsCorrect(site.host, false);
  const monday = mondayOfLastFourWeeks(Date.now());
  await addClicks(ids["spring"] ?? "", monday - 1);
  await addClicks(ids["qr"] ?? "", monday);
  await addClicks(ids["any"] ?? "", Date.now());
  await addClicks(ids["exact"] ?? "", monday - 7 * DAY_MS, 1000);
  for (const [i, name] of ["spring", "qr", "frame"].entries()) {
    await setColumns(ids[name] ?? "", { created_at: CREATED - 1 + i });
  }
  const other = await createSite();
  const tags = ["sale", "print", "old"];
  await other.createLink({
    alias: "spring",
    destination: "https://a.example/Spring",
    tags,
    title: "Menu all of it",
  });
  reader = site;
});

async function expectFound(filter: Record<string, string>, expected: string): Promise<void> {
  const rows = await listAll(reader, filter);
  const found = rows.map(({ id }) => names.get(id) ?? id);
  expect(found.toSorted(), JSON.stringify(filter)).toEqual(expected.split(" ").filter(Boolean).toSorted());
}

const REDIRECTS = "any root exact query prefix";
const ALL = `spring qr frame ${REDIRECTS}`;

describe("a filter finds exactly the records that match it", () => {
  it.each<[string, string, string]>([
    ["handler", "qr", "qr"],
    ["handler", "qr,migration", "qr query prefix"],
    ["handler", " short-url , redirect ", "spring frame any root exact"],
    ["type", "frame", "frame"],
    ["type", "301,308", "qr any root exact query prefix"],
    ["type", "303", ""],
    ["path", "/", "root"],
    ["path", "*", "any"],
    ["path", "/*", "any"],
    ["path", "/a/b", "exact"],
    ["path", "/a/b/", "exact"],
    ["path", "/A/b", ""],
    ["path", "/a", ""],
    ["path", "/a/b?x=1", "query"],
    ["path", "/a/b?x=2", ""],
    ["path", "/blog/*", "prefix"],
    ["path", "/blog", ""],
    ["path", "/spring", "spring"],
    ["path", "spring", ""],
    ["path", "%", ""],
    ["tld", "example", "spring qr frame any"],
    ["tld", "co.uk", "root exact query prefix"],
    ["tld", "uk", ""],
    ["destination", "https://a.example/Spring", "spring"],
    ["destination", "c.example", "frame"],
    ["destination", "a", "spring frame any"],
    ["destination", "_", "frame"],
    ["destination", "x_y", "frame"],
    ["destination", "x%y", ""],
    ["destination", "%", "any"],
    ["destination", "100%25", "any"],
    ["destination", "a.example,b.example", ""],
    ["destination", "menu", ""],
    ["tags", "sale", "spring root"],
    ["tags", "SALE,Print", "spring qr root"],
    ["tags", "été", "spring"],
    ["tags", "e\u0301te\u0301", "spring"],
    ["tags", " old , nothing ", "root"],
    ["tags", "sal", ""],
    ["tags", "%", ""],
    ["status", "paused", "qr exact"],
    ["status", "active", "spring frame any root query prefix"],
    ["traffic", "some", "qr any"],
    ["traffic", "none", "spring frame root exact query prefix"],
    ["dns_correct", "true", "root exact query prefix"],
    ["dns_correct", "false", "spring qr frame any"],
    ["created_before", "2026-01-31T09:30:00Z", "spring"],
    ["created_before", "2026-01-31T10:30:00.001+01:00", "spring qr"],
    ["created_after", "2026-01-31T09:30:00.000Z", `qr frame ${REDIRECTS}`],
    ["created_after", "2026-01-31T09:30:00.001Z", `frame ${REDIRECTS}`],
    ["created_after", "2126-01-01T00:00:00Z", ""],
    ["host", "unknown.example", ""],
    ["id", "no-identifier", ""],
  ])("[13.2, 13.3, 13.4] %s = %s", async (name, value, expected) => {
    await expectFound({ [name]: value }, expected);
  });

  it("[13.2] id, alone and in a list, though one is unknown or another workspace's", async () => {
    const foreign = await (await createSite()).createLink();
    await expectFound({ id: ids["qr"] ?? "" }, "qr");
    await expectFound({ id: `${ids["qr"]}, ${ids["any"]},${ids["qr"]},unknown,${foreign.id}` }, "qr any");
    await expectFound({ id: foreign.id }, "");
  });

  it("[13.2] host, however its letters are written, but no part of it", async () => {
    await expectFound({ host: site.host }, "spring qr frame any");
    await expectFound({ host: second.toUpperCase() }, "root exact query prefix");
    await expectFound({ host: site.host.slice(1) }, "");
  });

  it("another workspace's host, and finds nothing", async () => {
    const other = await createSite();
    await other.createLink();
    await expectFound({ host: other.host }, "");
    await expectFound({ host: other.host, path: "*" }, "");
  });
});

describe("of several filters", () => {
  it.each<[Record<string, string>, string]>([
    [{ tags: "sale", handler: "redirect" }, "root"],
    [{ tags: "sale", search: "spring" }, "spring"],
    [{ tags: "sale,print", status: "paused" }, "qr"],
    [{ search: "example", destination: "d.example" }, "any"],
    [{ search: "me", destination: "x_y" }, "frame"],
    [{ destination: "example", type: "302" }, "spring"],
    [{ tld: "co.uk", traffic: "none", status: "active" }, "root query prefix"],
    [{ dns_correct: "true", path: "/a/b" }, "exact"],
    [{ created_after: "2026-01-31T09:30:00Z", created_before: "2026-01-31T09:30:00.002Z" }, "qr frame"],
    [{ created_after: "2026-02-01T00:00:00Z", created_before: "2026-01-01T00:00:00Z" }, "spring".slice(6)],
    [{ handler: "qr", type: "302" }, ""],
    [{ path: "/spring", tags: "print" }, ""],
  ])("[13.4] %j all hold", async (filter, expected) => {
    await expectFound(filter, expected);
  });

  it("the host and a path name one record", async () => {
    await expectFound({ host: second, path: "/" }, "root");
    await expectFound({ host: site.host, path: "*" }, "any");
    await expectFound({ host: site.host, path: "/" }, "");
    await expectFound({ host: second, path: "/a/b?x=1", handler: "migration" }, "query");
    await expectFound({ id: `${ids["qr"]},${ids["any"]}`, host: site.host, status: "paused" }, "qr");
  });

  it.each(["created_at", "-updated_at", "total_clicks"])(
    "[13.4] ids hold, too, sorted by %s",
    async (sort) => {
      const unknown = Array.from({ length: 1_200 }, (_, index) => `unknown${index}`);
      const lists = [[], unknown].map((others) => [ids["root"], ids["any"], ...others].join());
      const found = async (filter: Record<string, string>) =>
        (await listAll(reader, filter, { sort })).map(({ id }) => names.get(id)).toSorted();
      for (const id of lists) {
        expect(await found({ id })).toEqual(["any", "root"]);
        expect(await found({ id, host: second, path: "/" })).toEqual(["root"]);
        expect(await found({ id, host: second, path: "/a/b" })).toEqual([]);
        expect(await found({ id, tags: "sale" })).toEqual(["root"]);
      }
    },
  );

  it("without a filter, every record is listed", async () => {
    await expectFound({}, ALL);
  });
});

it.each([
  ["/link", "spring frame qr"],
  ["/redirect", REDIRECTS],
] as const)("[12.7] %s stays with its handlers, whatever the filter names", async (path, expected) => {
  const shown = async (filter: Record<string, string>) =>
    (await listAll(reader, filter, { path }))
      .map(({ id }) => names.get(id))
      .toSorted()
      .join(" ");
  expect(await shown({ handler: "short-url,qr,redirect,migration" })).toBe(
    expected.split(" ").toSorted().join(" "),
  );
  expect(await shown({ handler: path === "/link" ? "redirect" : "qr" })).toBe("");
  expect(await shown({ id: Object.values(ids).join() })).toBe(expected.split(" ").toSorted().join(" "));
});

describe.each(["/link", "/link/count", "/redirect", "/links", "/links/facets"])("GET %s refuses", (path) => {
  beforeAll(async () => {
    const token = await addToken(site.id);
    const headers = { Authorization: `Bearer ${token}` };
    reader = { ...site, call: (method, url, body) => site.call(method, url, body, headers) };
  });

  it.each([
    ["colour", "red"],
    ["HOST", "a.example"],
    ["", "a.example"],
    ["tags][", "sale"],
    ["__proto__", "sale"],
    ["handler", "link"],
    ["handler", "qr,QR"],
    ["type", "200"],
    ["traffic", "all"],
    ["dns_correct", "1"],
    ["status", "Paused"],
    ["created_after", "2026-01-31"],
    ["created_before", "2026-01-31T09:30:00"],
  ])("[13.4] filter[%s]=%s", async (name, value) => {
    expectRefused(await reader.call("GET", path + queryOf({ filter: { [name]: value } })), `filter.${name}`);
  });
});

it("a parameter's name changes nothing but the request that it is in", async () => {
  await reader.call("GET", "/links?__proto__[polluted]=1&constructor[polluted]=1");
  expect((await reader.call("GET", "/links?__proto__=1&toString[x]=1")).status).toBe(422);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
  expect(connectHost).not.toHaveProperty("polluted");
});
