import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { beginCall, noteIfChanged, noteResult } from "../../../src/services/keyed-call.ts";
import { contextOf } from "../../support/large-site.ts";
import { operations, type Operation } from "../../support/operation.ts";
import {
  addToken,
  createSite,
  expectRefused,
  recordCounts,
  requireOk,
  type Site,
} from "../../support/site.ts";
import type { Answer } from "../../support/workspace.ts";
import { homeOf } from "../../support/home.ts";

let site: Site;
let keys = 0;

const newKey = () => `key-${keys++}`;

beforeAll(async () => {
  site = await createSite();
});

function post(path: string, body: unknown, key: string, by: Site = site): Promise<Answer> {
  return by.call("POST", path, body, { "Idempotency-Key": key });
}

/** The POSTs that write nothing. */
const WRITING_NOTHING: [path: string, bodyFor: (host: string) => object][] = [
  ["/bulk/summary", (host) => ({ filter: { host } })],
  ["/explain", (host) => ({ url: `https://${host}/a` })],
  ["/recommendation/alias", (host) => ({ host })],
];

async function countKeys(workspaceId: string): Promise<number> {
  const row = await env.DB.prepare("SELECT sum(count) AS n FROM idempotency_counts WHERE workspace_id = ?1")
    .bind(workspaceId)
    .first<{ n: number | null }>();
  return row?.n ?? 0;
}

/** What an answer says, but for what differs from request to request. */
const textOf = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: undefined } });

describe("[9.21] a POST with an Idempotency-Key", () => {
  it("is documented for every POST that writes, and for no other", () => {
    const posts = operations.filter(({ method }: Operation) => method === "POST");
    const unkeyed = posts.filter(
      ({ parameters = [] }) => !parameters.some(({ name }) => name === "Idempotency-Key"),
    );
    expect(posts.length).toBeGreaterThan(10);
    expect(unkeyed.map(({ path }) => path).toSorted()).toEqual(
      WRITING_NOTHING.map(([path]) => path).toSorted(),
    );
  });

  it.each(WRITING_NOTHING)("is ignored, whatever it is, by %s", async (path, bodyFor) => {
    const own = await createSite();
    requireOk(await post(path, bodyFor(own.host), "one", own));
    expect((await post(path, { wrong: 1 }, "one", own)).body.errors).not.toHaveProperty("Idempotency-Key");
    requireOk(await post(path, bodyFor(own.host), "x".repeat(256), own));
    expect(await countKeys(own.id)).toBe(0);
  });

  it.each([
    ["/link", (host: string) => ({ host, destination: "https://a.example" })],
    ["/redirect", (host: string) => ({ url: `${host}/i/1 ${host}/i/2` })],
    ["/links", (host: string) => ({ handler: "qr", host })],
  ])("creates once by %s, however often it is sent", async (path, bodyFor) => {
    const own = await createSite();
    const key = newKey();
    const body = bodyFor(own.host);
    const first = requireOk(await post(path, body, key, own));
    const before = await recordCounts(own.id);
    const second = requireOk(await post(path, body, key, own));
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(await recordCounts(own.id)).toEqual(before);
    requireOk(await post(path, path === "/redirect" ? { url: `${own.host}/i/3` } : body, newKey(), own));
    expect((await recordCounts(own.id)).counted).toBe(before.counted + 1);
  });

  it("answers the created record in its current state", async () => {
    const key = newKey();
    const body = { host: site.host };
    const [link] = requireOk(await post("/link", body, key)).body.data;
    requireOk(await site.call("PUT", `/link/${link.id}`, { title: "Later" }));
    expect(requireOk(await post("/link", body, key)).body.data).toMatchObject([
      { id: link.id, title: "Later" },
    ]);
    requireOk(await site.call("DELETE", `/link/${link.id}`));
    expect(requireOk(await post("/link", body, key)).body.data).toEqual([]);
  });

  it("lets one of twenty parallel calls create, and tells the others to wait", async () => {
    const own = await createSite();
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post("/link", { host: own.host, alias: "one" }, key, own)),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    for (const status of statuses) expect([200, 409]).toContain(status);
    expect(statuses).toContain(200);
    for (const { status, headers } of answers) {
      if (status === 409) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect((await recordCounts(own.id)).counted).toBe(1);
  });

  it("is a 422 with another body, with another query, and by another path is another call", async () => {
    const key = newKey();
    requireOk(await post("/link", { host: site.host }, key));
    expectRefused(await post("/link", { host: site.host, title: "other" }, key), "Idempotency-Key");
    expect((await post("/links", { handler: "short-url", host: site.host }, key)).status).toBe(200);
    const { id } = await site.createLink();
    const pause = newKey();
    requireOk(await post(`/links/${id}/pause?force=true`, undefined, pause));
    requireOk(await post(`/links/${id}/pause?force=true`, undefined, pause));
    expectRefused(await post(`/links/${id}/pause?force=false`, undefined, pause), "Idempotency-Key");
  });

  it("counts for its own token only", async () => {
    const key = newKey();
    const token = await addToken(site.id);
    const [first] = requireOk(await post("/link", { host: site.host }, key)).body.data;
    const answer = await site.call(
      "POST",
      "/link",
      { host: site.host },
      { "Idempotency-Key": key, Authorization: `Bearer ${token}` },
    );
    expect(requireOk(answer).body.data[0].id).not.toBe(first.id);
  });

  it("that was refused leaves its key free", async () => {
    const key = newKey();
    expect((await post("/link", { host: "nobody.example" }, key)).status).toBe(422);
    expect((await post("/link", { host: site.host }, key)).status).toBe(200);
  });

  it.each(["", "x".repeat(256)])("has a key of 1 to 255 characters", async (key) => {
    expectRefused(await post("/link", { host: site.host }, key), "Idempotency-Key");
    requireOk(await post("/link", { host: site.host }, newKey().padEnd(255, "y")));
  });

  it("does not pause again a record that was resumed in between", async () => {
    const { id } = await site.createLink();
    const key = newKey();
    expect(requireOk(await post(`/links/${id}/pause`, undefined, key)).body.paused_by).toBe("user");
    requireOk(await site.call("POST", `/links/${id}/resume`));
    expect(requireOk(await post(`/links/${id}/pause`, undefined, key)).body.paused_by).toBeNull();
  });

  it("connects a hostname once, and moves it once", async () => {
    const own = await createSite();
    const key = newKey();
    const body = { host: "keyed.acme.example" };
    const first = requireOk(await post("/host", body, key, own));
    expect(requireOk(await post("/host", body, key, own)).body.host).toBe(first.body.host);
    const other = await createSite();
    const move = { token: other.token, empty: true };
    const moveKey = newKey();
    const moved = requireOk(await post("/host/keyed.acme.example/move", move, moveKey, own));
    expect(textOf(await post("/host/keyed.acme.example/move", move, moveKey, own))).toEqual(textOf(moved));
  });

  it.each([
    ["/tokens", { name: "once" }],
    ["/workspace/notify-secret", undefined],
  ])("shows a secret once: %s", async (path, body) => {
    const key = newKey();
    const first = requireOk(await post(path, body, key));
    const second = await post(path, body, key);
    expect(second.status).toBe(409);
    expect(second.body.id).toBe(path === "/tokens" ? first.body.id : site.id);
    expect(JSON.stringify(second.body)).not.toContain(first.body.token ?? first.body.secret);
  });

  it("keeps the result of its first batch, though a later batch only says that it is done", async () => {
    const ctx = contextOf(site, env);
    const call = { path: "/two-batches", key: newKey(), body: "" };
    const begun = await beginCall(ctx, call);
    if (begun.kind !== "begun") throw new Error(begun.kind);
    await env.DB.batch(noteResult(begun.ctx, { id: "1" }));
    const write = env.DB.prepare("UPDATE workspaces SET name = name WHERE id = ?1").bind(site.id);
    await env.DB.batch([write, ...noteIfChanged(begun.ctx)]);
    expect(await beginCall(ctx, call)).toEqual({ kind: "done", result: { id: "1" } });
  });

  it("writes a setting once", async () => {
    const key = newKey();
    requireOk(await post("/workspace/update/name", { value: "First" }, key));
    requireOk(await site.call("POST", "/workspace/update/name", { value: "Second" }));
    expect(requireOk(await post("/workspace/update/name", { value: "First" }, key)).body.name).toBe("Second");
  });
});

describe("[9.21] an import with an Idempotency-Key", () => {
  const rowsOf = (host: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ host, alias: `row-${index}` }));

  it("is answered again with the results of its rows", async () => {
    const own = await createSite();
    const key = newKey();
    const body = { rows: [...rowsOf(own.host, 3), { host: own.host, alias: "a b" }] };
    const first = requireOk(await post("/bulk/import", body, key, own));
    expect(first.body.meta).toMatchObject({ created: 3, failed: 1 });
    expect(textOf(await post("/bulk/import", body, key, own))).toEqual(textOf(first));
    expect((await recordCounts(own.id)).counted).toBe(3);
  });

  it("[28.15] continues a run that died between two commits, and its change", async () => {
    const own = await createSite();
    const key = newKey();
    const body = { rows: rowsOf(own.host, 600) };
    const broken = breakAfterCommits(homeOf(own.id), 1);
    expect((await post("/bulk/import", body, key, own)).status).toBe(503);
    broken.mockRestore();
    expect((await recordCounts(own.id)).counted).toBe(250);
    const second = requireOk(await post("/bulk/import", body, key, own));
    expect(second.body.meta).toEqual({ created: 600, updated: 0, unchanged: 0, failed: 0 });
    expect((await recordCounts(own.id)).counted).toBe(600);
    const changes: { id: string }[] = requireOk(await own.call("GET", "/changes")).body.data;
    expect(changes.map(({ id }) => id)).toEqual([second.body.change]);
    expect(textOf(await post("/bulk/import", body, key, own))).toEqual(textOf(second));
  });
});

/** Lets D1 fail from the commit of records on that follows so many others. */
function breakAfterCommits(db: D1Database, commits: number) {
  const batch = db.batch.bind(db);
  let seen = 0;
  return vi.spyOn(db, "batch").mockImplementation(async (statements) => {
    const texts = statements.map(
      (statement) => (statement as unknown as { statement?: string }).statement ?? "",
    );
    if (texts.some((text) => text.includes("INSERT INTO records ("))) {
      seen++;
      if (seen > commits) throw new Error("D1_ERROR: out of order");
    }
    return batch(statements);
  });
}

describe("[9.21] a run that died", () => {
  const setStarted = (key: string, startedAtMs: number) =>
    env.DB.prepare("UPDATE idempotency_keys SET started_at = ?2, result = NULL WHERE key = ?1")
      .bind(key, startedAtMs)
      .run();

  it("holds its key for 60 seconds, and is then taken over", async () => {
    const key = newKey();
    const body = { host: site.host, alias: `dead-${key}` };
    const [link] = requireOk(await post("/link", body, key)).body.data;
    requireOk(await site.call("DELETE", `/link/${link.id}`));
    await setStarted(key, Date.now() - 30_000);
    const waiting = await post("/link", body, key);
    expect(waiting.status).toBe(409);
    expect(Number(waiting.headers.get("Retry-After"))).toBeLessThanOrEqual(30);
    await setStarted(key, Date.now() - 60_001);
    expectRefused(await post("/link", { ...body, title: "x" }, key), "Idempotency-Key");
    expect(requireOk(await post("/link", body, key)).body.data[0].alias).toBe(body.alias);
  });

  it("writes nothing any more once another has taken over", async () => {
    const own = await createSite();
    const key = newKey();
    const home = homeOf(own.id);
    const batch = home.batch.bind(home);
    const overtaken = vi.spyOn(home, "batch").mockImplementation(async (statements) => {
      await home.prepare("UPDATE idempotency_keys SET run = 'another' WHERE key = ?1").bind(key).run();
      return batch(statements);
    });
    // The first batch begins the call: from then on it is another run's.
    const answer = await post("/link", { host: own.host, alias: "late" }, key, own);
    overtaken.mockRestore();
    expect(answer.status).toBe(409);
    expect((await recordCounts(own.id)).counted).toBe(0);
  });
});
