import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { queryOf, setColumns } from "../../support/list.ts";
import { createSite, expectRefused, requireOk, type RecordBody, type Site } from "../../support/site.ts";
import { seedRecords } from "../../support/seed-records.ts";

interface Page {
  ids: string[];
  cursor: { current: string | null; prev: string | null; next: string | null; count: number };
}

async function read(site: Site, path: string, parameters: Parameters<typeof queryOf>[0]): Promise<Page> {
  const { body } = requireOk(await site.call("GET", path + queryOf(parameters)));
  return { ids: body.data.map(({ id }: RecordBody) => id), cursor: body.meta.cursor };
}

let site: Site;
const ids: string[] = [];

beforeAll(async () => {
  site = await createSite();
  for (let i = 0; i < 7; i++) ids.unshift((await site.createLink({ tags: ["all"] })).id);
});

describe("a page", () => {
  it("[13.5] leads to the next one and back until there is none, and tells its rows in count", async () => {
    const first = await read(site, "/link", { per_page: 3 });
    expect(first).toEqual({
      ids: ids.slice(0, 3),
      cursor: { current: null, prev: null, next: expect.any(String), count: 3 },
    });
    const second = await read(site, "/link", { per_page: 3, cursor: first.cursor.next ?? "" });
    expect(second.ids).toEqual(ids.slice(3, 6));
    expect(second.cursor).toMatchObject({ current: first.cursor.next, prev: expect.any(String), count: 3 });
    const last = await read(site, "/link", { per_page: 3, cursor: second.cursor.next ?? "" });
    expect(last.ids).toEqual(ids.slice(6));
    expect(last.cursor).toMatchObject({ next: null, count: 1 });
    const back = await read(site, "/link", { per_page: 3, cursor: last.cursor.prev ?? "" });
    expect(back.ids).toEqual(ids.slice(3, 6));
    const start = await read(site, "/link", { per_page: 3, cursor: back.cursor.prev ?? "" });
    expect(start.ids).toEqual(ids.slice(0, 3));
    expect(start.cursor).toMatchObject({ prev: null, next: expect.any(String) });
  });

  it.each([6, 7, 8, 1000])("of up to %i rows", async (perPage) => {
    const page = await read(site, "/link", { per_page: perPage });
    expect(page.ids).toEqual(ids.slice(0, perPage));
    expect(page.cursor.next === null).toBe(perPage >= 7);
  });

  it("[13.6] has 100 rows unless asked otherwise, and 1,000 at most", async () => {
    const large = await createSite();
    await seedRecords(large.id, { host: large.host, count: 1001 });
    expect((await read(large, "/links", {})).cursor.count).toBe(100);
    const thousand = await read(large, "/links", { per_page: 1000 });
    expect(thousand.ids).toHaveLength(1000);
    const rest = await read(large, "/links", { per_page: 1000, cursor: thousand.cursor.next ?? "" });
    expect(rest.cursor).toMatchObject({ next: null, count: 1 });
  });

  it("may be as long as each request says", async () => {
    const first = await read(site, "/link", { per_page: 2 });
    const rest = await read(site, "/link", { per_page: 50, cursor: first.cursor.next ?? "" });
    expect(rest.ids).toEqual(ids.slice(2));
  });
});

describe("a cursor", () => {
  it("[13.7] says nothing that a reader could take for its meaning", async () => {
    const { cursor } = await read(site, "/link", { per_page: 3 });
    expect(cursor.next).toMatch(/^[\w-]+$/);
  });

  it.each<[string, Parameters<typeof queryOf>[0]]>([
    ["/link", { sort: "id" }],
    ["/link", { sort: "-created_at" }],
    ["/link", { sort: "-updated_at" }],
    ["/link", { filter: { status: "active" } }],
    ["/link", { filter: { tags: "all", status: "active" } }],
    ["/links", { filter: { tags: "all" } }],
    ["/redirect", { filter: { tags: "all" } }],
    ["/host", {}],
  ])("[13.7] is refused on %s with %j", async (path, parameters) => {
    const { cursor } = await read(site, "/link", { per_page: 3, filter: { tags: "all" } });
    const query = queryOf({ ...parameters, cursor: cursor.next ?? "" });
    expectRefused(await site.call("GET", path + query), "cursor");
  });

  it("[13.7] is refused when it is cut, changed or made up", async () => {
    const { cursor } = await read(site, "/link", { per_page: 3 });
    const next = cursor.next ?? "";
    for (const text of [
      next.slice(0, -5),
      `x${next}`,
      next.toUpperCase(),
      btoa("[1]"),
      btoa("{}"),
      "..",
      "é",
      " ",
    ]) {
      expectRefused(await site.call("GET", `/link${queryOf({ cursor: text })}`), "cursor");
    }
  });

  it("leads back although every row behind it is gone", async () => {
    const other = await createSite();
    const made = [await other.createLink(), await other.createLink(), await other.createLink()];
    const first = await read(other, "/link", { per_page: 2 });
    requireOk(await other.call("DELETE", `/link/${made[0].id}`));
    const empty = await read(other, "/link", { per_page: 2, cursor: first.cursor.next ?? "" });
    expect(empty).toMatchObject({ ids: [], cursor: { prev: expect.any(String), next: null, count: 0 } });
    const back = await read(other, "/link", { per_page: 2, cursor: empty.cursor.prev ?? "" });
    expect(back.ids).toEqual([made[2].id, made[1].id]);
  });

  it("leads forward although every row in front of it is gone", async () => {
    const other = await createSite();
    const made = [await other.createLink(), await other.createLink(), await other.createLink()];
    const first = await read(other, "/link", { per_page: 2 });
    const second = await read(other, "/link", { per_page: 2, cursor: first.cursor.next ?? "" });
    for (const { id } of made.slice(1)) requireOk(await other.call("DELETE", `/link/${id}`));
    const empty = await read(other, "/link", { per_page: 2, cursor: second.cursor.prev ?? "" });
    expect(empty).toMatchObject({ ids: [], cursor: { prev: null, next: expect.any(String), count: 0 } });
    const again = await read(other, "/link", { per_page: 2, cursor: empty.cursor.next ?? "" });
    expect(again.ids).toEqual([made[0].id]);
  });
});

const SORTS = ["id", "created_at", "updated_at", "total_clicks"].flatMap((field) => [field, `-${field}`]);
const FILTERS: Record<string, string>[] = [{}, { tags: "all" }, { search: "common" }, { search: "n" }];

type Disturbance = { kind: "insert" | "edit" | "delete"; row: number; value: number };

const walk = fc.record({
  sort: fc.constantFrom(...SORTS),
  path: fc.constantFrom("/links", "/link", "/redirect"),
  filter: fc.constantFrom(...FILTERS),
  // More than twice what a step inserts, so that each walk ends within the calls that a token has.
  perPage: fc.integer({ min: 7, max: 12 }),
  values: fc.array(fc.nat(3), { minLength: 30, maxLength: 30 }),
  disturbances: fc.array(
    fc.array(
      fc.record({
        kind: fc.constantFrom("insert", "edit", "delete"),
        row: fc.nat(29),
        value: fc.nat(4),
      }) as fc.Arbitrary<Disturbance>,
      { maxLength: 3 },
    ),
    { minLength: 1, maxLength: 12 },
  ),
});

it("[13.8] a walk forward and then back shows each untouched row once each way, whatever else happens", async () => {
  await fc.assert(
    fc.asyncProperty(walk, async ({ sort, path, filter, perPage, values, disturbances }) => {
      const other = await createSite();
      await seedRecords(other.id, { host: other.host, count: values.length });
      const all = await read(other, "/links", { per_page: 1000, sort: "id" });
      for (const [i, value] of values.entries()) {
        await setColumns(all.ids[i] ?? "", { updated_at: value, total_clicks: value });
      }
      const expected = new Set((await read(other, path, { per_page: 1000, filter })).ids);
      const forward: string[] = [];
      const backward: string[] = [];
      let step = 0;
      const disturb = async () => {
        for (const { kind, row, value } of disturbances[step++ % disturbances.length] ?? []) {
          const id = all.ids[row] ?? "";
          if (kind === "insert") await other.createLink({ tags: ["all"], title: "common" });
          else {
            expected.delete(id);
            if (kind === "edit") await setColumns(id, { updated_at: value, total_clicks: value });
            else await other.call("DELETE", `/links/${id}`);
          }
        }
      };
      let page = await read(other, path, { sort, filter, per_page: perPage });
      forward.push(...page.ids);
      while (page.cursor.next !== null) {
        await disturb();
        page = await read(other, path, { sort, filter, per_page: perPage, cursor: page.cursor.next });
        forward.push(...page.ids);
      }
      backward.unshift(...page.ids);
      while (page.cursor.prev !== null) {
        await disturb();
        page = await read(other, path, { sort, filter, per_page: perPage, cursor: page.cursor.prev });
        backward.unshift(...page.ids);
      }
      expect(forward.filter((id) => expected.has(id)).toSorted()).toEqual([...expected].toSorted());
      expect(backward.filter((id) => expected.has(id)).toSorted()).toEqual([...expected].toSorted());
    }),
    { numRuns: 25 },
  );
});
