import { env } from "cloudflare:workers";
import type { Visiting } from "../../src/visitor/visit.ts";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { toRequestedSource } from "../../src/domain/match.ts";
import type { SnapshotKey } from "../../src/domain/snapshot.ts";
import { exactSlot } from "../../src/domain/slot.ts";
import { hostKey, snapshotKey } from "../../src/storage/snapshot/key.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { createSite, type Site } from "../support/site.ts";
import { proxyOf } from "../support/proxy-of.ts";
import { visitOn, watchEnv, type WatchedEnv } from "../support/watched-env.ts";

/** Nothing leaves the visitor's side as an exception, whatever the stores hold (contract 20.7). */

let site: Site;
let watched: WatchedEnv;
let url: string;
let keys: { alias: SnapshotKey; host: SnapshotKey };
let texts: { alias: string; host: string };

function pathKey(path: string): SnapshotKey {
  return snapshotKey(site.host, exactSlot(toRequestedSource(path, "").folded));
}

beforeAll(async () => {
  site = await createSite();
  ({ url } = await site.createLink({ destination: "https://example.com/right?x=1#y", forward_query: true }));
  keys = { alias: pathKey(new URL(url).pathname), host: hostKey(site.host) };
  texts = {
    alias: (await env.SNAPSHOTS.get(keys.alias)) ?? "",
    host: (await env.SNAPSHOTS.get(keys.host)) ?? "",
  };
});

beforeEach(async () => {
  memory.clear();
  watched = watchEnv();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  await env.SNAPSHOTS.put(keys.alias, texts.alias);
  await env.SNAPSHOTS.put(keys.host, texts.host);
});

it.each([
  [
    "a line break in the destination",
    "https://example.com/right",
    "https://evil.example\\r\\nSet-Cookie: x=1",
  ],
  ["a NUL in the destination", "https://example.com/right", "https://evil.example\\u0000"],
  ["a character that no header takes", "https://example.com/right", "https://evil.example/\\u20ac"],
  ["a line break in the query", '"x=1"', '"x=1\\r\\ny"'],
  ["a NUL in the fragment", '"#y"', '"#y\\u0000"'],
])("%s in KV is answered from the database", async (_, right, wrong) => {
  const text = texts.alias.replaceAll(right, wrong);
  expect(text).not.toBe(texts.alias);
  await env.SNAPSHOTS.put(keys.alias, text);
  const response = await visitOn(watched.env, `${url}?z=2`);
  expect(response.headers.get("Location")).toBe("https://example.com/right?x=1&z=2#y");
  watched.faults.database = "throws";
  memory.clear();
  expect((await visitOn(watched.env, `${url}?z=3`)).status).toBe(503);
});

it("a line break in a fallback of KV is answered from the database", async () => {
  await env.SNAPSHOTS.put(
    keys.host,
    texts.host.replace('"notFoundUrl":null', '"notFoundUrl":"https://a.example\\r\\nx"'),
  );
  expect((await visitOn(watched.env, `http://${site.host}/nowhere`)).status).toBe(404);
});

it("[20.7] anything else that goes wrong is answered from the database, logged once, and else by the 503 page", async () => {
  const broken = proxyOf(env.SNAPSHOTS, {
    // A value that no check foresees.
    get: () => Promise.resolve({ get: () => ({}) }),
  });
  const bindings = { ...watched.env, SNAPSHOTS: broken };
  const response = await visitOn(bindings, url);
  expect(response.headers.get("Location")).toBe("https://example.com/right?x=1#y");
  memory.clear();
  watched.faults.database = "throws";
  const failed = await visitOn({ ...bindings, DB: watched.env.DB }, `${url}?again`);
  expect([failed.status, failed.headers.get("Retry-After")]).toEqual([503, "5"]);
});

it("an outcome that cannot be put into HTTP is answered from the database", async () => {
  const { respond } = await import("../../src/visitor/respond.ts");
  const seen = vi.spyOn(console, "error");
  const visiting = { request: new Request(url) } as Visiting;
  expect(() => respond({ kind: "fallback", location: "https://a.example\r\nx" }, visiting)).toThrow(
    TypeError,
  );
  memory.keep(
    keys.host,
    {
      snapshot: JSON.parse(
        texts.host.replace('"notFoundUrl":null', '"notFoundUrl":"https://a.example\\r\\nx"'),
      ),
      text: texts.host,
      size: 1,
    },
    Date.now() + 10_000,
  );
  memory.keep(
    pathKey("/none"),
    { snapshot: { v: 1, seq: 0, records: [] }, text: undefined, size: 1 },
    Date.now() + 10_000,
  );
  for (let visit = 0; visit < 3; visit++) {
    expect((await visitOn(watched.env, `http://${site.host}/none`)).status).toBe(404);
  }
  expect(seen).toHaveBeenCalledTimes(1);
});
