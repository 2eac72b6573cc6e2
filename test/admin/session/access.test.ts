import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import { newId } from "../../../src/services/new-id.ts";
import { toBase64Url } from "../../../src/runtime/base64.ts";
import { createWorkspace, type TestWorkspace } from "../../support/workspace.ts";
import { homeOf } from "../../support/home.ts";

const ISSUER = "https://acme.cloudflareaccess.com";
const AUDIENCE = "audience-tag";
const ACCESS_ENV = { ...env, ACCESS_TEAM: "acme", ACCESS_AUDIENCE: `other-tag, ${AUDIENCE}` };
const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

let own: CryptoKeyPair;
let foreign: CryptoKeyPair;
let workspace: TestWorkspace;
let email: string;
let count = 0;

beforeAll(async () => {
  const generate = async () =>
    (await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"])) as CryptoKeyPair;
  [own, foreign] = [await generate(), await generate()];
});

beforeEach(async () => {
  const jwk = await crypto.subtle.exportKey("jwk", own.publicKey);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    expect(new Request(input).url).toBe(`${ISSUER}/cdn-cgi/access/certs`);
    return Response.json({ keys: [{ ...jwk, kid: "own", alg: "RS256" }] });
  });
  workspace = await createWorkspace();
  email = `ada-${++count}@example.com`;
  await setEmail(workspace, email);
});

afterEach(() => vi.restoreAllMocks());

async function setEmail({ id, userId }: TestWorkspace, address: string): Promise<void> {
  await homeOf(id).prepare("UPDATE users SET email = ?2 WHERE id = ?1").bind(userId, address).run();
}

interface Forged {
  claims?: Record<string, unknown>;
  head?: Record<string, unknown>;
  key?: CryptoKey;
  change?: (token: string) => string;
}

async function assertion({ claims = {}, head = {}, key, change = (token) => token }: Forged = {}) {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const encode = (value: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
  const signed = `${encode({ alg: "RS256", kid: "own", ...head })}.${encode({
    aud: [AUDIENCE],
    iss: ISSUER,
    email: email.toUpperCase(),
    iat: nowSeconds,
    exp: nowSeconds + 60,
    ...claims,
  })}`;
  const signature = await crypto.subtle.sign(
    ALGORITHM.name,
    key ?? own.privateKey,
    new TextEncoder().encode(signed),
  );
  return change(`${signed}.${toBase64Url(new Uint8Array(signature))}`);
}

interface Sent {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
  site?: string;
  within?: typeof env;
}

async function send(path: string, token: string, sent: Sent = {}) {
  const { method = "GET", body, headers = {}, site = "same-origin", within = ACCESS_ENV } = sent;
  const request = new Request(`http://localhost:8787/v1${path}`, {
    method,
    headers: {
      "Cf-Access-Jwt-Assertion": token,
      "Sec-Fetch-Site": site,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await answerAdmin(request, within, createExecutionContext());
  // Bodies are whatever the API says: tests compare them.
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

it("[32.11] signs a member in by the address, with the role of now, and says dashboard in history", async () => {
  const token = await assertion();
  const { body } = await send("/session", token);
  expect(body.session).toMatchObject({ role: "owner", method: "access", workspace: { id: workspace.id } });
  expect((await send("/links", token)).status).toBe(200);
  await env.DB.prepare("UPDATE users SET email = '' WHERE id = ?1").bind(workspace.userId).run();
  const gone = await send("/links", token);
  expect([gone.status, gone.body.workspaces]).toEqual([403, []]);
});

describe("[32.11] refuses an assertion", () => {
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const cases: [string, () => Forged][] = [
    ["of another key", () => ({ key: foreign.privateKey })],
    ["for another audience", () => ({ claims: { aud: ["elsewhere"] } })],
    ["without an audience", () => ({ claims: { aud: undefined } })],
    ["of another issuer", () => ({ claims: { iss: "https://evil.cloudflareaccess.com" } })],
    ["that has expired", () => ({ claims: { exp: nowSeconds() - 1 } })],
    ["that never expires", () => ({ claims: { exp: undefined } })],
    ["of tomorrow", () => ({ claims: { iat: nowSeconds() + 86_400 } })],
    ["that is not valid yet", () => ({ claims: { nbf: nowSeconds() + 86_400 } })],
    ["without an address", () => ({ claims: { email: undefined } })],
    [
      "with the algorithm none",
      () => ({ head: { alg: "none" }, change: (text) => text.replace(/[^.]*$/, "") }),
    ],
    ["signed with the public key as a secret", () => ({ head: { alg: "HS256" } })],
    ["of an unknown key", () => ({ head: { kid: "other" } })],
    ["with a changed claim", () => ({ change: (text) => text.replace(".", ".e30") })],
    ["that is no token", () => ({ change: () => "a.b.c.d" })],
  ];
  it.each(cases)("%s", async (_, forge) => {
    expect((await send("/links", await assertion(forge()))).status).toBe(401);
  });

  it("if Access is not set up, and from another site", async () => {
    const token = await assertion();
    expect((await send("/links", token, { within: env })).status).toBe(401);
    expect((await send("/links", token, { site: "cross-site" })).status).toBe(403);
  });
});

it("[32.11] lets a member of several workspaces choose, and only among their own", async () => {
  const other = await createWorkspace();
  const stranger = await createWorkspace();
  await setEmail(other, email);
  const token = await assertion();
  const { body } = await send("/session", token);
  expect(body.session).toBeNull();
  const ids = body.workspaces.map(({ id }: { id: string }) => id);
  expect(ids.toSorted()).toEqual([workspace.id, other.id].toSorted());
  expect((await send("/links", token)).status).toBe(403);
  const choose = (id: string) => send("/session", token, { method: "POST", body: { workspace: id } });
  expect((await choose(stranger.id)).status).toBe(401);
  const chosen = await choose(other.id);
  expect(chosen.body.session.workspace.id).toBe(other.id);
  const cookie = (chosen.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  expect((await send("/links", token, { headers: { Cookie: cookie } })).status).toBe(200);
  const now = (await send("/session", token, { headers: { Cookie: cookie } })).body;
  expect([now.session.workspace.id, now.workspaces]).toEqual([other.id, body.workspaces]);
  // The cookie is a choice, and nobody's way in.
  const alone = new Request("http://localhost:8787/v1/links", {
    headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
  });
  expect((await answerAdmin(alone, ACCESS_ENV, createExecutionContext())).status).toBe(401);
});

it("[25.13] reads the keys of Access at Cloudflare, whatever ACCESS_CERTS_URL says", async () => {
  const within = {
    ...ACCESS_ENV,
    ADMIN_HOSTS: "localhost,admin.example",
    ACCESS_CERTS_URL: "https://keys.example/",
  };
  const { body } = await send("/session", await assertion(), { within });
  expect(body.session).not.toBeNull();
});

it("[32.33] does nothing in another workspace than the page shows", async () => {
  const other = await createWorkspace();
  await setEmail(other, email);
  const token = await assertion();
  const chosen = await send("/session", token, { method: "POST", body: { workspace: other.id } });
  const cookie = (chosen.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  const add = (name: string, headers: Record<string, string>) =>
    send("/tokens", token, { method: "POST", body: { name }, headers });
  expect((await add("chosen", { Cookie: cookie, "X-Workspace": other.id })).status).toBe(200);
  expect((await add("elsewhere", { Cookie: cookie, "X-Workspace": workspace.id })).status).toBe(401);
  expect((await add("program", { Cookie: cookie })).status).toBe(200);
  // One membership is left, and no cookie chooses it.
  await setEmail(other, "");
  expect((await add("left", { "X-Workspace": other.id })).status).toBe(401);
  for (const { id } of [workspace, other]) {
    const { results } = await homeOf(id)
      .prepare("SELECT name FROM tokens WHERE name IN ('elsewhere', 'left')")
      .all();
    expect(results).toEqual([]);
  }
});

it("[32.5] requires an assertion of the last five minutes for actions that give access", async () => {
  const make = (token: string) =>
    send("/tokens", token, { method: "POST", body: { name: newId(Date.now()) } });
  const nowSeconds = Math.floor(Date.now() / 1000);
  expect((await make(await assertion())).status).toBe(200);
  const old = await make(await assertion({ claims: { iat: nowSeconds - 301 } }));
  expect([old.status, old.body.needs]).toEqual([403, "proof"]);
});
