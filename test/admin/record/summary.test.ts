import { beforeAll, describe, expect, it } from "vitest";
import { addClicks, mondayOfLastFourWeeks } from "../../support/list.ts";
import {
  addToken,
  createSite,
  expectRefused,
  requireOk,
  type RecordBody,
  type Site,
} from "../../support/site.ts";

let site: Site;
const made: RecordBody[] = [];
const MONDAY = mondayOfLastFourWeeks(Date.now());

const RECORDS: object[] = [
  { handler: "short-url", destination: "https://a.example/x?b=1&c=2#f", tags: ["t"] },
  { handler: "qr", destination: "https://a.example/$&/(.*)", status: "paused", tags: ["t"] },
  { handler: "short-url", destinations: ["https://b.example", "https://a.example/second"], tags: ["t"] },
  { handler: "redirect", url: "/r", destination: "https://d.example/x?b=1&b=2", tags: ["t"] },
  { handler: "migration", url: "/m", status: "paused", tags: ["t"] },
  { handler: "migration", url: "/n", destination: "https://a.example/x/x", tags: ["t"] },
  { handler: "migration", url: "/o", destination: "https://other.example", tags: ["u"] },
];

beforeAll(async () => {
  site = await createSite();
  for (const record of RECORDS) {
    const { url } = record as { url?: string };
    const body = { host: site.host, ...record, ...(url !== undefined && { url: site.host + url }) };
    made.push(requireOk(await site.call("POST", "/links", body)).body.data[0]);
  }
  await addClicks(made[0].id, MONDAY, 3);
  await addClicks(made[0].id, Date.now(), 4);
  await addClicks(made[1].id, MONDAY - 1, 100);
  await addClicks(made[3].id, Date.now(), 5);
  const other = await createSite();
  const foreign = await other.createLink({ tags: ["t"], destination: "https://a.example/x" });
  await addClicks(foreign.id, Date.now(), 9);
});

const T = { filter: { tags: "t" } };

async function summary(body?: object, query = "", headers?: Record<string, string>): Promise<RecordBody> {
  return requireOk(await site.call("POST", `/bulk/summary${query}`, body, headers)).body;
}

describe("POST /bulk/summary", () => {
  it("[8.8, 13.15] has totals by kind, paused records and recent traffic, and the first five records", async () => {
    const { sample, ...body } = await summary(T);
    expect(body).toEqual({
      total: 6,
      by_kind: { link: 2, qr: 1, redirect: 1, migration: 2 },
      paused: 2,
      recent_traffic: { links: 2, visits: 12, weeks: 4, since: new Date(MONDAY).toISOString() },
      changed: 0,
      invalid: 0,
      conflicts: 0,
    });
    const first = made.slice(1, 6).toReversed();
    expect(sample).toEqual(
      first.map(({ id, url, destination }) => ({ id, url, from: destination, to: null })),
    );
  });

  it.each([
    ["?filter[tags]=t", undefined],
    ["?filter[tags]=t", {}],
    ["", T],
    ["?filter[tags]=t&filter[status]=", { filter: { status: "" } }],
    ["?filter[handler]=short-url,qr,redirect,migration", T],
  ])("[13.15] takes the filter as a query object and in the body: %j, %j", async (query, body) => {
    expect(await summary(body, query)).toEqual(await summary(T));
  });

  it("[13.16] takes the query alone from a client that says that its body has no bytes", async () => {
    const answer = await site.call("POST", "/bulk/summary?filter[tags]=t", "", { "Content-Length": "0" });
    expect(requireOk(answer).body).toEqual(await summary(T));
  });

  it("[13.1, 13.15] works for identifiers, and sorts its sample", async () => {
    const id = `${made[0].id},${made[3].id}`;
    expect(await summary({ filter: { id } })).toMatchObject({ total: 2, by_kind: { link: 1, redirect: 1 } });
    for (const [sort, body] of [
      ["?sort=id", {}],
      ["", { sort: "id" }],
    ] as const) {
      const { sample } = await summary({ ...T, ...body }, sort);
      expect(sample.map((row: RecordBody) => row.id)).toEqual(made.slice(0, 5).map((row) => row.id));
    }
  });

  it("finds nothing if no record matches", async () => {
    expect(
      await summary({ filter: { tags: "nothing" }, destination_find: "a", destination_replace: "b" }),
    ).toEqual({
      total: 0,
      by_kind: { link: 0, qr: 0, redirect: 0, migration: 0 },
      paused: 0,
      recent_traffic: { links: 0, visits: 0, weeks: 4, since: new Date(MONDAY).toISOString() },
      changed: 0,
      invalid: 0,
      conflicts: 0,
      sample: [],
    });
  });

  it("[13.15] is for viewers, and writes nothing", async () => {
    const token = await addToken(site.id, { role: "viewer" });
    const change = { ...T, destination_find: "a.example", destination_replace: "z.example" };
    expect((await summary(change, "", { Authorization: `Bearer ${token}` })).changed).toBeGreaterThan(0);
    expect((await site.call("GET", `/links/${made[0].id}`)).body).toEqual(made[0]);
    expect((await site.call("GET", `/links/${made[0].id}/history`)).body.meta.cursor.total).toBe(0);
  });
});

describe("a change of destinations", () => {
  /** What becomes of the primary destinations of the records 0 to 4; null where a record stays the same. */
  async function preview(change: object): Promise<{ changed: number; to: (string | null)[] }> {
    const { changed, sample } = await summary({ ...T, sort: "id", ...change });
    for (const [index, { from }] of sample.entries()) {
      expect([...made[index].destinations, null]).toContain(from);
    }
    return { changed, to: sample.map((row: RecordBody) => row.to) };
  }
  const replace = (find: string, by: string) => preview({ destination_find: find, destination_replace: by });
  const params = (set: object, remove: string[]) => preview({ destination_params: { set, remove } });

  it("replaces each occurrence of a literal text", async () => {
    expect(await replace("x", "y")).toEqual({
      changed: 5,
      to: [
        "https://a.eyample/y?b=1&c=2#f",
        "https://a.eyample/$&/(.*)",
        "https://b.eyample",
        "https://d.eyample/y?b=1&b=2",
        null,
      ],
    });
  });

  it("[13.16] takes no character of find or replace for a pattern", async () => {
    expect(await replace("(.*)", "$&$1$$")).toMatchObject({
      changed: 1,
      to: [null, "https://a.example/$&/$&$1$$", null, null, null],
    });
    expect(await replace(".", ".")).toEqual({ changed: 0, to: [null, null, null, null, null] });
    expect(await replace("a.example/.", "z")).toEqual({ changed: 0, to: [null, null, null, null, null] });
    expect((await replace("$&/", "")).to[1]).toBe("https://a.example/(.*)");
  });

  it("[13.16] shows the first destination that changes, though it is not the primary one", async () => {
    expect(await replace("/second", "/third")).toEqual({
      changed: 1,
      to: [null, null, "https://a.example/third", null, null],
    });
    const change = { destination_find: "/second", destination_replace: "/third" };
    expect((await summary({ ...T, sort: "id", ...change })).sample[2]).toMatchObject({
      from: "https://a.example/second",
      to: "https://a.example/third",
    });
  });

  it.each([
    ["another scheme", "https://", "ftp://"],
    ["no host", "a.example", ""],
    ["a user name", "https://", "https://user@"],
  ])("[13.16] counts what no write accepts as invalid: %s", async (_, find, by) => {
    const change = { destination_find: find, destination_replace: by };
    const { changed, invalid, sample } = await summary({ ...T, ...change });
    expect(changed).toBe(0);
    expect(invalid).toBeGreaterThan(0);
    const shown = (sample as { to: string | null; reason?: string }[]).filter(({ to }) => to !== null);
    expect(shown.length).toBeGreaterThan(0);
    for (const { reason } of shown) expect(reason).toMatch(/\S/);
  });

  it("[13.16] counts destinations on the blocklist, and loops, as invalid", async () => {
    const own = await createSite();
    requireOk(await own.call("PUT", "/blocklist", { hosts: ["bad.example"] }));
    const paths = ["one", "two", "three"];
    for (const alias of paths) await own.createLink({ alias, destination: `https://x.example/${alias}` });
    const change = async (by: string) => {
      const body = { filter: { host: own.host }, destination_find: "x.example", destination_replace: by };
      const { changed, invalid, sample } = requireOk(await own.call("POST", "/bulk/summary", body)).body;
      return { changed, invalid, reasons: sample.map(({ reason }: { reason?: string }) => reason) };
    };
    expect(await change("fine.example")).toEqual({
      changed: 3,
      invalid: 0,
      reasons: [undefined, undefined, undefined],
    });
    const blocked = await change("www.bad.example");
    expect(blocked).toMatchObject({ changed: 0, invalid: 3 });
    expect(blocked.reasons[0]).toContain("blocklist");
    const looping = await change(own.host);
    expect(looping).toMatchObject({ changed: 0, invalid: 3 });
    expect(looping.reasons[0]).toContain("leads back");
  });

  it("[13.15, 28.12] tells what the plan of the same change tells, with records of a file as conflicts", async () => {
    const own = await createSite();
    const row = (alias: string) => ({ host: own.host, alias, destination: `https://x.example/${alias}` });
    const file = { rows: [row("managed")], mode: "upsert", owner: "file" };
    const made = requireOk(await own.call("POST", "/changes", file)).body;
    requireOk(await own.call("POST", `/changes/${made.id}/apply`));
    await own.createLink(row("free"));
    await own.createLink({
      alias: "ruled",
      destination: "https://y.example",
      rules: [{ if: { device: ["mobile"] }, destinations: ["https://x.example/r"] }],
    });
    const edit = {
      filter: { host: own.host },
      destination_find: "x.example",
      destination_replace: "z.example",
    };
    const { changed, invalid, conflicts, sample } = requireOk(
      await own.call("POST", "/bulk/summary", edit),
    ).body;
    const plan = requireOk(await own.call("POST", "/changes", edit)).body;
    expect(plan.counts).toMatchObject({ changed, invalid, conflicts });
    expect([changed, invalid, conflicts]).toEqual([2, 0, 1]);
    expect(sample.at(-1).reason).toContain("file");
  });

  it("[13.16] sets parameters and removes others", async () => {
    expect(await params({ b: "9 &", n: "1" }, ["c", "unknown"])).toMatchObject({
      changed: 5,
      to: [
        "https://a.example/x?b=9%20%26&n=1#f",
        "https://a.example/$&/(.*)?b=9%20%26&n=1",
        "https://b.example?b=9%20%26&n=1",
        expect.stringMatching(/x\?b=9%20%26&n=1$/),
        null,
      ],
    });
    expect((await params({}, ["b"])).to).toEqual([
      "https://a.example/x?c=2#f",
      null,
      null,
      expect.stringMatching(/\/x$/),
      null,
    ]);
    expect(await params({ c: "2" }, [])).toMatchObject({
      to: [null, expect.any(String), expect.any(String), expect.any(String), null],
    });
    expect(await params({}, ["unknown"])).toEqual({ changed: 0, to: [null, null, null, null, null] });
  });

  it("does both at once", async () => {
    const change = {
      destination_find: "a.example",
      destination_replace: "z.example",
      destination_params: { remove: ["b"] },
    };
    expect((await preview(change)).to[0]).toBe("https://z.example/x?c=2#f");
  });

  it("may replace by nothing", async () => {
    expect((await replace("?b=1&c=2", "")).to[0]).toBe("https://a.example/x#f");
  });
});

describe("[9.13, 13.15] POST /bulk/summary refuses", () => {
  it.each<[string, unknown]>([
    ["no filter", {}],
    ["an empty filter", { filter: {} }],
    [
      "[13.15] a filter of empty values",
      { filter: { host: "", search: "", status: "", created_after: "", id: "" } },
    ],
    ["a filter that is no object", { filter: "all" }],
    ["a list for a filter", { filter: [] }],
    ["null", { filter: null }],
  ])("%s", async (_, body) => {
    expectRefused(await site.call("POST", "/bulk/summary", body), "filter");
    expectRefused(await site.call("POST", "/bulk/summary?filter[search]=&filter[host]=", body), "filter");
  });

  it("no body and no query either", async () => {
    expectRefused(await site.call("POST", "/bulk/summary"), "filter");
  });

  it.each<[object, string]>([
    [{ filter: { colour: "red" } }, "filter.colour"],
    [{ filter: { status: "gone" } }, "filter.status"],
    [{ filter: { handler: 5 } }, "filter.handler"],
    [{ ...T, sort: "title" }, "sort"],
    [{ ...T, destination_find: "a" }, "destination_replace"],
    [{ ...T, destination_replace: "a" }, "destination_find"],
    [{ ...T, destination_find: "", destination_replace: "a" }, "destination_find"],
    [{ ...T, destination_find: 5, destination_replace: "a" }, "destination_find"],
    [{ ...T, destination_params: "a=1" }, "destination_params"],
    [{ ...T, destination_params: [] }, "destination_params"],
    [{ ...T, destination_params: { set: "a" } }, "destination_params.set"],
    [{ ...T, destination_params: { set: { a: 1 } } }, "destination_params.set.a"],
    [{ ...T, destination_params: { remove: "a" } }, "destination_params.remove"],
    [{ ...T, destination_params: { remove: ["a", 1] } }, "destination_params.remove.1"],
  ])("[13.4] %j", async (body, field) => {
    const answer = await site.call("POST", "/bulk/summary", body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toContain(field);
  });
});
