import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { expectRefused, requireOk } from "../../support/site.ts";
import { createWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const ALL = ["a.list.example", "b.list.example", "c.list.example", "go.other.example"];

let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  for (const host of ALL) {
    requireOk(await workspace.call("POST", "/host", { host }));
  }
  requireOk(await workspace.call("PUT", "/host/b.list.example", { short_links_enabled: false }));
  await env.DB.prepare(
    "UPDATE hosts SET correct = (name = 'c.list.example'), waiting_since = iif(name = 'go.other.example', 1, NULL) WHERE workspace_id = ?1",
  )
    .bind(workspace.id)
    .run();
  const stranger = await createWorkspace();
  requireOk(await stranger.call("POST", "/host", { host: "z.list.example" }));
});

async function hostsOf(query: string): Promise<string[]> {
  const { body } = requireOk(await workspace.call("GET", `/host${query}`));
  return (body.data as { host: string }[]).map(({ host }) => host).toSorted();
}

describe("GET /host", () => {
  it("[10.2, 13.5] answers the workspace's hostnames in the envelope of every list", async () => {
    const { body } = requireOk(await workspace.call("GET", "/host"));
    expect(Object.keys(body).toSorted()).toEqual(["data", "meta"]);
    expect(body.meta).toEqual({ cursor: { current: null, prev: null, next: null, count: 4 } });
    expect(await hostsOf("")).toEqual(ALL);
    const [first] = body.data;
    expect(requireOk(await workspace.call("GET", `/host/${first.host}`)).body).toEqual(first);
  });

  it.each([
    ["search", "filter[search]=list", ["a.list.example", "b.list.example", "c.list.example"]],
    ["search without regard to case", "filter[search]=B.LIST", ["b.list.example"]],
    ["search, the text taken literally", "filter[search]=%25", []],
    ["search, no wildcard of SQL", "filter[search]=a_list", []],
    [
      "short_links_enabled true",
      "filter[short_links_enabled]=true",
      ALL.filter((host) => !host.startsWith("b.")),
    ],
    ["short_links_enabled false", "filter[short_links_enabled]=false", ["b.list.example"]],
    ["correct true", "filter[correct]=true", ["c.list.example"]],
    ["correct false", "filter[correct]=false", ALL.filter((host) => !host.startsWith("c."))],
    ["held true", "filter[held]=true", ALL.slice(0, 3)],
    ["held false", "filter[held]=false", ["go.other.example"]],
    ["both", "filter[short_links_enabled]=false&filter[search]=a.list", []],
    ["an empty value", "filter[search]=", ALL],
    ["nothing that matches", "filter[search]=nowhere", []],
  ])("[10.2] filters by %s", async (_, query, hosts) => {
    expect(await hostsOf(`?${query}`)).toEqual(hosts);
  });

  it.each([
    ["an unknown filter", "filter[domain]=x", "filter.domain"],
    ["a filter of records", "filter[host]=x", "filter.host"],
    [
      "short_links_enabled outside true and false",
      "filter[short_links_enabled]=yes",
      "filter.short_links_enabled",
    ],
    ["correct outside true and false", "filter[correct]=1", "filter.correct"],
    ["held outside true and false", "filter[held]=no", "filter.held"],
    ["per_page 0", "per_page=0", "per_page"],
    ["per_page above 1,000", "per_page=1001", "per_page"],
    ["a cursor that is none", "cursor=x", "cursor"],
  ])("%s is a 422", async (_, query, field) => {
    expectRefused(await workspace.call("GET", `/host?${query}`), field);
  });

  it("walks forward and back without showing a hostname twice or skipping one", async () => {
    const pages: { hosts: string[]; cursor: { next: string | null; prev: string | null; count: number } }[] =
      [];
    let cursor: string | null = null;
    do {
      const query = `?per_page=3${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body } = requireOk(await workspace.call("GET", `/host${query}`));
      pages.push({ hosts: body.data.map(({ host }: { host: string }) => host), cursor: body.meta.cursor });
      cursor = body.meta.cursor.next;
    } while (cursor !== null);
    expect(pages.map(({ cursor }) => cursor.count)).toEqual([3, 1]);
    expect(pages.flatMap(({ hosts }) => hosts).toSorted()).toEqual(ALL);
    const back = `?per_page=3&cursor=${encodeURIComponent(pages[1]?.cursor.prev ?? "")}`;
    const { body } = requireOk(await workspace.call("GET", `/host${back}`));
    expect(body.data.map(({ host }: { host: string }) => host)).toEqual(pages[0]?.hosts);
  });

  it("a cursor of another filter is a 422 on cursor", async () => {
    const { body } = requireOk(await workspace.call("GET", "/host?per_page=1"));
    const cursor = encodeURIComponent(body.meta.cursor.next);
    expectRefused(
      await workspace.call("GET", `/host?per_page=1&filter[search]=list&cursor=${cursor}`),
      "cursor",
    );
    expectRefused(await workspace.call("GET", `/links?per_page=1&cursor=${cursor}`), "cursor");
  });
});
