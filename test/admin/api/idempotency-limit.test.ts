import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { beginCall, endCall, KEYS_A_DAY, LIMITED_KEYS_A_DAY } from "../../../src/services/keyed-call.ts";
import { MAX_KEYS_A_DAY, deleteOldKeys } from "../../../src/storage/idempotency/write.ts";
import { DAY_MS } from "../../../src/domain/time.ts";
import { contextOf } from "../../support/large-site.ts";
import {
  addToken,
  createSite,
  expectRefused,
  recordCounts,
  requireOk,
  type Site,
} from "../../support/site.ts";
import type { Answer } from "../../support/workspace.ts";

let own: Site;
let keys = 0;

const newKey = () => `limit-${keys++}`;

beforeEach(async () => {
  own = await createSite();
});

function post(path: string, body: unknown, key: string, token = own.token): Promise<Answer> {
  return own.call("POST", path, body, { "Idempotency-Key": key, Authorization: `Bearer ${token}` });
}

const link = (key: string, token = own.token) => post("/link", { host: own.host }, key, token);

/** A call of no endpoint. */
const call = () => ({ path: "/any", key: newKey(), body: "" });

/** The keys that are counted for the workspace, and for each of its tokens; one number a day. */
async function keysUsed(): Promise<{ workspace: number[]; tokens: number[] }> {
  const of = async (table: string) => {
    const { results } = await env.DB.prepare(
      `SELECT count FROM ${table} WHERE workspace_id = ?1 ORDER BY day, count`,
    )
      .bind(own.id)
      .all<{ count: number }>();
    return results.map(({ count }) => count);
  };
  return { workspace: await of("idempotency_counts"), tokens: await of("idempotency_token_counts") };
}

/** Sets the number of keys that each token has used. */
async function setUsed(count: number): Promise<void> {
  await env.DB.prepare("UPDATE idempotency_token_counts SET count = ?2 WHERE workspace_id = ?1")
    .bind(own.id, count)
    .run();
}

/** Lets the only call with a key look as if its run had died. */
async function killRun(key: string): Promise<void> {
  await env.DB.prepare("UPDATE idempotency_keys SET started_at = 0, result = NULL WHERE key = ?1")
    .bind(key)
    .run();
}

describe("[9.21] the keys of a day", () => {
  it.each([
    ["5,000 for a token", KEYS_A_DAY, false],
    ["1,000 for a token that is limited to hostnames", LIMITED_KEYS_A_DAY, true],
  ])("are %s, whose owner still has the others", async (_, allowed, isLimited) => {
    const token = await addToken(own.id, { role: "editor", ...(isLimited && { hosts: [own.host] }) });
    const key = newKey();
    requireOk(await link(key, token));
    await setUsed(allowed - 1);
    requireOk(await link(newKey(), token));
    const refused = await link(newKey(), token);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toBe(`The token has used its ${allowed} idempotency keys of this day.`);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    requireOk(await link(key, token));
    requireOk(await link(newKey()));
  });

  it("are used by no more than are left of twenty parallel calls", async () => {
    requireOk(await link(newKey()));
    await setUsed(KEYS_A_DAY - 3);
    const before = await recordCounts(own.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => link(newKey())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
    expect((await recordCounts(own.id)).counted).toBe(before.counted + 3);
    expect((await keysUsed()).tokens).toEqual([KEYS_A_DAY]);
  });

  it.each([
    ["a field", 422, "/link", (host: string) => ({ host, title: 1 })],
    ["an unknown field", 422, "/bulk/import", () => ({ rows: [], wrong: 1 })],
    ["a hostname", 422, "/link", () => ({ host: "nobody.example" })],
    ["an unknown parameter", 422, "/links/0198c0de-7a10-7000-8000-000000000018/pause?x=1", () => undefined],
    ["an id", 404, "/links/0198c0de-7a10-7000-8000-000000000018/pause", () => undefined],
  ])("are not used by a call that is refused for %s", async (_, status, path, bodyFor) => {
    const key = newKey();
    requireOk(await link(newKey()));
    expect((await post(path, bodyFor(own.host), key)).status).toBe(status);
    expect(await keysUsed()).toEqual({ workspace: [1], tokens: [1] });
    requireOk(await link(key));
    expect(await keysUsed()).toEqual({ workspace: [2], tokens: [2] });
  });

  it("are left for calls with a wrong body, which get the reason", async () => {
    requireOk(await link(newKey()));
    await setUsed(KEYS_A_DAY);
    expectRefused(await post("/link", { host: own.host, title: 1 }, newKey()), "title");
  });

  it("count a call once, however often it is sent, and though a run of it died", async () => {
    const key = newKey();
    requireOk(await link(key));
    requireOk(await link(key));
    await killRun(key);
    requireOk(await link(key));
    expect(await keysUsed()).toEqual({ workspace: [1], tokens: [1] });
    await setUsed(KEYS_A_DAY);
    await killRun(key);
    requireOk(await link(key));
  });

  it("are given back on the day on which they were counted", async () => {
    const lateMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 1;
    const begun = await beginCall({ ...contextOf(own, env), nowMs: lateMs }, call());
    if (begun.kind !== "begun") throw new Error(begun.kind);
    requireOk(await link(newKey()));
    expect(await keysUsed()).toEqual({ workspace: [1, 1], tokens: [1, 1] });
    await endCall(begun.ctx, false);
    expect(await keysUsed()).toEqual({ workspace: [0, 1], tokens: [0, 1] });
  });

  it("that the previous release has counted are given back to the workspace", async () => {
    const begun = await beginCall(contextOf(own, env), call());
    if (begun.kind !== "begun") throw new Error(begun.kind);
    await env.DB.prepare("DELETE FROM idempotency_token_counts WHERE workspace_id = ?1").bind(own.id).run();
    await endCall(begun.ctx, false);
    expect(await keysUsed()).toEqual({ workspace: [0], tokens: [] });
    await env.DB.prepare("UPDATE idempotency_counts SET count = ?2 WHERE workspace_id = ?1")
      .bind(own.id, MAX_KEYS_A_DAY)
      .run();
    expect((await link(newKey())).body.message).toContain("The workspace");
  });

  it("are 10,000 for a workspace, and past them nothing is executed", async () => {
    const key = newKey();
    requireOk(await link(key));
    await env.DB.prepare("UPDATE idempotency_counts SET count = ?2 WHERE workspace_id = ?1")
      .bind(own.id, MAX_KEYS_A_DAY - 1)
      .run();
    requireOk(await link(newKey()));
    const refused = await link(newKey());
    expect(refused.status).toBe(429);
    expect(refused.body.message).toBe("The workspace has used its 10000 idempotency keys of this day.");
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await recordCounts(own.id)).counted).toBe(2);
    requireOk(await link(key));
    requireOk(await own.call("POST", "/link", { host: own.host }));
  });

  it("are free again after 24 hours, and deleted then", async () => {
    const key = newKey();
    const [first] = requireOk(await link(key)).body.data;
    const age = (ms: number) =>
      env.DB.prepare("UPDATE idempotency_keys SET created_at = ?2 WHERE key = ?1")
        .bind(key, Date.now() - ms)
        .run();
    const left = async () =>
      (
        await env.DB.prepare("SELECT count(*) AS n FROM idempotency_keys WHERE key = ?1")
          .bind(key)
          .first<{ n: number }>()
      )?.n;
    await age(86_400_000 - 60_000);
    await deleteOldKeys(env.DB, Date.now(), 1_000);
    expect(await left()).toBe(1);
    expect(requireOk(await link(key)).body.data[0].id).toBe(first.id);
    await age(86_400_001);
    const [second] = requireOk(await post("/link", { host: own.host, title: "x" }, key)).body.data;
    expect(second.id).not.toBe(first.id);
    await age(86_400_001);
    await deleteOldKeys(env.DB, Date.now(), 1_000);
    expect(await left()).toBe(0);
  });
});
