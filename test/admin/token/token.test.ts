import { env } from "cloudflare:workers";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import type { Role } from "../../../src/domain/role.ts";
import { addToken, expectRefused, requireOk, send } from "../../support/site.ts";
import { createWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TOKEN = /^sp_[0-9A-Za-z]{40}$/;

afterEach(() => vi.restoreAllMocks());

async function create(workspace: TestWorkspace, fields: object = {}) {
  return requireOk(await workspace.call("POST", "/tokens", { name: "build server", ...fields })).body;
}

const testAs = (token: string) => send("/test", { headers: { Authorization: `Bearer ${token}` } });

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

describe("POST /tokens", () => {
  it("[14.4] makes a token that works at once and shows it", async () => {
    const workspace = await createWorkspace();
    const body = await create(workspace);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "build server",
      role: "owner",
      hosts: null,
      tags: null,
      only: null,
      created_at: expect.stringMatching(TIMESTAMP),
      expires_at: null,
      last_used_at: null,
      token: expect.stringMatching(TOKEN),
    });
    const answer = requireOk(await testAs(body.token)).body;
    expect(answer.token).toEqual({ id: body.id, name: "build server" });
    expect(answer.workspace.id).toBe(workspace.id);
  });

  it("[9.5, 14.4] shows it this once; only its SHA-256 is stored", async () => {
    const workspace = await createWorkspace();
    const { id, token } = await create(workspace);
    const list = requireOk(await workspace.call("GET", "/tokens")).body;
    expect(JSON.stringify(list)).not.toContain(token.slice(3));
    for (const row of list.data) expect(Object.keys(row)).not.toContain("token");
    const { results } = await env.DB.prepare("SELECT * FROM tokens WHERE workspace_id = ?1")
      .bind(workspace.id)
      .all();
    expect(JSON.stringify(results)).not.toContain(token.slice(3));
    expect(results.find((row) => row["id"] === id)?.["hash"]).toBe(await sha256(token));
    expect(JSON.stringify(list)).not.toContain(await sha256(token));
  });

  it("no two are alike", async () => {
    const workspace = await createWorkspace();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => create(workspace)));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(10);
  });

  it.each(["viewer", "editor", "manager", "owner"] as const)(
    "[9.3, 14.4] may have the role %s of its maker or below",
    async (role) => {
      const workspace = await createWorkspace();
      const { token } = await create(workspace, { role });
      const headers = { Authorization: `Bearer ${token}` };
      expect((await send("/workspace/current", { headers })).body.role).toBe(role);
      const statuses: Record<Role, number[]> = {
        viewer: [484, 484, 484],
        editor: [200, 484, 484],
        manager: [200, 200, 484],
        owner: [200, 200, 200],
      };
      const post = async (path: string, body: object) => {
        const init = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
        return (await send(path, { ...init, body: JSON.stringify(body) })).status;
      };
      expect([
        await post("/host", { host: `go-${role}.token.example` }),
        await post("/workspace/update/country", { value: "DE" }),
        await post("/tokens", { name: "x" }),
      ]).toEqual(statuses[role]);
    },
  );

  it("a member whose role is lowered takes the token's role along", async () => {
    const workspace = await createWorkspace();
    // Somebody else stays an owner.
    await addToken(workspace.id);
    await env.DB.prepare("UPDATE memberships SET role = 'editor' WHERE user_id = ?1")
      .bind(workspace.userId)
      .run();
    expect((await workspace.call("GET", "/workspace/current")).body.role).toBe("editor");
    expect((await workspace.call("POST", "/tokens", { name: "x", role: "viewer" })).status).toBe(484);
  });

  it.each(["viewer", "editor", "manager"] as const)("needs an owner: a %s gets a 484", async (role) => {
    const workspace = await createWorkspace("enterprise", role);
    expect((await workspace.call("POST", "/tokens", { name: "x", role: "viewer" })).status).toBe(484);
    expect((await workspace.call("GET", "/tokens")).status).toBe(484);
    const { results } = await env.DB.prepare("SELECT id FROM tokens WHERE workspace_id = ?1")
      .bind(workspace.id)
      .all<{ id: string }>();
    expect((await workspace.call("DELETE", `/tokens/${results[0]?.id}`)).status).toBe(484);
    expect((await testAs(workspace.token)).status).toBe(200);
  });

  it.each<[string, object, string[]]>([
    ["without a name", {}, ["name"]],
    ["with an empty name", { name: " " }, ["name"]],
    ["with a name of another type", { name: 5 }, ["name"]],
    ["with an unknown role", { name: "x", role: "admin" }, ["role"]],
    ["[14.4] with an expires in the past", { name: "x", expires: "2001-01-01T00:00:00Z" }, ["expires"]],
    ["with an expires without an offset", { name: "x", expires: "2126-01-01T00:00:00" }, ["expires"]],
    ["with every field wrong", { name: "", role: "", expires: 5 }, ["name", "role", "expires"]],
  ])("%s is a 422", async (_, body, fields) => {
    const workspace = await createWorkspace();
    expectRefused(await workspace.call("POST", "/tokens", body), ...fields);
    expect(requireOk(await workspace.call("GET", "/tokens")).body.data).toHaveLength(1);
  });

  it("an expires of this very millisecond is in the past, of the next it is not", async () => {
    const workspace = await createWorkspace();
    const nowMs = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(nowMs);
    const body = { name: "x", expires: new Date(nowMs).toISOString() };
    expectRefused(await workspace.call("POST", "/tokens", body), "expires");
    const expires = new Date(nowMs + 1).toISOString();
    expect((await create(workspace, { expires })).expires_at).toBe(expires);
  });

  it("[14.4] a token works until the moment it expires, and is a 401 from then on", async () => {
    const workspace = await createWorkspace();
    const endMs = Date.now() + 60_000;
    const { token } = await create(workspace, { expires: new Date(endMs).toISOString() });
    vi.spyOn(Date, "now").mockReturnValue(endMs - 1);
    expect((await testAs(token)).status).toBe(200);
    vi.spyOn(Date, "now").mockReturnValue(endMs);
    expect((await testAs(token)).status).toBe(401);
    expect((await testAs(workspace.token)).status).toBe(200);
  });

  it.each([null, ""])("expires %j never comes", async (expires) => {
    const workspace = await createWorkspace();
    expect((await create(workspace, { expires })).expires_at).toBeNull();
  });
});

describe("GET /tokens", () => {
  it("[14.5] lists the workspace's tokens, the newest first, and no other's", async () => {
    const workspace = await createWorkspace();
    await create(await createWorkspace(), { name: "theirs" });
    await create(workspace, { name: "one", role: "viewer", expires: "2126-01-31T09:30:00Z" });
    await create(workspace, { name: "two" });
    const { body } = requireOk(await workspace.call("GET", "/tokens"));
    expect(body.data).toMatchObject([
      { name: "two", role: "owner", expires_at: null },
      { name: "one", role: "viewer", expires_at: "2126-01-31T09:30:00.000Z" },
      { name: "first token" },
    ]);
  });

  it("shows when a token was last used", async () => {
    const workspace = await createWorkspace();
    const { token, id } = await create(workspace);
    const lastUse = async () => {
      const { body } = requireOk(await workspace.call("GET", "/tokens"));
      return body.data.find((row: { id: string }) => row.id === id).last_used_at;
    };
    expect(await lastUse()).toBeNull();
    const usedAtMs = Date.now() + 3_600_000;
    vi.spyOn(Date, "now").mockReturnValue(usedAtMs);
    const context = createExecutionContext();
    const headers = { Authorization: `Bearer ${token}` };
    await answerAdmin(new Request("http://localhost:8787/v1/test", { headers }), env, context);
    await waitOnExecutionContext(context);
    expect(await lastUse()).toBe(new Date(usedAtMs).toISOString());
  });
});

describe("DELETE /tokens/{id}", () => {
  it("[9.3, 14.5] revokes the token at once and leaves the others alone", async () => {
    const workspace = await createWorkspace();
    const [first, second] = [await create(workspace), await create(workspace)];
    expect((await testAs(first.token)).status).toBe(200);
    expect(requireOk(await workspace.call("DELETE", `/tokens/${first.id}`)).body).toEqual({ data: null });
    expect((await testAs(first.token)).status).toBe(401);
    expect((await testAs(second.token)).status).toBe(200);
    expect((await testAs(workspace.token)).status).toBe(200);
    expect((await workspace.call("DELETE", `/tokens/${first.id}`)).status).toBe(404);
  });

  it("of another workspace's token is a 404, and it lives on", async () => {
    const [workspace, other] = [await createWorkspace(), await createWorkspace()];
    const { id, token } = await create(workspace);
    expect((await other.call("DELETE", `/tokens/${id}`)).status).toBe(404);
    expect((await testAs(token)).status).toBe(200);
  });

  it("of the very token that asks ends it", async () => {
    const workspace = await createWorkspace();
    const { id, token } = await create(workspace);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await send(`/tokens/${id}`, { method: "DELETE", headers })).status).toBe(200);
    expect((await testAs(token)).status).toBe(401);
  });
});
