import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { visitOn, watchEnv, type WatchedEnv } from "../support/watched-env.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";

let workspace: TestWorkspace;
let watched: WatchedEnv;

beforeAll(async () => {
  workspace = await createWorkspace();
  for (const host of ["go.example.com", "old.example.com", "example.net", "*.wild.example.org"]) {
    await post("/host", { host });
  }
  const destination = "https://example.com/d";
  await post("/link", { host: "go.example.com", alias: "plain", destination });
  await post("/link", { host: "go.example.com", alias: "below", destination, forward_path: true });
  await post("/redirect", {
    url: "old.example.com/page old.example.com/page?id=7 old.example.com/blog/* old.example.com/a/b/c/*",
    destination,
    forward_path: true,
  });
  await post("/redirect", { url: "example.net/*", destination });
  await post("/redirect", { url: "*.wild.example.org/x", destination });
});

beforeEach(() => {
  memory.clear();
  watched = watchEnv();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

async function post(path: string, body: object): Promise<void> {
  const answer = await workspace.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function visit(url: string, init: RequestInit = {}): Promise<number> {
  watched.reset();
  return (await visitOn(watched.env, url, init)).status;
}

describe("operations of a visit", () => {
  it.each([
    ["a plain alias on a host that nobody has seen", "http://go.example.com/plain", 1],
    ["an alias with more behind it on such a host", "http://go.example.com/below/more", 2],
    ["a path below a prefix on such a host", "http://old.example.com/blog/2020/1", 2],
    ["a path with a query on such a host", "http://old.example.com/page?id=7", 2],
    ["a host that answers every path", "http://example.net/any/path", 2],
    ["a host that answers by www", "http://www.example.net/any", 2],
    ["a host that answers by a wildcard", "http://a.b.wild.example.org/x", 2],
    ["robots.txt", "http://go.example.com/robots.txt", 1],
  ])("%s takes at most so many on the store, and none on the database", async (_, url, most) => {
    expect(await visit(url)).not.toBe(503);
    expect(watched.operations.store).toBeLessThanOrEqual(most);
    expect(watched.operations.database).toBe(0);
  });

  it.each([
    ["a plain alias", "http://go.example.com/plain", "http://go.example.com/robots.txt"],
    ["an alias with more behind it", "http://go.example.com/below/x/y", "http://go.example.com/robots.txt"],
    ["a path below a prefix", "http://old.example.com/a/b/c/d", "http://old.example.com/robots.txt"],
    ["a path with a query", "http://old.example.com/page?id=7", "http://old.example.com/robots.txt"],
    ["a path that a host-wide redirect answers", "http://example.net/x/y", "http://example.net/robots.txt"],
  ])("%s on a known host takes one operation on the store", async (_, url, first) => {
    await visit(first);
    expect(await visit(url)).toBe(url.includes("go.example") ? 302 : 301);
    expect(watched.operations).toMatchObject({ store: 1, database: 0, limiter: 0 });
  });

  it("asks for no more keys than the host's kinds of sources call for", async () => {
    await visit("http://old.example.com/robots.txt");
    await visit("http://old.example.com/blog/2020/1?x=1");
    expect(watched.operations.keys.toSorted()).toEqual([
      "p:old.example.com/blog/2020/1",
      "q:old.example.com/blog/2020/1?x=1",
      "w:old.example.com/blog",
      "w:old.example.com/blog/2020/1",
    ]);
  });

  it.each([
    ["http://go.example.com/plain", "http://go.example.com/plain?x=1"],
    ["http://go.example.com/below/a", "http://go.example.com/below/a"],
    ["http://old.example.com/page?id=7", "http://old.example.com/page?id=7&utm_source=mail"],
    ["http://old.example.com/blog/x?y=1", "http://old.example.com/blog/x?y=2"],
    ["http://example.net/any", "http://example.net/any"],
    ["http://www.example.net/any", "http://www.example.net/any"],
    ["http://a.wild.example.org/x", "http://a.wild.example.org/x"],
    ["http://go.example.com/unknown", "http://go.example.com/unknown?other=query"],
    ["http://nobody.example.com/", "http://nobody.example.com/x"],
    ["http://go.example.com/plain/unknown/deep", "http://go.example.com/plain/unknown/deep"],
  ])("%s makes %s warm: no operation at all", async (first, second) => {
    const status = await visit(first);
    expect(await visit(second)).toBe(status);
    expect(watched.operations).toMatchObject({ store: 0, database: 0, limiter: 0 });
  });

  it("asks the database once, and only when nothing in the store answers", async () => {
    expect(await visit("http://go.example.com/unknown")).toBe(404);
    expect(watched.operations).toMatchObject({ store: 1, database: 1, limiter: 1 });
  });

  it("answers from memory without a promise", async () => {
    await visit("http://go.example.com/plain");
    expect(visitOn(watched.env, "http://go.example.com/plain")).toBeInstanceOf(Response);
  });

  it("reads KV again when the lifetime in memory is over", async () => {
    watched = watchEnv({ MEMORY_SECONDS: "0" });
    await visit("http://go.example.com/plain");
    await visit("http://go.example.com/plain");
    expect(watched.operations.store).toBe(1);
  });
});

describe("records that the store does not know yet", () => {
  beforeEach(async () => {
    const { keys } = await env.SNAPSHOTS.list();
    const saved = await Promise.all(
      keys.map(async ({ name }) => [name, await env.SNAPSHOTS.get(name)] as const),
    );
    await Promise.all(keys.map(({ name }) => env.SNAPSHOTS.delete(name)));
    return async () => {
      await Promise.all(saved.map(([name, text]) => env.SNAPSHOTS.put(name, text ?? "")));
    };
  });

  it.each([
    ["http://go.example.com/plain", 302],
    ["http://go.example.com/below/x/y", 302],
    ["http://old.example.com/page?id=7", 301],
    ["http://old.example.com/a/b/c/d/e", 301],
    ["http://www.example.net/", 301],
    ["http://deep.a.wild.example.org/X", 301],
  ])("[19.2] %s answers its very first visit", async (url, status) => {
    expect(await visit(url)).toBe(status);
    expect(watched.operations.database).toBe(1);
  });

  it("[19.9] visits never write to the store", async () => {
    await visit("http://go.example.com/plain");
    expect((await env.SNAPSHOTS.list()).keys).toEqual([]);
  });
});

describe("outages", () => {
  const known = "http://go.example.com/plain";
  const retryAfter = async (url: string) => (await visitOn(watched.env, url)).headers.get("Retry-After");

  it.each(["throws", "hangs"] as const)(
    "[20.1] with a database that %s, all that the store knows resolves",
    async (fault) => {
      watched.faults.database = fault;
      expect(await visit(known)).toBe(302);
      expect(await visit("http://example.net/any")).toBe(301);
      expect(await visit("http://go.example.com/unknown")).toBe(404);
      expect(await visit("http://nobody.example.com/")).toBe(503);
    },
  );

  it.each(["throws", "hangs"] as const)(
    "[20.4] with a store that %s, the database answers",
    async (fault) => {
      watched.faults.store = fault;
      expect(await visit(known)).toBe(302);
      expect(await visit("http://go.example.com/unknown")).toBe(404);
      expect(watched.operations.limiter).toBe(0);
    },
  );

  it("[20.6] with both down, what memory knows resolves past its lifetime and the rest gets 503, never 404", async () => {
    watched = watchEnv({ MEMORY_SECONDS: "0" });
    await visit(known);
    await visit("http://go.example.com/gone");
    watched.faults = { store: "throws", database: "throws" };
    expect(await visit(known)).toBe(302);
    expect(await visit("http://go.example.com/gone")).toBe(503);
    expect(await visit("http://go.example.com/below")).toBe(503);
    expect(await visit("http://nobody.example.com/")).toBe(503);
    expect(await retryAfter("http://go.example.com/below")).toBe("5");
  });

  it("a 404 that the database could not confirm is asked of it again by the next visit", async () => {
    watched.faults.database = "throws";
    expect(await visit("http://go.example.com/unknown")).toBe(404);
    expect(await visit("http://go.example.com/unknown")).toBe(404);
    watched.faults = {};
    expect(await visit("http://go.example.com/unknown")).toBe(404);
    expect(watched.operations.database).toBe(1);
    expect(await visit("http://go.example.com/unknown")).toBe(404);
    expect(watched.operations.database).toBe(0);
  });

  it.each([
    ["no JSON", "{"],
    ["a value of another version", JSON.stringify({ v: 99, seq: 1, records: [] })],
    ["a value of another shape", JSON.stringify({ v: 1, seq: 1, records: [{ id: 1 }] })],
    ["null", "null"],
    [
      "a planted destination",
      JSON.stringify({
        v: 1,
        seq: 9e12,
        records: [
          {
            id: "x",
            path: "/plain",
            answer: {
              kind: "redirect",
              status: 302,
              target: { destinations: [{ url: "javascript:alert(1)" }], routing: { kind: "primary" } },
            },
          },
        ],
      }),
    ],
  ])("the database answers where the store holds %s", async (_, text) => {
    const key = "p:go.example.com/plain";
    const good = (await env.SNAPSHOTS.get(key)) ?? "";
    await env.SNAPSHOTS.put(key, text);
    const response = await visitOn(watched.env, known);
    await env.SNAPSHOTS.put(key, good);
    expect(response.headers.get("Location")).toBe("https://example.com/d");
  });
});

describe("unknown sources cannot flood the database", () => {
  it.each(["http://go.example.com/unknown-1", "http://nobody.example.com/1"])(
    "past a number of misses %s is 404 without asking it",
    async (url) => {
      watched.faults.limiter = "refuses";
      const response = await visitOn(watched.env, url);
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
      expect(watched.operations).toMatchObject({ database: 0, limiter: 1 });
      expect(await visit("http://go.example.com/plain")).toBe(302);
    },
  );

  it("[19.3] are counted by address: one address never uses up another's share", async () => {
    const asks = async (path: string, address: string) => {
      const headers = { "CF-Connecting-IP": address };
      expect(await visit(`http://go.example.com/${path}`, { headers })).toBe(404);
      return watched.operations.database === 1;
    };
    let misses = 0;
    // A minute may end on the way, and the count begin anew.
    while (misses < 250 && (await asks(`miss-${misses}`, "2001:db8:1:2::1"))) misses++;
    expect(misses).toBeGreaterThanOrEqual(100);
    expect(misses).toBeLessThan(250);
    expect(await asks("miss-more", "2001:db8:1:2:ffff::2")).toBe(false);
    expect(await asks("miss-more", "2001:db8:1:3::1")).toBe(true);
  });

  it.each(["throws", "hangs"] as const)("a limiter that %s stops no visitor", async (fault) => {
    watched.faults.limiter = fault;
    expect(await visit("http://go.example.com/unknown-2")).toBe(404);
  });
});

describe("a newer state is never replaced by an older one", () => {
  it("[19.4] refuses a snapshot that is older than this isolate's own write, and asks the database", async () => {
    const { body } = await workspace.call("POST", "/link", {
      host: "go.example.com",
      alias: "moves",
      destination: "https://example.com/1",
    });
    const key = "p:go.example.com/moves";
    const older = (await env.SNAPSHOTS.get(key)) ?? "";
    await workspace.call("PUT", `/link/${body.data[0].id}`, { destination: "https://example.com/2" });
    await env.SNAPSHOTS.put(key, older);
    const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 11_000);
    const response = await visitOn(watched.env, "http://go.example.com/moves");
    later.mockRestore();
    expect(response.headers.get("Location")).toBe("https://example.com/2");
    expect(watched.operations).toMatchObject({ store: 1, database: 1 });
  });

  it("[19.1] shows a deletion at once where it was made", async () => {
    const { body } = await workspace.call("POST", "/link", {
      host: "go.example.com",
      alias: "goes",
      destination: "https://example.com/",
    });
    expect(await visit("http://go.example.com/goes")).toBe(302);
    await workspace.call("DELETE", `/link/${body.data[0].id}`);
    expect(await visit("http://go.example.com/goes")).toBe(404);
  });
});
