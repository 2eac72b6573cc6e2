import { env, exports } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import { sha256Hex } from "../../../src/runtime/digest.ts";
import { newSecret } from "../../../src/services/session/sessions.ts";
import { hashToken } from "../../../src/services/token/token.ts";
import { deleteEndedSessions, insertSignInCode } from "../../../src/storage/session/session.ts";
import { addToken, createSite } from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";

const ADMIN = "http://localhost:8787";
const OWN = { "Sec-Fetch-Site": "same-origin" };
const HOUR_MS = 3_600_000;

interface Sent {
  method?: string;
  cookie?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
  origin?: string;
}

/** Sends a call as a browser does. */
async function send(
  path: string,
  { method = "GET", cookie = null, headers = OWN, body, origin = ADMIN }: Sent = {},
) {
  const response = await exports.default.fetch(
    new Request(`${origin}/v1${path}`, {
      method,
      headers: {
        ...headers,
        ...(cookie !== null && { Cookie: cookie }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const setCookie = response.headers.get("Set-Cookie");
  // Bodies are whatever the API says: tests compare them.
  // oxlint-disable-next-line typescript/no-explicit-any
  const answer = (await response.json()) as any;
  return { status: response.status, headers: response.headers, setCookie, body: answer };
}

const signInWith = (body: object, more: Sent = {}) => send("/session", { method: "POST", body, ...more });

/** Signs in and returns the cookie. */
async function signIn(token: string): Promise<string> {
  const { status, setCookie, body } = await signInWith({ token });
  expect(status, JSON.stringify(body)).toBe(200);
  return (setCookie ?? "").split(";")[0] ?? "";
}

/** Makes the user of every session have shown the token so long ago. */
async function age(milliseconds: number): Promise<void> {
  await env.DB.prepare("UPDATE sessions SET proven_at = proven_at - ?1").bind(milliseconds).run();
}

async function addCode(token: string, expiresAtMs: number): Promise<string> {
  const code = newSecret();
  const { sql, parameters } = insertSignInCode({
    hash: await sha256Hex(code),
    workspaceId: "w",
    tokenHash: await hashToken(token),
    expiresAtMs,
  });
  await env.DB.prepare(sql)
    .bind(...parameters)
    .run();
  return code;
}

describe("the sign-in", () => {
  it("[32.1] sets a cookie that no script and no other site gets, and keeps neither token nor id", async () => {
    const { token } = await createWorkspace();
    const { status, setCookie, body } = await signInWith({ token });
    expect(status).toBe(200);
    expect(setCookie).toMatch(/^signpost=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(body.session).toMatchObject({ role: "owner", workspace: { plan: "enterprise" } });
    const rows = JSON.stringify((await env.DB.prepare("SELECT * FROM sessions").all()).results);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain((setCookie ?? "").slice("signpost=".length, 40));
    const secure = await signInWith({ token }, { origin: "https://localhost" });
    expect(secure.setCookie).toMatch(
      /^__Host-signpost=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it.each([
    [{}, 422],
    [{ token: "sp_unknown" }, 401],
    [{ token: `sp_${"0".repeat(40)}` }, 401],
    [{ token: `sp_${"0".repeat(40)}`, code: "x" }, 422],
    [{ token: 1 }, 422],
    [{ code: "unknown" }, 401],
    [{ password: "x" }, 422],
  ])("[32.1] refuses %j", async (body, status) => {
    const answer = await signInWith(body);
    expect([answer.status, answer.setCookie]).toEqual([status, null]);
  });

  it("[32.1] takes a code once, within ten minutes, on localhost alone", async () => {
    const { token, id } = await createWorkspace();
    const code = await addCode(token, Date.now() + 60_000);
    const far = new Request("https://admin.example/v1/session", {
      method: "POST",
      headers: { ...OWN, "Content-Type": "application/json" },
      body: JSON.stringify({ code }),
    });
    expect((await answerAdmin(far, env, createExecutionContext())).status).toBe(422);
    const { status, body } = await signInWith({ code });
    expect([status, body.session.workspace.id]).toEqual([200, id]);
    expect(body.session.proven_at).toBeNull();
    expect((await signInWith({ code })).status).toBe(401);
    expect((await signInWith({ code: await addCode(token, Date.now() - 1) })).status).toBe(401);
  });

  it("[32.1] gives a session the current rights of its token, and shows who is signed in", async () => {
    const { token, id } = await createWorkspace();
    const cookie = await signIn(token);
    const { body } = await send("/session", { cookie });
    expect(body.session.workspace.id).toBe(id);
    expect((await send("/session")).body).toEqual({ session: null });
    expect((await send("/session", { cookie: `signpost=${"a".repeat(43)}` })).body).toEqual({
      session: null,
    });
  });

  it("[32.2] leaves history that says dashboard, under the user's name", async () => {
    const site = await createSite();
    const record = await site.createLink({ destination: "https://a.example/" });
    const cookie = await signIn(site.token);
    const written = await send(`/links/${record.id}`, {
      method: "PUT",
      cookie,
      body: { destination: "https://b.example/" },
    });
    expect(written.headers.get("x-ratelimit-limit")).toBe("600");
    const { body } = await send(`/links/${record.id}/history`, { cookie });
    expect(body.data[0]).toMatchObject({ source: "dashboard" });
    expect(body.data[0].actor.name).toMatch(/owner$/);
  });
});

describe("attacks", () => {
  const CROSS = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "none" },
    { "Sec-Fetch-Site": "cross-site", Origin: ADMIN },
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Referer: `${ADMIN}/` },
  ];

  it.each(CROSS)("[32.4] refuses every method with the cookie and %j", async (headers) => {
    const site = await createSite();
    const { id } = await site.createLink({ destination: "https://a.example/" });
    const cookie = await signIn(site.token);
    const calls: [string, string, unknown?][] = [
      ["GET", "/links"],
      ["POST", "/link", { host: site.host, destination: "https://evil.example/" }],
      ["PUT", `/links/${id}`, { destination: "https://evil.example/" }],
      ["DELETE", `/links/${id}`],
      ["GET", "/session"],
      ["DELETE", "/session"],
    ];
    for (const [method, path, body] of calls) {
      const answer = await send(path, { method, cookie, headers, body });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
    expect((await site.call("GET", `/links/${id}`)).body.destination).toBe("https://a.example/");
    expect((await send("/links", { cookie })).status).toBe(200);
  });

  it("[32.4] refuses a sign-in that another site has caused, and takes the origin where a browser says no more", async () => {
    const { token } = await createWorkspace();
    for (const headers of CROSS) expect((await signInWith({ token }, { headers })).status).toBe(403);
    expect((await signInWith({ token }, { headers: { Origin: ADMIN } })).status).toBe(200);
  });

  it("[32.4] accepts a token from any origin, because browsers do not add it automatically", async () => {
    const { token } = await createWorkspace();
    const headers = { Authorization: `Bearer ${token}`, "Sec-Fetch-Site": "cross-site" };
    expect((await send("/links", { headers })).status).toBe(200);
    // A wrong token is not made good by a cookie.
    const cookie = await signIn(token);
    const wrong = await send("/links", { cookie, headers: { ...OWN, Authorization: "Bearer sp_wrong" } });
    expect(wrong.status).toBe(401);
  });

  it("[32.1] gives a new id at each sign-in, and ends the session before: a planted cookie opens nothing", async () => {
    const { token } = await createWorkspace();
    const planted = `signpost=${"a".repeat(43)}`;
    const { setCookie } = await signInWith({ token }, { cookie: planted });
    expect(setCookie).not.toContain(planted);
    expect((await send("/links", { cookie: planted })).status).toBe(401);
    const first = await signIn(token);
    expect((await signInWith({ token }, { cookie: first })).status).toBe(200);
    expect((await send("/links", { cookie: first })).status).toBe(401);
  });

  it("[32.3] makes a stolen cookie worthless after the sign-out", async () => {
    const { token } = await createWorkspace();
    const cookie = await signIn(token);
    const out = await send("/session", { method: "DELETE", cookie });
    expect(out.setCookie).toMatch(/^signpost=; Path=\/; Max-Age=0;/);
    expect((await send("/links", { cookie })).status).toBe(401);
  });

  it("[32.2] ends with its token, with its membership, and after twelve hours", async () => {
    const workspace = await createWorkspace();
    const other = await addToken(workspace.id, { role: "editor" });
    const cookies = [await signIn(other), await signIn(other), await signIn(workspace.token)];
    const { body } = await workspace.call("GET", "/tokens");
    const revoked = body.data.find(({ role }: { role: string }) => role === "editor");
    await workspace.call("DELETE", `/tokens/${revoked.id}`);
    expect((await send("/links", { cookie: cookies[0]! })).status).toBe(401);
    expect((await send("/links", { cookie: cookies[2]! })).status).toBe(200);
    await env.DB.prepare("UPDATE sessions SET ends_at = ?1").bind(Date.now()).run();
    expect((await send("/links", { cookie: cookies[2]! })).status).toBe(401);
    await deleteEndedSessions(env.DB, Date.now(), 1_000);
    const { results } = await env.DB.prepare("SELECT hash FROM sessions").all();
    expect(results).toEqual([]);
  });

  it("[32.2] has the role that its user has now", async () => {
    const site = await createSite();
    const token = await addToken(site.id, { role: "editor" });
    const cookie = await signIn(token);
    const create = () =>
      send("/link", { method: "POST", cookie, body: { host: site.host, destination: "https://a.example/" } });
    expect((await create()).status).toBe(200);
    await env.DB.prepare("UPDATE memberships SET role = 'viewer' WHERE workspace_id = ?1 AND role = 'editor'")
      .bind(site.id)
      .run();
    expect((await create()).status).toBe(484);
    expect((await send("/session", { cookie })).body.session.role).toBe("viewer");
  });

  it("[32.5] [7.11] asks for the token again before it hands out or takes away access", async () => {
    const site = await createSite();
    const other = await addToken(site.id, { role: "editor" });
    const cookie = await signIn(site.token);
    const make = (used: string) => send("/tokens", { method: "POST", cookie: used, body: { name: "new" } });
    expect((await make(cookie)).status).toBe(200);
    await age(5 * 60_000 + 1_000);
    const list = (await send("/tokens", { cookie })).body.data as { id: string }[];
    const { body: key } = await site.call("POST", "/door-keys", { name: "blog", hosts: [site.host] });
    const calls: [string, string, unknown?][] = [
      ["POST", "/tokens", { name: "second" }],
      ["DELETE", `/tokens/${list[0]?.id}`],
      ["POST", `/host/${site.host}/move`, { token: other }],
      ["GET", "/export?include=secrets"],
      ["POST", "/workspace/notify-secret"],
      ["POST", "/door-keys", { name: "blog", hosts: [site.host] }],
      ["GET", `/door-keys/${key.id}`],
      ["DELETE", `/door-keys/${key.id}`],
    ];
    for (const [method, path, body] of calls) {
      const answer = await send(path, { method, cookie, body });
      expect([path, answer.status, answer.body.needs]).toEqual([path, 403, "proof"]);
    }
    const secretOf = () =>
      env.DB.prepare("SELECT notify_secret FROM workspaces WHERE id = ?1")
        .bind(site.id)
        .first("notify_secret");
    expect(await secretOf()).toBeNull();
    const again = await signInWith({ token: site.token }, { cookie });
    expect((await make((again.setCookie ?? "").split(";")[0] ?? "")).status).toBe(200);
    // A code shows that somebody reads the console, and nothing more.
    const byCode = await signInWith({ code: await addCode(site.token, Date.now() + HOUR_MS) });
    expect((await make((byCode.setCookie ?? "").split(";")[0] ?? "")).status).toBe(403);
    expect((await site.call("POST", "/tokens", { name: "by token" })).status).toBe(200);
  });
});
