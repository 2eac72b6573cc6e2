import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import { createSite } from "../../support/site.ts";
import { proxyOf } from "../../support/proxy-of.ts";

const TOKEN = (letter: string) => `sp_${letter.repeat(40)}`;
const COOKIE = (letter: string) => `signpost=${letter.repeat(43)}`;

let addresses = 0;

/** Sends calls of one address, whose limiter admits so many failures, and counts their queries. */
function callFrom(admitted: number) {
  const address = `198.51.100.${++addresses}`;
  const counted = { queries: 0 };
  const DB = proxyOf(env.DB, {
    prepare: (sql: string) => {
      counted.queries++;
      return env.DB.prepare(sql);
    },
  });
  let left = admitted;
  const UNAUTHENTICATED_LIMITER = { limit: () => Promise.resolve({ success: left-- > 0 }) };
  return async (
    method: string,
    path: string,
    sent: { cookie?: string; headers?: Record<string, string>; body?: object },
  ) => {
    counted.queries = 0;
    const headers = new Headers({ "CF-Connecting-IP": address, "Sec-Fetch-Site": "same-origin" });
    if (sent.cookie !== undefined) headers.set("Cookie", sent.cookie);
    for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value);
    if (sent.body !== undefined) headers.set("Content-Type", "application/json");
    const body = sent.body === undefined ? null : JSON.stringify(sent.body);
    const request = new Request(`http://localhost:8787/v1${path}`, { method, headers, body });
    const bindings = { ...env, DB, UNAUTHENTICATED_LIMITER };
    const response = await answerAdmin(request, bindings, createExecutionContext());
    return { response, status: response.status, queries: counted.queries };
  };
}

it.each([
  ["a cookie of no session", 401, "GET", "/account", (x: string) => ({ cookie: COOKIE(x) })],
  ["a question who is signed in", 200, "GET", "/session", (x: string) => ({ cookie: COOKIE(x) })],
  ["a sign-out of no session", 200, "DELETE", "/session", (x: string) => ({ cookie: COOKIE(x) })],
  ["a sign-in with a wrong token", 401, "POST", "/session", (x: string) => ({ body: { token: TOKEN(x) } })],
  ["a sign-in with a wrong code", 401, "POST", "/session", (x: string) => ({ body: { code: x } })],
] as const)(
  "[9.15] limits by address, and asks D1 nothing once the address is refused: %s",
  async (_, failed, method, path, sent) => {
    const call = callFrom(1);
    expect((await call(method, path, sent("a"))).status).toBe(failed);
    expect(await call(method, path, sent("b"))).toMatchObject({ status: 429, queries: 1 });
    const { response, queries } = await call(method, path, sent("c"));
    expect([response.status, response.headers.get("Retry-After"), queries]).toEqual([429, "60", 0]);
    const bearer = { headers: { Authorization: `Bearer ${TOKEN("d")}` } };
    expect(await call("GET", "/account", bearer)).toMatchObject({ status: 429, queries: 0 });
  },
);

it("[9.15] serves a session that was valid here, although its address is refused", async () => {
  const { token } = await createSite();
  const call = callFrom(0);
  const { response } = await call("POST", "/session", { body: { token } });
  const cookie = (response.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  expect((await call("GET", "/account", { cookie })).status).toBe(200);
  expect((await call("GET", "/account", { cookie: COOKIE("a") })).status).toBe(429);
  expect((await call("GET", "/account", { cookie })).status).toBe(200);
  // The user may show the token again.
  expect((await call("POST", "/session", { cookie, body: { token } })).status).toBe(200);
});
