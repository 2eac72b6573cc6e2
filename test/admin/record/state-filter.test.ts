import { beforeAll, describe, expect, it } from "vitest";
import { addClicks, listAll, queryOf, setColumns, setDnsCorrect } from "../../support/list.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  type Site,
} from "../../support/site.ts";

let site: Site;
const made: Record<string, string> = {};

beforeAll(async () => {
  site = await createSite();
  await setDnsCorrect(site.host, false);
  const make = async (name: string, fields: object) => {
    made[name] = (await site.createLink({ alias: name, ...fields })).id;
  };
  await make("plain", {});
  await make("tagged", { tags: ["x"], destination: "https://a.example" });
  await make("later", { expires: "2126-01-01T00:00:00Z", tags: ["x"] });
  await make("over", { tags: ["x"], destination: "https://a.example" });
  await setColumns(made["over"] ?? "", { expires_at: 1_000 });
  await setColumns(made["tagged"] ?? "", { monitor_state: "broken", is_notify: 1 });
  // What was found of a record before it was no longer watched tells nothing.
  await setColumns(made["over"] ?? "", { monitor_state: "broken" });
  await make("sticky", { plugins: ["sticky", "noindex"], tags: ["x"] });
  await make("noindex", { plugins: ["noindex"], tags: ["x"] });
  const rules = [{ if: { os: ["ios"] }, destination: "https://ios.example" }];
  await make("rules", { rules, tags: ["x"] });
});

async function namesOf(filter: Record<string, string>): Promise<string[]> {
  const rows = await listAll(site, filter);
  return rows.map(({ alias }: { alias: string }) => alias).toSorted();
}

describe("[13.2] lists filter by", () => {
  it.each<[Record<string, string>, string[]]>([
    [{ untagged: "true" }, ["plain"]],
    [{ untagged: "false" }, ["later", "noindex", "over", "rules", "sticky", "tagged"]],
    [{ expired: "true" }, ["over"]],
    [{ expired: "false" }, ["later", "noindex", "plain", "rules", "sticky", "tagged"]],
    [{ has_rules: "true" }, ["rules"]],
    [{ has_rules: "false", untagged: "true" }, ["plain"]],
    [{ monitor: "broken" }, ["tagged"]],
    [{ monitor: "broken", search: "tagg", tags: "x", dns_correct: "false", has_rules: "false" }, ["tagged"]],
    [{ monitor: "healthy" }, []],
    [{ plugins: "sticky" }, ["sticky"]],
    [{ plugins: "sticky,noindex" }, ["noindex", "sticky"]],
    [{ plugins: "preview" }, []],
    [{ expired: "true", untagged: "true" }, []],
    [{ expired: "true", tags: "x" }, ["over"]],
    [{ expired: "true", search: "over" }, ["over"]],
    [{ created_by: "nobody" }, []],
  ])("%j", async (filter, names) => {
    expect(await namesOf(filter)).toEqual(names);
    const total = requireOk(await site.call("GET", `/link/count${queryOf({ filter })}`)).body.total;
    expect(total).toBe(names.length);
  });

  it("created_by", async () => {
    const token = await addToken(site.id);
    const own = await site.call("POST", "/link", { host: site.host }, { Authorization: `Bearer ${token}` });
    const record = requireOk(own).body.data[0];
    const rows = await listAll(site, { created_by: record.created_by });
    expect(rows.map(({ id }: { id: string }) => id)).toEqual([record.id]);
    requireOk(await site.call("DELETE", `/link/${record.id}`));
  });

  it.each(["untagged", "expired", "plugins", "has_rules", "monitor"])(
    "%s, which is a closed set",
    async (name) => {
      for (const value of ["yes", "1", "TRUE", "teleport"]) {
        expectRefused(
          await site.call("GET", `/links${queryOf({ filter: { [name]: value } })}`),
          `filter.${name}`,
        );
      }
    },
  );
});

describe("[13.17] fields=slim", () => {
  it.each(["/links", "/link"])("answers at most 300 bytes a row: GET %s", async (path) => {
    const own = await createSite();
    const fields = { destination: `https://${"ä".repeat(60)}.example/${"é".repeat(900)}`, type: "frame" };
    await own.createLink({
      alias: "🎉".repeat(30),
      status: "paused",
      ...fields,
      destination: `https://x.example/${"\u{1F389}".repeat(900)}`,
    });
    const { id } = await own.createLink({ alias: "short", destination: "https://a.example" });
    await setColumns(id, { total_clicks: 999_999_999_999 });
    const { data, meta } = requireOk(await own.call("GET", `${path}?fields=slim`)).body;
    expect(meta.cursor.count).toBe(2);
    for (const row of data)
      expect(new TextEncoder().encode(JSON.stringify(row)).length).toBeLessThanOrEqual(300);
    expect(data[0]).toEqual({
      id,
      handler: "short-url",
      type: "302",
      paused_by: null,
      total_clicks: 999_999_999_999,
      url: `http://${own.host}/short`,
      destination: "https://a.example",
    });
    expect(data[1].url.endsWith("…")).toBe(true);
    expect(data[1].destination.endsWith("…")).toBe(true);
    expectRefused(await own.call("GET", `${path}?fields=fat`), "fields");
  });
});

describe("[13.17] short pages", () => {
  it("lead over everything that matches, forward and back, though few do", async () => {
    const own = await createSite();
    const second = await connectHost(own);
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      host: index % 2 === 0 ? own.host : second,
      alias: `a${index}`,
      destination: index % 1_000 === 7 ? "https://b.example/~" : "https://b.example/",
    }));
    requireOk(await own.call("POST", "/bulk/import", { rows }));
    for (const sort of ["-id", "id", "-updated_at", "total_clicks"]) {
      const filter = { destination: "~" };
      const seen: string[] = [];
      let cursor: string | null = "";
      let prev: string | null = null;
      let pages = 0;
      for (; cursor !== null; pages++) {
        expect(pages).toBeLessThan(20);
        const query: string = queryOf({ filter, sort, cursor });
        const { data, meta } = requireOk(await own.call("GET", `/links${query}`)).body;
        seen.push(...data.map(({ alias }: { alias: string }) => alias));
        cursor = meta.cursor.next;
        prev = meta.cursor.prev ?? prev;
      }
      expect(pages).toBeGreaterThan(1);
      expect(seen.toSorted()).toEqual(["a1007", "a2007", "a3007", "a4007", "a7"]);
      const back: string[] = [];
      for (let steps = 0; prev !== null; steps++) {
        expect(steps).toBeLessThan(20);
        const { data, meta } = requireOk(
          await own.call("GET", `/links${queryOf({ filter, sort, cursor: prev })}`),
        ).body;
        back.unshift(...data.map(({ alias }: { alias: string }) => alias));
        prev = meta.cursor.prev;
      }
      // What lies before the last page.
      expect(seen.slice(0, back.length)).toEqual(back);
      expect(back.length).toBeGreaterThanOrEqual(4);
    }
  });

  it("fill by states that are rare, or that nobody is in", async () => {
    const own = await createSite();
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      host: own.host,
      alias: `a${index}`,
      tags: ["x"],
    }));
    requireOk(await own.call("POST", "/bulk/import", { rows }));
    const first = requireOk(await own.call("GET", "/links?sort=id&per_page=1")).body.data[0];
    await setDnsCorrect(own.host, true);
    const page = async (filter: Record<string, string>) => {
      const { data, meta } = requireOk(await own.call("GET", `/links${queryOf({ filter })}`)).body;
      return { found: data.map(({ id }: { id: string }) => id), next: meta.cursor.next };
    };
    for (const filter of [
      { status: "paused" },
      { expired: "true" },
      { untagged: "true" },
      { dns_correct: "false" },
      { traffic: "some" },
    ]) {
      expect(await page(filter as Record<string, string>), JSON.stringify(filter)).toEqual({
        found: [],
        next: null,
      });
    }
    requireOk(await own.call("POST", `/links/${first.id}/pause`));
    await setColumns(first.id, { expires_at: 1_000 });
    requireOk(await own.call("PUT", `/links/${first.id}`, { tags: [] }));
    for (const filter of [{ status: "paused" }, { expired: "true" }, { untagged: "true" }]) {
      expect(await page(filter as Record<string, string>), JSON.stringify(filter)).toEqual({
        found: [first.id],
        next: null,
      });
    }
    const wrong = await connectHost(own);
    const { id } = requireOk(await own.call("POST", "/link", { host: wrong })).body.data[0];
    // Not checked yet.
    expect(await page({ dns_correct: "false" })).toEqual({ found: [], next: null });
    await setDnsCorrect(wrong, false);
    expect(await page({ dns_correct: "false" })).toEqual({ found: [id], next: null });
    await addClicks(id, Date.now());
  });
});
