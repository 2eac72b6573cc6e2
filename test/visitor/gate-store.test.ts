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

describe("when a store is down", () => {
  it("a guess is answered 503 without the database, and takes no attempt", async () => {
    const { url } = await createProtected();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const watched = watchEnv();
    const DB = new Proxy(env.DB, {
      get: (target, name) => {
        if (name === "prepare") throw new Error("D1_ERROR: Network connection lost.");
        return Reflect.get(target, name) as unknown;
      },
    });
    const guess = () =>
      visitOn({ ...watched.env, DB }, url, {
        method: "POST",
        body: new URLSearchParams({ password: PASSWORD }),
      });
    for (let i = 0; i < 11; i++) expect((await guess()).status).toBe(503);
    expect((await guess()).headers.get("Retry-After")).toBe("5");
    expect((await post(url, PASSWORD)).status).toBe(303);
    warn.mockRestore();
  });

  it("a guess is answered 503 where attempts cannot be counted", async () => {
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
  it("is no address, and nothing at all once the window is over", async () => {
    const { id, url } = await createProtected();
    await post(url, "wrong", from("192.0.2.77"));
    const { runInDurableObject, runDurableObjectAlarm } = await import("cloudflare:test");
    const stub = env.ATTEMPTS.get(env.ATTEMPTS.idFromName(id));
    const rows = () =>
      runInDurableObject(stub, (_, { storage }) => {
        const tables = storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'attempts'").toArray();
        return tables.length === 0 ? [] : storage.sql.exec("SELECT * FROM attempts").toArray();
      });
    expect(JSON.stringify(await rows())).toMatch(/^\[\{"id":1,"address":"[\w-]{43}","at":\d+\}\]$/);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await rows()).toEqual([]);
    expect((await post(url, "wrong", from("192.0.2.77"))).status).toBe(403);
  });
});
