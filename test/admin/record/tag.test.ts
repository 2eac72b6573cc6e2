import { describe, expect, it } from "vitest";
import { queryOf } from "../../support/list.ts";
import { addToken, createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";

async function tagsOf(site: Site, parameters = {}): Promise<{ name: string; count: number }[]> {
  return requireOk(await site.call("GET", `/tags${queryOf(parameters)}`)).body.data;
}

describe("[13.18] GET /tags", () => {
  it("lists tags by name, as they were first written, with their records", async () => {
    const site = await createSite();
    expect(await tagsOf(site)).toEqual([]);
    const first = await site.createLink({ tags: ["Spring", "été"] });
    await site.createRedirect("/a", { tags: ["SPRING", "autumn"] });
    await site.createLink();
    const other = await createSite();
    await other.createLink({ tags: ["spring", "theirs"] });
    expect(await tagsOf(site)).toEqual([
      { name: "autumn", count: 1 },
      { name: "Spring", count: 2 },
      { name: "été", count: 1 },
    ]);
    requireOk(await site.call("DELETE", `/links/${first.id}`));
    expect(await tagsOf(site)).toEqual([
      { name: "autumn", count: 1 },
      { name: "SPRING", count: 1 },
    ]);
  });

  it("filters by a substring, without regard to case", async () => {
    const site = await createSite();
    await site.createLink({ tags: ["Alpha", "beta", "ALPHABET", "100%"] });
    const namesOf = async (search: string) =>
      (await tagsOf(site, { filter: { search } })).map(({ name }) => name);
    expect(await namesOf("alpha")).toEqual(["Alpha", "ALPHABET"]);
    expect(await namesOf("BET")).toEqual(["ALPHABET", "beta"]);
    expect(await namesOf("%")).toEqual(["100%"]);
    expect(await namesOf("nothing")).toEqual([]);
  });

  it("is read page by page, forward and back, in pages that may be short", async () => {
    const site = await createSite();
    for (let link = 0; link < 25; link++) {
      const tags = Array.from({ length: 50 }, (_, index) => `t${String(link * 50 + index).padStart(4, "0")}`);
      await site.createLink({ tags });
    }
    const all = Array.from({ length: 1_250 }, (_, index) => `t${String(index).padStart(4, "0")}`);
    for (const parameters of [
      { per_page: 1000 },
      { per_page: 100 },
      { per_page: 7, filter: { search: "t124" } },
    ]) {
      const seen: string[] = [];
      let cursor: string | null = "";
      let prev: string | null = null;
      for (let pages = 0; cursor !== null; pages++) {
        expect(pages).toBeLessThan(30);
        const answer = requireOk(await site.call("GET", `/tags${queryOf({ ...parameters, cursor })}`));
        const { data, meta } = answer.body;
        seen.push(...data.map(({ name }: { name: string }) => name));
        cursor = meta.cursor.next;
        prev = meta.cursor.prev;
      }
      const wanted = "filter" in parameters ? all.filter((name) => name.startsWith("t124")) : all;
      expect(seen).toEqual(wanted);
      const back: string[] = [];
      while (prev !== null) {
        const { data, meta } = requireOk(
          await site.call("GET", `/tags${queryOf({ ...parameters, cursor: prev })}`),
        ).body;
        back.unshift(...data.map(({ name }: { name: string }) => name));
        prev = meta.cursor.prev;
      }
      expect(seen.slice(0, back.length)).toEqual(back);
    }
  });

  it("is for viewers, and refuses what it does not know", async () => {
    const site = await createSite();
    const Authorization = `Bearer ${await addToken(site.id, { role: "viewer" })}`;
    requireOk(await site.call("GET", "/tags", undefined, { Authorization }));
    expectRefused(await site.call("GET", "/tags?filter[name]=x"), "filter.name");
    expectRefused(await site.call("GET", "/tags?cursor=nonsense"), "cursor");
  });
});
