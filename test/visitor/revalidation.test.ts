import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { toRequestedSource } from "../../src/domain/match.ts";
import type { SnapshotKey } from "../../src/domain/snapshot.ts";
import { exactSlot } from "../../src/domain/slot.ts";
import { hostKey, snapshotKey } from "../../src/storage/snapshot/key.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { completeHosts } from "../support/complete-hosts.ts";
import { heldMs } from "../support/held-ms.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { proxyOf } from "../support/proxy-of.ts";
import { visitOn, watchEnv, type WatchedEnv } from "../support/watched-env.ts";
import { hostname } from "../support/hostname.ts";

/** A little more than a visit waits for the store. */
const LATE_MS = 930;
/** A little less than that. */
const SLOW_MS = 850;

/** Nothing is fresh for longer than the visit that read it. */
const FORGETFUL = { MEMORY_SECONDS: "0" };
const DESTINATION = "https://example.com/first";

let site: Site;
let watched: WatchedEnv;
let url: string;
let id: string;
let keys: { host: string; alias: string };

function pathKey(path: string): SnapshotKey {
  return snapshotKey(site.host, exactSlot(toRequestedSource(path, "").folded));
}

beforeAll(async () => {
  site = await createSite();
});

beforeEach(async () => {
  watched = watchEnv(FORGETFUL);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  ({ url, id } = await site.createLink({ destination: DESTINATION }));
  keys = { host: hostKey(site.host), alias: pathKey(new URL(url).pathname) };
  // What the API has just written is fresh.
  memory.clear();
  await visit(url);
  await visit(url);
});

async function visit(to: string): Promise<Response> {
  watched.reset();
  return visitOn(watched.env, to, { redirect: "manual" });
}

const locationOf = async (to: string) => (await visit(to)).headers.get("Location");

/** What the store says of the alias from now on. */
async function rewrite(change: (text: string) => string): Promise<void> {
  const text = (await env.SNAPSHOTS.get(keys.alias)) ?? "";
  await env.SNAPSHOTS.put(keys.alias, change(text));
  onTestFinished(() => env.SNAPSHOTS.put(keys.alias, text));
}

/** What memory holds has outlived its lifetime, and is held. */
function passLifetime(): void {
  const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
  onTestFinished(() => now.mockRestore());
}

describe("an answer whose lifetime is over", () => {
  it("[19.11] stands after one operation on the store, for the very keys that it rests on", async () => {
    expect(await locationOf(url)).toBe(DESTINATION);
    expect(watched.operations).toMatchObject({ store: 1, database: 0 });
    expect(watched.operations.keys).toEqual([keys.host, keys.alias]);
  });

  it("[19.11] is not taken apart again as long as the store has what it had", async () => {
    const parse = vi.spyOn(JSON, "parse");
    onTestFinished(() => parse.mockRestore());
    expect(await locationOf(url)).toBe(DESTINATION);
    expect(parse).not.toHaveBeenCalled();
  });

  it("is fresh again afterwards", async () => {
    watched = watchEnv({ MEMORY_SECONDS: "10" });
    await visit(url);
    expect(await locationOf(url)).toBe(DESTINATION);
    expect(watched.operations).toMatchObject({ store: 0, database: 0 });
  });

  it("that rests on a name that nobody has connected stands, too", async () => {
    const below = `http://www.${site.host}${new URL(url).pathname}`;
    await visit(below);
    expect((await visit(below)).status).toBe(302);
    expect(watched.operations).toMatchObject({ store: 1, database: 0 });
    expect(watched.operations.keys).toHaveLength(3);
  });

  it("[19.11] is computed again if KV has a newer value", async () => {
    await rewrite((text) => text.replaceAll("/first", "/second").replace(/"seq":\d+/, '"seq":9000000000000'));
    expect(await locationOf(url)).toBe("https://example.com/second");
    expect(watched.operations).toMatchObject({ store: 1, database: 0 });
  });

  it("[19.11] never goes back behind a commit of this isolate", async () => {
    const stale = (await env.SNAPSHOTS.get(keys.alias)) ?? "";
    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://example.com/second" }));
    await rewrite(() => stale);
    passLifetime();
    expect(await locationOf(url)).toBe("https://example.com/second");
    expect(watched.operations).toMatchObject({ store: 1, database: 1 });
  });

  it.each([
    ["has no value any more", null],
    ["has a value that nobody can read", "{"],
  ])("is the database's to give where the store %s", async (_, text) => {
    const whole = (await env.SNAPSHOTS.get(keys.alias)) ?? "";
    onTestFinished(() => env.SNAPSHOTS.put(keys.alias, whole));
    await (text === null ? env.SNAPSHOTS.delete(keys.alias) : env.SNAPSHOTS.put(keys.alias, text));
    expect(await locationOf(url)).toBe(DESTINATION);
    expect(watched.operations).toMatchObject({ store: 1, database: 1 });
  });

  it.each(["throws", "hangs"] as const)(
    "waits once for a store that %s, and then for the database",
    async (fault) => {
      watched.faults.store = fault;
      expect(await locationOf(url)).toBe(DESTINATION);
      expect(watched.operations).toMatchObject({ store: 1, database: 1, limiter: 0 });
    },
  );

  it("stands where neither store can be reached", async () => {
    watched.faults = { store: "throws", database: "throws" };
    expect(await locationOf(url)).toBe(DESTINATION);
  });

  it("that comes late from the store still serves the visit for which the database fails, too", async () => {
    await rewrite((text) => text.replaceAll("/first", "/second").replace(/"seq":\d+/, '"seq":9000000000000'));
    passLifetime();
    const { SNAPSHOTS, DB } = watched.env;
    const late = {
      SNAPSHOTS: proxyOf(SNAPSHOTS, {
        get: (...given: Parameters<KVNamespace["get"]>) =>
          scheduler.wait(LATE_MS).then(() => SNAPSHOTS.get(...given)),
      }),
      DB: proxyOf(DB, {
        batch: () => scheduler.wait(LATE_MS).then(() => Promise.reject(new Error("D1_ERROR"))),
      }),
    };
    const other = `${url}?seen=never`;
    const during = await visitOn({ ...watched.env, ...late }, other, { redirect: "manual" });
    expect(during.headers.get("Location")).toBe("https://example.com/second");
    expect(await locationOf(other)).toBe("https://example.com/second");
  });

  it("[19.10] waits for a slow KV once, however many operations follow", async () => {
    const empty = (keys: string | string[]) =>
      typeof keys === "string" ? null : new Map(keys.map((key) => [key, null]));
    const SNAPSHOTS = proxyOf(watched.env.SNAPSHOTS, {
      get: (keys: string | string[]) =>
        new Promise((resolve) => setTimeout(() => resolve(empty(keys)), SLOW_MS)),
    });
    watched.faults.database = "throws";
    const held = await heldMs(() => visitOn({ ...watched.env, SNAPSHOTS }, url));
    expect(held).toEqual({ ms: 900, status: 302 });
  });

  it("leaves the choice between destinations to chance, once for a visit", async () => {
    const { url: choosing } = await site.createLink({
      destinations: ["https://example.com/a", "https://example.com/b"],
      destination_routing: "sequential",
    });
    await visit(choosing);
    const seen = [await locationOf(choosing), await locationOf(choosing), await locationOf(choosing)];
    expect(new Set(seen).size).toBe(2);
    expect(seen[0]).toBe(seen[2]);
    expect(watched.operations).toMatchObject({ store: 1, database: 0 });
  });
});

describe("a name that leads nowhere", () => {
  it("is asked of the database each time: that the store has nothing says nothing", async () => {
    const nowhere = `http://${site.host}/nowhere`;
    for (let time = 0; time < 3; time++) {
      expect((await visit(nowhere)).status).toBe(404);
      expect(watched.operations).toMatchObject({ store: 1, database: 1 });
    }
  });

  it("[19.11] is asked of the database though all that is around it came from the store", async () => {
    const around = `http://${site.host}/page`;
    const source = { url: `${site.host}/page?id=7`, destination: DESTINATION };
    requireOk(await site.call("POST", "/redirect", source));
    watched = watchEnv({ MEMORY_SECONDS: "10" });
    expect((await visit(`${around}?id=7`)).status).toBe(301);
    expect((await visit(around)).status).toBe(404);
    passLifetime();
    expect((await visit(around)).status).toBe(404);
    expect(watched.operations).toMatchObject({ store: 1, database: 1 });
  });

  it("[19.12] is looked for without the wildcard above a host that was connected when last seen", async () => {
    await visit(`http://${site.host}/nowhere-else`);
    expect(watched.operations.keys).toEqual([keys.host, pathKey("/nowhere-else")]);
  });

  it("is the wildcard's to answer as soon as the host above it is gone", async () => {
    const wildcard = `*.${site.host}`;
    const below = hostname(`below.${site.host}`);
    for (const host of [wildcard, below]) requireOk(await site.call("POST", "/host", { host }));
    await site.createLink({ host: below, alias: "x", destination: "https://example.com/host" });
    requireOk(
      await site.call("POST", "/redirect", { url: `${wildcard}/*`, destination: "https://example.com/wild" }),
    );
    await completeHosts();
    expect(await locationOf(`http://${below}/x`)).toBe("https://example.com/host");
    await env.SNAPSHOTS.put(hostKey(below), JSON.stringify({ v: 1, seq: 9e12, config: null }));
    passLifetime();
    expect(await locationOf(`http://${below}/x`)).toBe("https://example.com/wild");
    expect(watched.operations.database).toBe(0);
  });
});
