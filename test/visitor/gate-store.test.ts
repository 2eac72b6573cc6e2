import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createSite, type Site } from "../support/site.ts";
import { visitOn, watchEnv } from "../support/watched-env.ts";
import { visit } from "../support/workspace.ts";

const PASSWORD = "open sesame";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function createProtected(): Promise<{ id: string; url: string }> {
  return site.createLink({ destination: "https://secret.example/inside", password: PASSWORD });
}

function post(url: string, password: string, headers: Record<string, string> = {}): Promise<Response> {
  return visit(url, { method: "POST", body: new URLSearchParams({ password }), headers });
}

const from = (address: string) => ({ "CF-Connecting-IP": address });

/** A guess while no hash can be read. */
function guessWithoutDatabase(url: string, init: RequestInit) {
  const DB = new Proxy(env.DB, {
    get: (target, name) => {
      if (name === "prepare") throw new Error("D1_ERROR: Network connection lost.");
      return Reflect.get(target, name) as unknown;
    },
  });
  return visitOn({ ...watchEnv().env, DB }, url, init);
}

describe("when a store is down", () => {
  it.each<[string, () => RequestInit]>([
    ["the form", () => ({ method: "POST", body: new URLSearchParams({ password: PASSWORD }) })],
    ["the header", () => ({ headers: { "X-Link-Password": PASSWORD } })],
  ])("[5.13] a guess by %s is answered 503 without the database, and takes no attempt", async (_, toInit) => {
    const { url } = await createProtected();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const guess = () => guessWithoutDatabase(url, toInit());
    for (let i = 0; i < 11; i++) expect((await guess()).status).toBe(503);
    expect((await guess()).headers.get("Retry-After")).toBe("5");
    expect((await post(url, PASSWORD)).status).toBe(303);
    warn.mockRestore();
  });

  it("[5.10] a guess past the limit is a 429, and no hash is read or computed for it", async () => {
    const { url } = await createProtected();
    for (let i = 0; i < 10; i++) await post(url, "wrong", from("192.0.2.1"));
    const body = new URLSearchParams({ password: PASSWORD });
    const locked = await guessWithoutDatabase(url, { method: "POST", body, headers: from("192.0.2.1") });
    expect(locked.status).toBe(429);
  });

  it("[5.13] a guess is answered 503 where attempts cannot be counted", async () => {
    const { url } = await createProtected();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const ATTEMPTS = {
      idFromName: (name: string) => name,
      get: () => ({ reserve: () => Promise.reject(new Error("Durable Object is overloaded.")) }),
    } as unknown as typeof env.ATTEMPTS;
    const body = new URLSearchParams({ password: PASSWORD });
    const response = await visitOn({ ...env, ATTEMPTS }, url, { method: "POST", body });
    expect(response.status).toBe(503);
    warn.mockRestore();
  });
});

describe("what is kept", () => {
  it("[5.13] of a password at the edge is no more than that there is one, and its version", async () => {
    const { id, url } = await createProtected();
    const row = await env.DB.prepare("SELECT password_hash FROM records WHERE id = ?1").bind(id).first();
    const hash = row?.["password_hash"] as string;
    const { pathname } = new URL(url);
    const snapshot = await env.SNAPSHOTS.get(`p:${site.host}${pathname}`);
    expect(JSON.parse(snapshot ?? "null")).toMatchObject({ records: [{ id, passwordVersion: 1 }] });
    expect(snapshot).not.toContain(hash);
    expect(snapshot).not.toMatch(/\$2[aby]\$|sesame/);
  });

  const MINUTE_MS = 60_000;

  it("[5.12] is no address, and each attempt for its 15 minutes alone, whoever goes on guessing", async () => {
    const { id, url } = await createProtected();
    const stub = env.ATTEMPTS.get(env.ATTEMPTS.idFromName(id));
    const rows = () =>
      runInDurableObject(stub, (_, { storage }) => {
        const tables = storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'attempts'").toArray();
        return tables.length === 0 ? [] : storage.sql.exec("SELECT * FROM attempts").toArray();
      });
    const dueAt = () => runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
    const startMs = Date.now();
    const now = vi.spyOn(Date, "now").mockReturnValue(startMs);
    await post(url, "wrong", from("192.0.2.77"));
    expect(JSON.stringify(await rows())).toMatch(/^\[\{"id":1,"address":"[\w-]{43}","at":\d+\}\]$/);
    now.mockReturnValue(startMs + 10 * MINUTE_MS);
    await post(url, "wrong", from("192.0.2.78"));
    expect(await dueAt()).toBe(startMs + 15 * MINUTE_MS);
    now.mockReturnValue(startMs + 15 * MINUTE_MS);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect((await rows()).map(({ at }) => at)).toEqual([startMs + 10 * MINUTE_MS]);
    expect(await dueAt()).toBe(startMs + 25 * MINUTE_MS);
    now.mockReturnValue(startMs + 25 * MINUTE_MS);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect([await rows(), await dueAt()]).toEqual([[], null]);
    expect((await post(url, "wrong", from("192.0.2.77"))).status).toBe(403);
    now.mockRestore();
  });
});
