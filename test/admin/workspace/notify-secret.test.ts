import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { addToken, requireOk, send } from "../../support/site.ts";
import { createWorkspace, type TestWorkspace } from "../../support/workspace.ts";
import { homeOf } from "../../support/home.ts";

afterEach(() => vi.restoreAllMocks());

const makeSecret = async ({ call }: TestWorkspace): Promise<string> =>
  requireOk(await call("POST", "/workspace/notify-secret")).body.secret;

it("makes a secret of 32 bytes, another one each time, and keeps the last", async () => {
  const workspace = await createWorkspace();
  const first = await makeSecret(workspace);
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const second = await makeSecret(workspace);
  expect(second).not.toBe(first);
  const kept = await env.DB.prepare("SELECT notify_secret FROM workspaces WHERE id = ?1")
    .bind(workspace.id)
    .first("notify_secret");
  expect(kept).toBe(second);
});

it("[7.11] answers with the secret and nothing else, which nothing may keep", async () => {
  const { call } = await createWorkspace();
  const answer = requireOk(await call("POST", "/workspace/notify-secret"));
  expect(Object.keys(answer.body)).toEqual(["secret"]);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
});

it("[7.11] shows it nowhere else", async () => {
  const logged: unknown[] = [];
  for (const level of ["log", "warn", "error", "info", "debug"] as const) {
    vi.spyOn(console, level).mockImplementation((...values) => logged.push(values));
  }
  const workspace = await createWorkspace();
  const secret = (await makeSecret(workspace)).slice("whsec_".length);
  for (const path of ["/workspace/current", `/workspace/${workspace.id}`, "/account", "/test", "/tokens"]) {
    const { body } = requireOk(await workspace.call("GET", path));
    expect(JSON.stringify(body), path).not.toContain(secret);
    expect(JSON.stringify(body), path).not.toContain("whsec_");
  }
  const updated = await workspace.call("POST", "/workspace/update/name", { value: "Acme" });
  expect(JSON.stringify(requireOk(updated).body)).not.toContain(secret);
  expect(JSON.stringify(logged)).not.toContain(secret);
});

it.each([
  ["manager", 200],
  ["editor", 484],
  ["viewer", 484],
] as const)("[7.11] a %s gets %i", async (role, status) => {
  const { id } = await createWorkspace();
  const token = await addToken(id, { role });
  const headers = { Authorization: `Bearer ${token}` };
  expect((await send("/workspace/notify-secret", { method: "POST", headers })).status).toBe(status);
});

it("is the workspace's of the token alone", async () => {
  const [mine, other] = [await createWorkspace(), await createWorkspace()];
  await makeSecret(mine);
  const row = await homeOf(other.id)
    .prepare("SELECT notify_secret FROM workspaces WHERE id = ?1")
    .bind(other.id)
    .first();
  expect(row).toEqual({ notify_secret: null });
});
