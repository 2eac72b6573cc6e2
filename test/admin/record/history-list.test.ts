import { beforeAll, describe, expect, it } from "vitest";
import { queryOf } from "../../support/list.ts";
import { createSite, expectRefused, requireOk, type RecordBody, type Site } from "../../support/site.ts";

const [A, B] = ["https://a.example", "https://b.example"];
let site: Site;
let record: RecordBody;

async function historyPage(of: Site, id: string, query = ""): Promise<RecordBody> {
  return requireOk(await of.call("GET", `/links/${id}/history${query}`)).body;
}

/** Six writes, of which four are changes that history keeps. */
async function makeChanges(of: Site): Promise<RecordBody> {
  const made = await of.createLink({ destination: A });
  for (const body of [
    { destination: B },
    { title: "no change of these" },
    { status: "paused" },
    { destination: B },
    { utm: ["source=x"], type: "301" },
    { password: "open sesame" },
  ]) {
    requireOk(await of.call("PUT", `/links/${made.id}`, body));
  }
  return made;
}

beforeAll(async () => {
  site = await createSite();
  record = await makeChanges(site);
});

describe("GET /links/{id}/history", () => {
  it("[12.15] answers the changes after creation, newest first, one for each write, with only what changed", async () => {
    const { data, meta } = await historyPage(site, record.id);
    const utm = { source: "", medium: "", campaign: "", term: "", content: "" };
    expect(data.map((entry: RecordBody) => [entry.old, entry.new])).toEqual([
      [{ password: false }, { password: true }],
      [
        { utm, type: "302" },
        { utm: { ...utm, source: "x" }, type: "301" },
      ],
      [{ status: "active" }, { status: "paused" }],
      [{ destination: [A] }, { destination: [B] }],
    ]);
    expect(meta).toEqual({ cursor: { current: null, prev: null, next: null, count: 4, total: 4 } });
  });

  it("[12.14] tells of each its identifier, actor, source and moment", async () => {
    for (const entry of (await historyPage(site, record.id)).data) {
      expect(Object.keys(entry).toSorted()).toEqual([
        "actor",
        "change",
        "created_at",
        "id",
        "new",
        "old",
        "source",
        "undoes",
      ]);
      expect(entry.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(entry.actor).toEqual({ id: site.userId, name: "first token" });
      expect(entry.source).toBe("api");
      expect(entry.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
  });

  it("[12.15, 13.5] is paginated, forward and back, with the total on every page", async () => {
    const whole = (await historyPage(site, record.id)).data;
    const first = await historyPage(site, record.id, "?per_page=3");
    expect(first.data).toEqual(whole.slice(0, 3));
    expect(first.meta.cursor).toMatchObject({ prev: null, count: 3, total: 4 });
    const cursor = first.meta.cursor.next;
    const last = await historyPage(site, record.id, queryOf({ per_page: 3, cursor }));
    expect(last.data).toEqual(whole.slice(3));
    expect(last.meta.cursor).toMatchObject({ current: cursor, next: null, count: 1, total: 4 });
    const back = await historyPage(site, record.id, queryOf({ per_page: 3, cursor: last.meta.cursor.prev }));
    expect(back.data).toEqual(whole.slice(0, 3));
  });

  it("refuses another record's cursor, a list's cursor and bad pages", async () => {
    const { next } = (await historyPage(site, record.id, "?per_page=1")).meta.cursor;
    const other = await site.createLink();
    expectRefused(await site.call("GET", `/links/${other.id}/history${queryOf({ cursor: next })}`), "cursor");
    expectRefused(await site.call("GET", `/links${queryOf({ cursor: next })}`), "cursor");
    expectRefused(await site.call("GET", `/links/${record.id}/history?per_page=0`), "per_page");
    expectRefused(await site.call("GET", `/links/${record.id}/history?cursor=x`), "cursor");
  });

  it("is empty of a record that never changed, and of any handler", async () => {
    const redirect = await site.createRedirect("/unchanged", { destination: A });
    const { data, meta } = await historyPage(site, redirect.id);
    expect(data).toEqual([]);
    expect(meta.cursor).toEqual({ current: null, prev: null, next: null, count: 0, total: 0 });
  });

  it("is 404 for an unknown record, a deleted one and another workspace's", async () => {
    const other = await createSite();
    const gone = await site.createLink();
    requireOk(await site.call("DELETE", `/links/${gone.id}`));
    expect((await other.call("GET", `/links/${record.id}/history`)).status).toBe(404);
    expect((await site.call("GET", `/links/${gone.id}/history`)).status).toBe(404);
    expect((await site.call("GET", "/links/unknown/history")).status).toBe(404);
  });
});

it.each([
  ["free", 0],
  ["basic", 0],
  ["pro", 4],
  ["enterprise", 4],
] as const)("[12.15] on the plan %s %i of 4 changes are shown and all are counted", async (plan, shown) => {
  const other = await createSite(plan);
  const { id } = await makeChanges(other);
  const { data, meta } = await historyPage(other, id);
  expect(data).toHaveLength(shown);
  expect(meta.cursor).toMatchObject({ prev: null, next: null, count: shown, total: 4 });
});
