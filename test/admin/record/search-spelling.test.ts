import { beforeAll, describe, expect, it } from "vitest";
import { queryOf } from "../../support/list.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

let site: Site;
const ids: Record<string, string> = {};

beforeAll(async () => {
  site = await createSite();
  for (const [name, host] of [
    ["local", "search.localhost"],
    ["idn", "go.münchen.example"],
    ["plain", "go.muenchen.example"],
  ] as const) {
    requireOk(await site.call("POST", "/host", { host }));
    ids[name] = requireOk(await site.call("POST", "/link", { host, alias: "full" })).body.data[0].id;
  }
});

async function find(search: string): Promise<string[]> {
  const { body } = requireOk(await site.call("GET", `/links${queryOf({ filter: { search } })}`));
  return (body.data as { id: string }[]).map(({ id }) => id);
}

describe("[13.3] search finds what answers show and people type", () => {
  it.each([
    "http://search.localhost:8787/full",
    "search.localhost:8787/full",
    "HTTP://SEARCH.LOCALHOST:8787/FULL",
    "search.localhost:8787",
    "search.localhost/full",
  ])("the url of a local hostname, with its port: %s", async (search) => {
    expect(await find(search)).toEqual([ids["local"]]);
  });

  it("the very url that an answer has", async () => {
    const { url } = requireOk(await site.call("GET", `/links/${ids["local"]}`)).body;
    expect(url).toContain(":8787/");
    expect(await find(url)).toEqual([ids["local"]]);
  });

  it.each([
    "münchen",
    "MÜNCHEN",
    "go.münchen.example",
    "http://go.münchen.example/full",
    "münchen.example/full",
  ])("a hostname in its own script: %s", async (search) => {
    expect(await find(search)).toEqual([ids["idn"]]);
  });

  it("a port anywhere else is text", async () => {
    expect(await find("go.muenchen.example:8787/full")).toEqual([]);
  });

  it("also among hostnames", async () => {
    const filter = queryOf({ filter: { search: "münchen" } });
    expect(requireOk(await site.call("GET", `/host${filter}`)).body.data).toMatchObject([
      { host: "go.xn--mnchen-3ya.example" },
    ]);
    const facets = await site.call("GET", `/links/facets${queryOf({ hosts_search: "münchen" })}`);
    expect(requireOk(facets).body.hosts).toEqual([{ value: "go.xn--mnchen-3ya.example", count: 1 }]);
  });
});
