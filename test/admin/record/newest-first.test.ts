import { describe, expect, it } from "vitest";
import { connectHost, createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";

interface List {
  path: string;
  key: string;
  /** Makes an entry and returns its key. */
  add(site: Site, index: number): Promise<string>;
}

const LISTS: List[] = [
  { path: "/host", key: "host", add: (site) => connectHost(site) },
  {
    path: "/files",
    key: "name",
    async add(site, index) {
      // Names that sort against the order in which they are made.
      const name = `page-${9 - index}`;
      return requireOk(await site.call("PUT", `/files/${name}`, "<p>")).body.name;
    },
  },
  {
    path: "/tokens",
    key: "id",
    add: async (site) => requireOk(await site.call("POST", "/tokens", { name: "t" })).body.id,
  },
];

describe.each(LISTS)("[13.1] GET $path", ({ path, key, add }) => {
  it("begins with the newest, and is read page by page, forward and back", async () => {
    const site = await createSite();
    const keysOf = (query: string) => site.call("GET", `${path}${query}`);
    const before = requireOk(await keysOf("")).body.data.map((row: Record<string, string>) => row[key]);
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.unshift(await add(site, index));
    const all = [...made, ...before];
    const seen: string[] = [];
    let cursor = "";
    const prevs: string[] = [];
    do {
      const { data, meta } = requireOk(await keysOf(`?per_page=2&cursor=${cursor}`)).body;
      seen.push(...data.map((row: Record<string, string>) => row[key]));
      expect(meta.cursor.count).toBe(data.length);
      if (meta.cursor.prev !== null) prevs.push(meta.cursor.prev);
      cursor = meta.cursor.next ?? "";
    } while (cursor !== "");
    // Entries of one millisecond have any order among each other.
    expect(seen.toSorted()).toEqual(all.toSorted());
    expect(new Set(seen).size).toBe(seen.length);
    const moments = requireOk(await keysOf("")).body.data.map(
      (row: { created_at: string }) => row.created_at,
    );
    expect(moments).toEqual(moments.toSorted().toReversed());
    const back = requireOk(await keysOf(`?per_page=2&cursor=${prevs.at(0)}`)).body;
    expect(back.data.map((row: Record<string, string>) => row[key])).toEqual(seen.slice(0, 2));
    expectRefused(await keysOf("?cursor=nonsense"), "cursor");
    expectRefused(await keysOf("?per_page=0&sort=-id"), "per_page", "sort");
  });
});
