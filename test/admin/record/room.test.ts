import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/index.ts";
import { createSite, type Site } from "../../support/site.ts";

let site: Site;
/** The size is kept for a minute. */
let nowMs = Date.now();

const LIMIT = 10_000_000_000;

/** How full the database says it is, in percent. */
let full = 0;
const DB = Object.assign(Object.create(env.DB) as D1Database, {
  prepare(sql: string) {
    if (sql !== "SELECT 1") return env.DB.prepare(sql);
    return { run: () => Promise.resolve({ meta: { size_after: (full * LIMIT) / 100 } }) };
  },
  batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
});
const bindings: Env = { ...env, DB };

async function call(method: string, path: string, body?: object) {
  const request = new Request(`http://localhost:8787/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${site.token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await worker.fetch(request as never, bindings, createExecutionContext());
  return { status: response.status, body: await response.json<Record<string, unknown>>() };
}

let paths = 0;
const rows = (count: number) =>
  Array.from({ length: count }, () => ({
    url: `${site.host}/${++paths}`,
    destination: "https://example.com/",
  }));
const link = () => ({ host: site.host, destination: "https://example.com/" });
const refusal = (used: number) => ({ status: 482, body: { limit: "database", used, allowed: LIMIT } });

beforeAll(async () => {
  site = await createSite();
});
beforeEach(() => {
  nowMs += 120_000;
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
});
afterEach(() => void vi.useRealTimers());

describe("[25.18] a database that is", () => {
  it("below 85 percent full takes everything", async () => {
    full = 84.9;
    expect((await call("POST", "/link", link())).status).toBe(200);
    expect((await call("POST", "/bulk/import", { rows: rows(1_001) })).status).toBe(200);
  });

  it("85 percent full takes no call that adds more than 1,000 records", async () => {
    full = 85;
    expect((await call("POST", "/link", link())).status).toBe(200);
    expect((await call("POST", "/bulk/import", { rows: rows(1_000) })).status).toBe(200);
    expect(await call("POST", "/bulk/import", { rows: rows(1_001) })).toMatchObject(refusal(8_500_000_000));
    const { body: plan } = await call("POST", "/changes", { rows: rows(1_001), mode: "create" });
    expect(await call("POST", `/changes/${plan["id"]}/apply`)).toMatchObject(refusal(8_500_000_000));
  });

  it("95 percent full takes nothing new, and all else", async () => {
    full = 10;
    const { body } = await call("POST", "/link", link());
    const [{ id }] = body["data"] as [{ id: string }];
    const { body: plan } = await call("POST", "/changes", { ids: [id], delete: true });
    vi.setSystemTime((nowMs += 61_000));
    full = 95;
    const refused = refusal(9_500_000_000);
    expect(await call("POST", "/link", link())).toMatchObject(refused);
    expect(
      await call("POST", "/redirect", { url: `${site.host}/new`, destination: "https://example.com/" }),
    ).toMatchObject(refused);
    expect(await call("POST", "/host", { host: "further.example" })).toMatchObject(refused);
    expect(await call("POST", "/bulk/import", { rows: rows(1) })).toMatchObject(refused);
    expect((await call("GET", "/links")).status).toBe(200);
    expect((await call("POST", `/changes/${plan["id"]}/apply`, { deletes: 1 })).status).toBe(200);
    const undone = await call("POST", `/changes/${plan["id"]}/undo`);
    expect(undone.status, JSON.stringify(undone)).toBe(200);
    expect((await call("PUT", `/link/${id}`, { destination: "https://example.com/2" })).status).toBe(200);
    expect((await call("DELETE", `/link/${id}`)).status).toBe(200);
  });

  it("measured a minute ago takes what it took then, and not longer", async () => {
    full = 10;
    expect((await call("POST", "/link", link())).status).toBe(200);
    full = 96;
    vi.setSystemTime(nowMs + 59_000);
    expect((await call("POST", "/link", link())).status).toBe(200);
    vi.setSystemTime(nowMs + 60_000);
    expect((await call("POST", "/link", link())).status).toBe(482);
  });
});

it("[25.18] the size that the database tells shrinks as soon as rows are deleted", async () => {
  const size = async () => (await env.DB.prepare("SELECT 1").run()).meta.size_after;
  const before = await size();
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
     INSERT INTO click_batches (id, body) SELECT 'x' || i, printf('%01000d', i) FROM n`,
  ).run();
  expect(await size()).toBeGreaterThan(before + 900_000);
  await env.DB.prepare("DELETE FROM click_batches WHERE id LIKE 'x%'").run();
  expect(await size()).toBeLessThan(before + 100_000);
});
