import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { takeInvitation } from "../../../src/services/member/invitations.ts";
import { sha256Hex } from "../../../src/runtime/digest.ts";
import { newSecret } from "../../../src/services/session/sessions.ts";
import type { Answer } from "../../support/workspace.ts";
import { addToken, createSite, requireOk, send, type Site } from "../../support/site.ts";

const ADMIN = "http://localhost:8787";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

let people = 0;

async function invite(fields: object = {}): Promise<{ id: string; invitation: string }> {
  people++;
  const person = { email: `guest-${people}@example.com`, name: `Guest ${people}`, role: "editor", ...fields };
  const { id } = requireOk(await site.call("POST", "/members", person)).body;
  return { id, invitation: await again(id) };
}

async function again(id: string): Promise<string> {
  return requireOk(await site.call("POST", `/members/${id}/invitation`)).body.invitation as string;
}

const memberOf = async (id: string) =>
  requireOk(await site.call("GET", "/members?per_page=100")).body.data.find(
    (member: { id: string }) => member.id === id,
  );

const OWN = { "Sec-Fetch-Site": "same-origin" };

/** Signs in as the page does. The document of the API does not have `/session`. */
async function signIn(body: object, headers: Record<string, string> = OWN) {
  const request = new Request(`${ADMIN}/v1/session`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await exports.default.fetch(request);
  const { status, headers: sent } = answer;
  return { status, headers: sent, body: (await answer.json()) as Answer["body"] };
}

const use = (invitation: string, headers?: Record<string, string>) => signIn({ invitation }, headers);

async function expectOver(invitation: string): Promise<void> {
  const { status, body, headers } = await use(invitation);
  expect([status, body.message_code, headers.get("Set-Cookie")]).toEqual([
    401,
    expect.objectContaining({ code: "invitation_over" }),
    null,
  ]);
}

describe("[36.6] an invitation", () => {
  it("signs its member in, with the rights of the member and a token of their own", async () => {
    const { id, invitation } = await invite({ hosts: [site.host] });
    const open = await memberOf(id);
    expect(Date.parse(open.invitation.expires_at) - Date.parse(open.invitation.created_at)).toBe(86_400_000);
    expect(open.invitation.used_at).toBeNull();
    const { status, body, headers } = await use(invitation);
    expect(status).toBe(200);
    expect(body.session).toMatchObject({ user: { id }, role: "editor", hosts: [site.host] });
    expect(headers.get("Set-Cookie")).toMatch(
      /^signpost=[\w-]{43}; Path=\/; Max-Age=43[12]\d\d; HttpOnly; SameSite=Strict/,
    );
    const account = await send("/account", { headers: { Authorization: `Bearer ${body.token}` } });
    expect(account.body).toMatchObject({
      id,
      role: "editor",
      hosts: [site.host],
      workspace: { id: site.id },
    });
    expect((await memberOf(id)).invitation.used_at).toMatch(/Z$/);
    const { data } = requireOk(await site.call("GET", "/activity?per_page=2&filter[kind]=member")).body;
    expect(data).toMatchObject([
      { action: "joined", subject: id, actor: { id } },
      { action: "invited", subject: id, actor: { id: site.userId } },
    ]);
  });

  it("gives a token that follows what the member is limited to", async () => {
    const { id, invitation } = await invite({ tags: ["sales"] });
    const { token } = (await use(invitation)).body;
    const limits = async () => {
      const { body } = await send("/account", { headers: { Authorization: `Bearer ${token}` } });
      return [body.hosts, body.tags];
    };
    expect(await limits()).toEqual([null, ["sales"]]);
    requireOk(await site.call("PUT", `/members/${id}`, { hosts: [site.host], tags: ["hr"] }));
    expect(await limits()).toEqual([[site.host], ["hr"]]);
    requireOk(await site.call("PUT", `/members/${id}`, { hosts: null, tags: null }));
    expect(await limits()).toEqual([null, null]);
  });

  it("is stored as a hash, and no list and no activity has it", async () => {
    const { id, invitation } = await invite();
    const stored = await env.DB.prepare("SELECT * FROM invitations WHERE user_id = ?1").bind(id).first();
    expect(stored?.["hash"]).toBe(await sha256Hex(invitation));
    const shown = [await memberOf(id), (await site.call("GET", "/activity")).body];
    expect(JSON.stringify([stored, shown])).not.toContain(invitation);
  });

  it("is not used by who opens its page, which no cache keeps and no other page hears of", async () => {
    const { id, invitation } = await invite();
    const headers = { Accept: "text/html" };
    const page = await exports.default.fetch(new Request(`${ADMIN}/invitation`, { headers }));
    expect([page.status, page.headers.get("Cache-Control"), page.headers.get("Referrer-Policy")]).toEqual([
      200,
      "no-store",
      "no-referrer",
    ]);
    expect(await page.text()).toContain('<meta name="robots" content="noindex"');
    const got = await exports.default.fetch(`${ADMIN}/v1/session?invitation=${invitation}`);
    expect([got.status, got.headers.get("Set-Cookie")]).toEqual([422, null]);
    expect((await memberOf(id)).invitation.used_at).toBeNull();
    expect((await use(invitation)).status).toBe(200);
  });

  it("is used once, by one of two calls at the same time", async () => {
    const { id, invitation } = await invite();
    const hash = await sha256Hex(invitation);
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const db = Object.assign(Object.create(env.DB) as D1Database, {
      prepare: (sql: string) => env.DB.prepare(sql),
      batch: async (statements: D1PreparedStatement[]) => {
        waiting++;
        if (waiting === 2) both.resolve();
        await both.promise;
        return env.DB.batch(statements);
      },
    });
    const taken = await Promise.all([1, 2].map(() => takeInvitation(db, hash, Date.now())));
    expect(taken.filter((token) => token !== null)).toHaveLength(1);
    const tokens = env.DB.prepare("SELECT count(*) AS n FROM tokens WHERE user_id = ?1").bind(id);
    expect(await tokens.first("n")).toBe(1);
    await expectOver(invitation);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["is older than 24 hours", (id) => elapse(id)],
    ["was made again", (id) => again(id)],
    ["is of a member who was removed", (id) => site.call("DELETE", `/members/${id}`)],
    ["is of a member whose role has changed", (id) => site.call("PUT", `/members/${id}`, { role: "viewer" })],
  ])("signs nobody in if it %s", async (_, change) => {
    const { id, invitation } = await invite();
    await change(id);
    await expectOver(invitation);
  });

  it("is open while its member's name, hostnames and tags change, and gives what they are by then", async () => {
    const { id, invitation } = await invite();
    const written = { name: "Renamed", hosts: [site.host], tags: ["sales"] };
    const changed = requireOk(await site.call("PUT", `/members/${id}`, written)).body;
    expect(changed.invitation).toMatchObject({ used_at: null });
    expect((await use(invitation)).body.session).toMatchObject({ hosts: [site.host], tags: ["sales"] });
  });

  it("is missing in the answer to the change of the role that ends it", async () => {
    const { id } = await invite();
    expect(
      requireOk(await site.call("PUT", `/members/${id}`, { role: "viewer" })).body.invitation,
    ).toBeNull();
  });

  it("ends the token that the invitation before it has made, and no other", async () => {
    const { id, invitation } = await invite();
    const tokens = [(await use(invitation)).body.token as string, await addToken(site.id)];
    await env.DB.prepare("UPDATE tokens SET user_id = ?1 WHERE hash = ?2")
      .bind(id, await sha256Hex(tokens[1]!))
      .run();
    const other = await invite();
    tokens.push((await use(other.invitation)).body.token as string);
    const statuses = async () =>
      Promise.all(
        tokens.map(
          async (token) => (await send("/account", { headers: { Authorization: `Bearer ${token}` } })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    const next = await again(id);
    expect(await statuses()).toEqual([401, 200, 200]);
    expect((await use(next)).status).toBe(200);
  });

  const elapse = (id: string) =>
    env.DB.prepare("UPDATE invitations SET ends_at = ?2 WHERE user_id = ?1").bind(id, Date.now()).run();

  it("signs nobody in to a suspended workspace, and can be used once that is over", async () => {
    const { invitation } = await invite();
    const suspend = (atMs: number | null) =>
      env.DB.prepare("UPDATE workspaces SET suspended_at = ?2 WHERE id = ?1").bind(site.id, atMs).run();
    await suspend(Date.now());
    await expectOver(invitation);
    await suspend(null);
    expect((await use(invitation)).status).toBe(200);
  });

  it("is refused from other sites, and with another means of sign-in", async () => {
    const { invitation } = await invite();
    expect((await use(invitation, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await signIn({ invitation, token: site.token })).status).toBe(422);
    expect((await use(invitation)).status).toBe(200);
  });

  it("cannot be guessed: an address that sends wrong ones is refused after a few", async () => {
    const headers = { ...OWN, "CF-Connecting-IP": "198.51.100.77" };
    const answers: number[] = [];
    for (let attempt = 0; attempt < 100 && answers.at(-1) !== 429; attempt++) {
      answers.push((await use(newSecret(), headers)).status);
    }
    expect(answers.at(-1)).toBe(429);
    expect(new Set(answers.slice(0, -1))).toEqual(new Set([401]));
  });

  it("is made by owners alone, of members alone, and in a session with proof", async () => {
    const { id } = await invite();
    const path = `/members/${id}/invitation`;
    const manager = await addToken(site.id, { role: "manager" });
    const refused = await send(path, { method: "POST", headers: { Authorization: `Bearer ${manager}` } });
    expect(refused.status).toBe(484);
    expect((await site.call("POST", `/members/${crypto.randomUUID()}/invitation`)).status).toBe(404);
    const begun = await signIn({ token: site.token });
    const Cookie = (begun.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    await env.DB.prepare("UPDATE sessions SET proven_at = proven_at - 600000").run();
    const old = await send(path, { method: "POST", headers: { ...OWN, Cookie } });
    expect([old.status, old.body.needs]).toEqual([403, "proof"]);
  });
});
