import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { SnapshotKey } from "../../src/domain/snapshot.ts";
import { SnapshotMemory, type Kept, type MemoryEntry } from "../../src/storage/snapshot/memory.ts";
import { isFresh, OutcomeCache, type CachedOutcome } from "../../src/visitor/outcome-cache.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

function cachedOutcome(dependsOn: MemoryEntry[] = []): CachedOutcome {
  return { dependsOn, choice: null, outcomes: [] };
}

function keptOf(seq: number): Kept {
  return { snapshot: { v: 1, seq, records: [] }, text: undefined, size: 10 };
}

const KEY = "p:a" as SnapshotKey;

describe("[19.11] the outcome of a URL", () => {
  const NOW = 1_000;
  let cache: OutcomeCache;

  beforeEach(() => {
    cache = new OutcomeCache();
  });

  const filled = () => {
    const memory = new SnapshotMemory();
    memory.keep(KEY, keptOf(5), NOW + 10);
    return memory;
  };
  const change: [string, (memory: SnapshotMemory) => void][] = [
    ["a newer snapshot is kept", (memory) => memory.keep(KEY, keptOf(6), NOW + 10)],
    ["a commit of this isolate raises the number", (memory) => memory.raise(KEY, 6)],
    ["memory is cleared", (memory) => memory.clear()],
  ];

  it("is fresh while everything that it depends on is", () => {
    const known = cachedOutcome(filled().entriesOf([KEY]));
    cache.set("http://a.example/x", known);
    expect(cache.get("http://a.example/x")).toBe(known);
    expect([9, 10].map((later) => isFresh(known, NOW + later))).toEqual([true, false]);
  });

  it.each(change)("is void as soon as %s", (_, apply) => {
    const memory = filled();
    const known = cachedOutcome(memory.entriesOf([KEY]));
    expect(isFresh(known, NOW)).toBe(true);
    apply(memory);
    expect(isFresh(known, NOW)).toBe(false);
  });

  it("is forgotten when twenty thousand others came after it, and kept while it is asked for", () => {
    const url = (index: number) => `http://b.example/${index}`;
    const kept = cachedOutcome();
    cache.set(url(-1), kept);
    cache.set(url(0), cachedOutcome());
    for (let index = 1; index <= 20_001; index++) {
      cache.set(url(index), cachedOutcome());
      if (index % 5_000 === 0) expect(cache.get(url(-1))).toBe(kept);
    }
    expect(cache.get(url(0))).toBeUndefined();
    expect(cache.get(url(20_001))).toBeDefined();
  });

  it("is not kept for URLs that are long", () => {
    const url = `http://c.example/${"x".repeat(300)}`;
    cache.set(url, cachedOutcome());
    expect(cache.get(url)).toBeUndefined();
  });
});

describe("[19.1] a URL that is visited again and again", () => {
  let site: Site;

  beforeAll(async () => {
    site = await createSite();
  });

  const visitOften = async (url: string) => {
    for (let time = 0; time < 3; time++) await visit(url);
  };

  it("shows each edit at once", async () => {
    const { id, url } = await site.createLink({ destination: "https://example.com/0" });
    for (let edit = 1; edit <= 3; edit++) {
      await visitOften(url);
      requireOk(await site.call("PUT", `/link/${id}`, { destination: `https://example.com/${edit}` }));
      expect((await visit(url)).headers.get("Location")).toBe(`https://example.com/${edit}`);
    }
    await visitOften(url);
    requireOk(await site.call("DELETE", `/link/${id}`));
    expect((await visit(url)).status).toBe(404);
  });

  it("is found as soon as it is created, though it was asked for in vain", async () => {
    const url = `http://${site.host}/late`;
    await visitOften(url);
    await site.createLink({ alias: "late", destination: "https://example.com" });
    expect((await visit(url)).status).toBe(302);
  });

  it("expires to the millisecond", async () => {
    const startMs = Date.now();
    const expiresMs = startMs + 5_000;
    const now = vi.spyOn(Date, "now").mockReturnValue(startMs);
    const { url } = await site.createLink({
      destination: "https://example.com",
      expires: new Date(expiresMs).toISOString(),
    });
    await visitOften(url);
    now.mockReturnValue(expiresMs - 1);
    expect((await visit(url)).status).toBe(302);
    now.mockReturnValue(expiresMs);
    expect((await visit(url)).status).toBe(410);
    now.mockRestore();
  });

  it("takes turns between several destinations", async () => {
    const { url } = await site.createLink({
      destinations: ["https://example.com/a", "https://example.com/b"],
      destination_routing: "sequential",
    });
    await visitOften(url);
    const seen = [await visit(url), await visit(url)].map(({ headers }) => headers.get("Location"));
    expect(seen.toSorted()).toEqual(["https://example.com/a", "https://example.com/b"]);
  });

  it("forwards the query that came, each time its own", async () => {
    const { url } = await site.createLink({ destination: "https://example.com", forward_query: true });
    for (const query of ["a=1", "a=2", "a=1"]) {
      await visitOften(`${url}?${query}`);
      expect((await visit(`${url}?${query}`)).headers.get("Location")).toBe(`https://example.com?${query}`);
    }
  });

  it("answers every method by its own rules", async () => {
    const { url } = await site.createLink({ destination: "https://example.com" });
    await visitOften(url);
    for (const method of ["HEAD", "POST", "DELETE"]) expect((await visit(url, { method })).status).toBe(302);
    const options = await visit(url, { method: "OPTIONS" });
    expect([options.status, options.headers.get("Allow")]).toEqual([
      204,
      "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    ]);
    const missing = `http://${site.host}/missing-for-all`;
    await visitOften(missing);
    expect(await (await visit(missing, { method: "HEAD" })).text()).toBe("");
    expect((await visit(missing, { method: "OPTIONS" })).status).toBe(204);
  });

  it("speaks the language of each visitor", async () => {
    const url = `http://${site.host}/missing-in-many-languages`;
    const titleIn = async (language: string) =>
      (await (await visit(url, { headers: { "Accept-Language": language } })).text()).match(
        /lang="([^"]+)"/,
      )?.[1];
    await visitOften(url);
    for (const language of ["de", "fr", "en", "de"]) expect(await titleIn(language)).toBe(language);
  });
});
