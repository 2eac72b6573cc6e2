import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { mintOwnerToken } from "../../../src/services/operator/mint-owner-token.ts";
import { addToken, send } from "../../support/site.ts";
import { createWorkspace, type TestWorkspace } from "../../support/workspace.ts";

async function mint({ id }: TestWorkspace) {
  const { secret, madeOwner } = await mintOwnerToken(env.DB, { id, name: "Acme" }, Date.now());
  const answer = await send("/account", { headers: { Authorization: `Bearer ${secret}` } });
  return { madeOwner, role: answer.body.role, id: answer.body.id };
}

it("[25.1] makes a token for the first owner", async () => {
  const workspace = await createWorkspace("enterprise", "owner");
  await addToken(workspace.id, { role: "owner" });
  // The second owner was made at the moment 0 of the test's fixture, so it comes first.
  const minted = await mint(workspace);
  expect(minted).toMatchObject({ madeOwner: false, role: "owner" });
});

it("[25.1, 27.3] makes a token for an owner of the whole workspace", async () => {
  const workspace = await createWorkspace("enterprise", "owner");
  await addToken(workspace.id, { role: "owner" });
  // The fixture's second owner comes first, and is now limited to a hostname.
  await env.DB.prepare(
    "UPDATE memberships SET hosts = '[\"a.example\"]' WHERE workspace_id = ?1 AND created_at = 0",
  )
    .bind(workspace.id)
    .run();
  const { id } = await mint(workspace);
  expect(id).toBe(workspace.userId);
});

it("[25.1] creates an owner if a workspace has none", async () => {
  const workspace = await createWorkspace("free", "editor");
  expect(await mint(workspace)).toMatchObject({ madeOwner: true, role: "owner" });
  expect((await mint(workspace)).madeOwner).toBe(false);
});
