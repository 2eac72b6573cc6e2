import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { addToken, requireOk, send } from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";

describe("GET /test", () => {
  it("[14.1] says that the token is valid, and names its workspace and itself", async () => {
    const workspace = await createWorkspace();
    const { body } = requireOk(await workspace.call("GET", "/test"));
    const token = await env.DB.prepare("SELECT id, name FROM tokens WHERE workspace_id = ?1")
      .bind(workspace.id)
      .first();
    const named = await env.DB.prepare("SELECT id, name FROM workspaces WHERE id = ?1")
      .bind(workspace.id)
      .first();
    expect(body).toEqual({ live: true, workspace: named, token });
  });

  it("needs no more than a viewer", async () => {
    const workspace = await createWorkspace("free", "viewer");
    expect((await workspace.call("GET", "/test")).status).toBe(200);
    expect((await workspace.call("GET", "/account")).status).toBe(200);
  });
});

describe("GET /account", () => {
  it("[14.1] answers the user behind the token, with role and workspace", async () => {
    const workspace = await createWorkspace("pro", "manager");
    await env.DB.prepare("UPDATE users SET email = 'ada@example.com' WHERE id = ?1")
      .bind(workspace.userId)
      .run();
    const { name } = requireOk(await workspace.call("GET", "/workspace/current")).body;
    expect(requireOk(await workspace.call("GET", "/account")).body).toEqual({
      id: workspace.userId,
      name: `${name} manager`,
      email: "ada@example.com",
      role: "manager",
      hosts: null,
      tags: null,
      workspace: { id: workspace.id, name },
    });
  });

  it("has the role of the token, which may be below the user's", async () => {
    const workspace = await createWorkspace();
    const token = await addToken(workspace.id, { role: "owner", tokenRole: "viewer" });
    const { body } = await send("/account", { headers: { Authorization: `Bearer ${token}` } });
    expect(body).toMatchObject({ name: "Ada", role: "viewer", workspace: { id: workspace.id } });
    expect(body.id).not.toBe(workspace.userId);
  });
});
