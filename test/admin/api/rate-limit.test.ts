import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import type { Env } from "../../../src/env.ts";
import { proxyOf } from "../../support/proxy-of.ts";
import { createWorkspace } from "../../support/workspace.ts";

function call(address: string, token?: string, path = "/test"): Promise<Response> {
  const headers = new Headers({ "CF-Connecting-IP": address });
  if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
  return exports.default.fetch(new Request(`http://localhost:8787/v1${path}`, { headers }));
}

const minuteOf = (nowMs: number) => Math.floor(nowMs / 60_000);

/** Does calls that have to fall into one period of the limiter: anew, where its minute turned meanwhile. */
async function inOneMinute<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const minute = minuteOf(Date.now());
    const result = await work();
    if (minuteOf(Date.now()) === minute) return result;
  }
}

/** The statuses of so many calls, each with how often it came. */
async function countStatuses(calls: number, send: () => Promise<Response>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let left = calls; left > 0; left -= 20) {
    const responses = await Promise.all(Array.from({ length: Math.min(left, 20) }, send));
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

async function expectLimited(response: Response, limit?: string): Promise<void> {
  expect(response.status).toBe(429);
  expect(await response.json()).toEqual({
    message: expect.stringMatching(/\S/),
    message_code: expect.any(Object),
    request_id: expect.any(String),
  });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const retryAfter = Number(response.headers.get("Retry-After"));
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(60);
  expect(response.headers.get("x-ratelimit-limit")).toMatch(/^\d+$/);
  if (limit !== undefined) expect(response.headers.get("x-ratelimit-limit")).toBe(limit);
  expect(response.headers.get("x-ratelimit-remaining")).toBe("0");
  const reset = Number(response.headers.get("x-ratelimit-reset"));
  expect(Number.isInteger(reset)).toBe(true);
  expect(reset).toBeLessThanOrEqual(Date.now() / 1000 + 60);
  expect(reset).toBeGreaterThan(Date.now() / 1000 - 60);
}

function callOn(bindings: Env, address: string, token: string): Promise<Response> {
  const headers = { "CF-Connecting-IP": address, Authorization: `Bearer ${token}` };
  const request = new Request("http://localhost:8787/v1/test", { headers });
  return Promise.resolve(answerAdmin(request, bindings, createExecutionContext()));
}

/** A limiter that admits so many calls. */
function refuseAfter(calls: number): RateLimit {
  let left = calls;
  return { limit: () => Promise.resolve({ success: left-- > 0 }) };
}

/** The database, with its look-ups of tokens counted. */
function countDatabase(): { DB: D1Database; queries: number } {
  const counted = {
    queries: 0,
    DB: proxyOf(env.DB, {
      prepare: (sql: string) => {
        if (sql.includes("t.hash")) counted.queries++;
        return env.DB.prepare(sql);
      },
    }),
  };
  return counted;
}

let addresses = 0;
const newAddress = () => `192.0.2.${++addresses}`;

describe("200 requests in 60 seconds for a token", () => {
  it("[9.14] the 201st is a 429 with Retry-After; another token is served", async () => {
    const { counts, limited, elsewhere, others } = await inOneMinute(async () => {
      const workspace = await createWorkspace();
      const { token } = workspace;
      const created = await workspace.call("POST", "/tokens", { name: "another" });
      const address = newAddress();
      return {
        // To make the other token was the first call.
        counts: await countStatuses(199, () => call(address, token)),
        limited: await call(address, token),
        elsewhere: await call(newAddress(), token, "/links"),
        others: [
          await call(address, created.body.token),
          await call(address, (await createWorkspace()).token),
        ],
      };
    });
    expect(counts).toEqual({ 200: 199 });
    await expectLimited(limited, "200");
    await expectLimited(elsewhere, "200");
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe("requests without a valid token", () => {
  it.each([
    ["no token", undefined],
    ["a malformed token", "hello"],
    ["a token that was never issued", `sp_${"a".repeat(40)}`],
  ])("[9.15] are limited by address: %s", async (_, token) => {
    const { token: valid } = await createWorkspace();
    const { counts, limited, elsewhere, tenant, stranger } = await inOneMinute(async () => {
      const address = newAddress();
      await call(newAddress(), valid);
      return {
        counts: await countStatuses(200, () => call(address, token)),
        limited: await call(address, token),
        elsewhere: await call(newAddress(), token),
        tenant: await call(address, valid),
        stranger: await call(address, (await createWorkspace()).token),
      };
    });
    expect(Object.keys(counts)).toEqual(["401", "429"]);
    await expectLimited(limited);
    expect(elsewhere.status).toBe(401);
    expect(tenant.status).toBe(200);
    // Nobody can tell a token that was never seen here from a guess, but by the database.
    await expectLimited(stranger, "60");
  });

  it("[9.15] reach the database never with text that is no token, and not at all once the address is refused", async () => {
    const { token } = await createWorkspace();
    const database = countDatabase();
    const bound = { ...env, DB: database.DB, UNAUTHENTICATED_LIMITER: refuseAfter(3) };
    const address = newAddress();
    const knock = (text: string) => callOn(bound, address, text);
    for (const text of ["", "hello", `sp_${"a".repeat(39)}`]) {
      expect((await knock(text)).status).toBe(401);
    }
    expect(database.queries).toBe(0);
    const guess = (letter: string) => knock(`sp_${letter.repeat(40)}`);
    // The look-up comes first, and then the limiter refuses.
    await expectLimited(await guess("a"), "60");
    expect(database.queries).toBe(1);
    for (const letter of "bcdefgh") await expectLimited(await guess(letter), "60");
    await expectLimited(await knock(token), "60");
    expect(database.queries).toBe(1);
  });

  it("[9.15] are refused for a minute, but for a token that was valid here ten minutes ago at most", async () => {
    const { token } = await createWorkspace();
    const address = newAddress();
    const wrong = `sp_${"w".repeat(40)}`;
    const startMs = Date.now();
    const now = vi.spyOn(Date, "now").mockReturnValue(startMs);
    const at = async (seconds: number, text: string, limiter: RateLimit) => {
      now.mockReturnValue(startMs + seconds * 1000);
      return callOn({ ...env, UNAUTHENTICATED_LIMITER: limiter }, address, text);
    };
    const [refuses, admits] = [refuseAfter(0), refuseAfter(1_000)];
    expect((await at(0, token, admits)).status).toBe(200);
    expect((await at(541, wrong, refuses)).status).toBe(429);
    expect((await at(599, token, admits)).status).toBe(200);
    const refused = await at(600, wrong, admits);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
    expect((await at(601, wrong, admits)).status).toBe(401);
    // The use at 599 keeps it known until 1,199.
    expect((await at(1_150, wrong, refuses)).status).toBe(429);
    expect((await at(1_198, token, admits)).status).toBe(200);
    now.mockRestore();
  });

  it("of a token that was revoked are looked up once, and then refused like any others", async () => {
    const workspace = await createWorkspace();
    const { body } = await workspace.call("POST", "/tokens", { name: "short-lived" });
    const database = countDatabase();
    const bound = { ...env, DB: database.DB, UNAUTHENTICATED_LIMITER: refuseAfter(0) };
    const address = newAddress();
    expect((await callOn(bound, address, body.token)).status).toBe(200);
    await workspace.call("DELETE", `/tokens/${body.id}`);
    database.queries = 0;
    for (let i = 0; i < 3; i++) expect((await callOn(bound, address, body.token)).status).toBe(429);
    expect(database.queries).toBe(1);
  });

  it("of one /64 are one address", async () => {
    let network = 0;
    const { counts, elsewhere } = await inOneMinute(async () => {
      network += 2;
      let host = 0;
      const send = () => call(`2001:db8:1:${network}::${(++host).toString(16)}`);
      return {
        counts: await countStatuses(200, send),
        elsewhere: await call(`2001:db8:1:${network + 1}::1`),
      };
    });
    expect(counts[429]).toBeGreaterThan(0);
    expect(elsewhere.status).toBe(401);
  });

  it("for the OpenAPI document are also limited", async () => {
    const { limited, elsewhere } = await inOneMinute(async () => {
      const address = newAddress();
      await countStatuses(200, () => call(address));
      return {
        limited: await call(address, undefined, "/openapi.json"),
        elsewhere: await call(newAddress(), undefined, "/openapi.json"),
      };
    });
    await expectLimited(limited);
    expect(elsewhere.status).toBe(200);
  });

  it("never use up a tenant's share", async () => {
    const counts = await inOneMinute(async () => {
      const { token } = await createWorkspace();
      const address = newAddress();
      await call(newAddress(), token);
      const wrong = token.slice(0, -1) + (token.endsWith("a") ? "b" : "a");
      await countStatuses(200, () => call(address, wrong));
      return countStatuses(199, () => call(address, token));
    });
    expect(counts).toEqual({ 200: 199 });
  });
});

it.each<[number, string, string, string | undefined]>([
  [200, "GET", "/test", undefined],
  [400, "POST", "/link", "{"],
  [404, "GET", "/nothing", undefined],
  [405, "PATCH", "/link", undefined],
  [422, "POST", "/link", "{}"],
])(
  "[9.14] an answer %i to a call with a token tells the limit, and nothing of what is left",
  async (...expected) => {
    const [status, method, path, body] = expected;
    const { token } = await createWorkspace();
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const url = `http://localhost:8787/v1${path}`;
    const response = await exports.default.fetch(
      new Request(url, { method, headers, ...(body !== undefined && { body }) }),
    );
    const told = ["limit", "remaining", "reset"].map((name) => response.headers.get(`x-ratelimit-${name}`));
    expect([response.status, ...told]).toEqual([status, "200", null, null]);
  },
);

it.each<[string, () => Promise<never>]>([
  ["fails", () => Promise.reject(new Error("internal error"))],
  ["hangs", () => new Promise(() => {})],
])("a limiter that %s stops nobody", async (_, limit) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { token } = await createWorkspace();
  const request = new Request("http://localhost:8787/v1/test", {
    headers: { Authorization: `Bearer ${token}` },
  });
  const response = await answerAdmin(request, { ...env, API_LIMITER: { limit } }, createExecutionContext());
  expect(response.status).toBe(200);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('"event":"calls_not_counted"'));
  warn.mockRestore();
});
